// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guard that needs no process: its links and the map of its settings have names in
 * bpffs, which hold them.  All are in one folder (home.c).
 *
 * A new guard is built in a folder `next' while the one before it, in `present',
 * still works; then the two change places, and the old one is removed.  The next
 * command removes what a killed one left in `next'.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/base/file/directory.h"
#include "cli/base/types.h"
#include "loader_private.h"
/* Has structs of loader.h in it, so it comes after that. */
#include "guard.skel.h"

#define PRESENT "present"
#define NEXT "next"
#define SETTINGS "settings"
/* How long removed objects may take to disappear: so many steps of so many microseconds. */
#define AWAIT_STEPS 3000
#define AWAIT_STEP 10000

/* --- pins in a folder ---------------------------------------------------------- */

/* Before Linux 6.6 the kernel takes no name in an open folder, only a path. */
struct pin_path {
	char bytes[64];
};

static struct pin_path path_of(int folder, const char *name)
{
	struct pin_path path;

	snprintf(path.bytes, sizeof(path.bytes), "/proc/self/fd/%d/%s", folder,
		 name);
	return path;
}

static int pin_object(int fd, int folder, const char *name)
{
	return libbpf.bpf_obj_pin(fd, path_of(folder, name).bytes) ? -errno : 0;
}

/* Map the pinned settings; as loader_map_settings(). */
static int map_pinned(int folder, struct guard_settings **s)
{
	AUTO_CLOSE int fd = libbpf.bpf_obj_get(path_of(folder, SETTINGS).bytes);

	return fd < 0 ? -errno : loader_map_settings(fd, s);
}

/*
 * Has a folder a guard, of whatever version?  The settings are pinned first and removed last:
 * without them it is not a guard's.  A guard that is to be removed is first switched off, as it
 * detaches from its hooks one by one.
 */
static bool find_guard(int folder, bool switch_off)
{
	struct guard_settings *s;
	int err = map_pinned(folder, &s);

	if (!err) {
		if (switch_off)
			s->on = 0;
		munmap(s, sizeof(*s));
	}
	return !err || err == -EPROTO;
}

static int pin_all(const struct loader *l, int folder)
{
	const struct bpf_object_skeleton *s = l->program->skeleton;
	int i, err = pin_object(libbpf.bpf_map__fd(l->program->maps.data_utf8check), folder,
				SETTINGS);

	for (i = 0; i < s->prog_cnt && !err; i++)
		err = pin_object(libbpf.bpf_link__fd(*s->progs[i].link), folder,
				 s->progs[i].name);
	return err;
}

/* May a pin of a guard, besides the settings, have the name?  Other versions have maps there. */
static bool is_pin(const char *name)
{
	return !strncmp(name, "guard_", 6) || !strcmp(name, "events") ||
	       !strcmp(name, "rules") || !strcmp(name, "cgroups");
}

/*
 * With @ours, removes a pin.  Return: 0; -EUCLEAN: the name is not a guard's, and stays.  Our
 * folder itself, whose @path is "", holds the folders of the guards.
 */
static int remove_pin(int folder, const char *path, const char *name, bool ours)
{
	if (!strcmp(name, ".") || !strcmp(name, "..") ||
	    (!*path && (!strcmp(name, PRESENT) || !strcmp(name, NEXT))))
		return 0;
	if (ours && (!strcmp(name, SETTINGS) || (is_pin(name) && !unlinkat(folder, name, 0))))
		return 0;
	return home_is_strange(path, name);
}

/*
 * Removes all pins of a guard; -EUCLEAN: something else is there.  Where there is no
 * guard, all is something else.
 */
static int remove_pins(int folder, const char *path)
{
	bool ours = find_guard(folder, true);
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *e;
	int err = 0;

	if (!entries) {
		err = -errno;
		descriptor_close(&fd);
		return err;
	}
	while ((e = readdir(entries)))
		err = remove_pin(folder, path, e->d_name, ours) ?: err;
	closedir(entries);
	if (ours && unlinkat(folder, SETTINGS, 0))
		err = err ?: -errno;
	return err;
}

/* Remove the guard in one of the two folders; -ENOENT where none is. */
static int remove_guard(int home, const char *name)
{
	AUTO_CLOSE int fd = home_open_own(home, name, name);
	int err;

	if (fd < 0)
		return fd;
	err = remove_pins(fd, name);
	return !err && unlinkat(home, name, AT_REMOVEDIR) ? -errno : err;
}

/*
 * Open the folder of the enabled guard.  -EPROTO: another version of this command has
 * pins in our folder itself.
 */
static int open_present(int home)
{
	int fd = home_open_own(home, PRESENT, PRESENT);

	return fd == -ENOENT && find_guard(home, false) ? -EPROTO : fd;
}

/*
 * A user who may rename in bpffs may give our folder's name to another folder of root.
 * Return: 0: it has a guard, or nothing, or what a killed command left; -EUCLEAN: it is
 * not ours.
 */
static int look_at_home(int home)
{
	AUTO_CLOSE int present = open_present(home);

	if (present == -EPROTO)
		return 0;
	if (present < 0 && present != -ENOENT)
		return present;
	if (present >= 0 && find_guard(present, false))
		return 0;
	/* Without a guard this removes nothing, and says what is there. */
	return (present < 0 ? 0 : remove_pins(present, PRESENT)) ?: remove_pins(home, "");
}

static int open_home(struct loader_home *h, bool make)
{
	return home_open(h, make) ?: look_at_home(h->fd);
}

/* Is a guard in the kernel that is enabled, or, with @ended, that is not quite gone? */
static bool is_enabled(bool ended)
{
	static struct loader_guard guards[GUARDS_LISTED];
	int n = loader_list(guards, GUARDS_LISTED), i;

	for (i = 0; i < n && i < GUARDS_LISTED; i++)
		if (guards[i].settings.pinned && (guards[i].settings.on || ended))
			return true;
	return false;
}

/* --- enabling ------------------------------------------------------------------- */

/* -ESTALE: a user who may write in bpffs may have moved the folder of the enabled guard. */
static int make_home(const struct loader_home *h)
{
	int err = remove_guard(h->fd, NEXT);
	AUTO_CLOSE int present = open_present(h->fd);

	if (err && err != -ENOENT)
		return err;
	return present == -ENOENT && is_enabled(false) ? -ESTALE : 0;
}

/* The content of `next' becomes that of `present'; the old guard is removed. */
static int put_in_place(int home)
{
	/* An older version of the command may have pinned its guard in the home itself. */
	if (!renameat2(home, NEXT, home, PRESENT, RENAME_NOREPLACE))
		return remove_pins(home, "");
	if (errno != EEXIST ||
	    renameat2(home, NEXT, home, PRESENT, RENAME_EXCHANGE))
		return -errno;
	return remove_guard(home, NEXT);
}

static int pin_next(const struct loader *l)
{
	const int home = l->home.fd;
	AUTO_CLOSE int fd = mkdirat(home, NEXT, 0700) ? -errno : home_open_own(home, NEXT, NEXT);

	return fd < 0 ? fd : pin_all(l, fd);
}

static int pin_in_place(const struct loader *l)
{
	int err = pin_next(l);

	if (!err) {
		l->settings->on = 1;
		err = put_in_place(l->home.fd);
	}
	/* Where it has become the present one, there is no `next'. */
	if (err && err != -EUCLEAN)
		remove_guard(l->home.fd, NEXT);
	return err;
}

int loader_enable(const struct loader_plan *plan, bool verbose)
{
	struct loader_plan pinned = *plan;
	struct loader l;
	int err;

	pinned.settings.pinned = 1;
	loader_init(&l);
	err = open_home(&l.home, true) ?: make_home(&l.home) ?:
	      loader_attach(&l, &pinned, verbose) ?: pin_in_place(&l);
	loader_stop(&l);
	return err;
}

/* --- disabling ------------------------------------------------------------------ */

/* The kernel frees an object some time after its name is removed. */
static int await_end(void)
{
	int i;

	for (i = 0; i < AWAIT_STEPS && is_enabled(true); i++)
		usleep(AWAIT_STEP);
	return i < AWAIT_STEPS ? 0 : -ETIMEDOUT;
}

/* The result of two steps: the first fault.  -ENOENT, nothing was there, only if both say so. */
static int join_results(int a, int b)
{
	return a == -ENOENT || (!a && b != -ENOENT) ? b : a;
}

/* An older version of the command pinned its guard in the home itself. */
static int remove_all(int home)
{
	int older = find_guard(home, false) ? 0 : -ENOENT;
	int err = join_results(remove_guard(home, PRESENT), remove_guard(home, NEXT));
	int left = remove_pins(home, "");

	return join_results(err, left ? left : older);
}

int loader_disable(void)
{
	struct loader_home home;
	int err = open_home(&home, false);

	if (!err)
		err = remove_all(home.fd) ?: await_end();
	home_close(&home);
	return err == -ENOENT && is_enabled(false) ? -ESTALE : err;
}

/* --- reading its events, changing its rules ----------------------------------------- */

/* A ring buffer has one reader: the process that holds the lock of the folder of the pins. */
static int lock_events(struct loader *l)
{
	if (flock(l->folder, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	home_close(&l->home);
	return loader_read(l);
}

static int open_pins(struct loader *l, bool change)
{
	int err;

	if (change)
		remove_guard(l->home.fd, NEXT);
	l->folder = open_present(l->home.fd);
	err = l->folder < 0 ? l->folder : map_pinned(l->folder, &l->settings);
	return err || change ? err : lock_events(l);
}

int loader_open(struct loader *l, bool change)
{
	int err;

	loader_init(l);
	err = change ? open_home(&l->home, false) : home_open(&l->home, false);
	err = err ?: open_pins(l, change);
	if (err)
		loader_stop(l);
	return err;
}

bool loader_is_there(const struct loader *l)
{
	struct stat held;

	/* A killed command may have left it, with its pins, beside the one that took its place. */
	return l->folder < 0 ||
	       (!fstat(l->folder, &held) && file_is_at(&held, l->folder, "../" PRESENT) &&
		!faccessat(l->folder, SETTINGS, F_OK, AT_SYMLINK_NOFOLLOW));
}
