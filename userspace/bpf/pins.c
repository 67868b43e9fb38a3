// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guard that needs no process: its links and four of its maps have names in
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
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/base/types.h"
#include "loader_private.h"
/* Has structs of loader.h in it, so it comes after that. */
#include "guard.skel.h"

#define PRESENT "present"
#define NEXT "next"
#define EVENTS "events"
#define SETTINGS "settings"
#define RULES "rules"
#define CGROUPS "cgroups"
/* How long removed objects may take to disappear: so many steps of so many microseconds. */
#define AWAIT_STEPS 3000
#define AWAIT_STEP 10000
#define GUARDS 64

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

static int get_pin(int folder, const char *name)
{
	int fd = libbpf.bpf_obj_get(path_of(folder, name).bytes);

	return fd < 0 ? -errno : fd;
}

/* The settings are pinned first and removed last: without them it is not a guard's. */
static bool holds_guard(int folder)
{
	AUTO_CLOSE int fd = get_pin(folder, SETTINGS);

	return fd >= 0 && loader_is_settings(fd);
}

static int pin_links(const struct bpf_object_skeleton *s, int folder)
{
	int i, err = 0;

	for (i = 0; i < s->prog_cnt && !err; i++)
		err = pin_object(libbpf.bpf_link__fd(*s->progs[i].link), folder,
				 s->progs[i].name);
	return err;
}

static int pin_all(const struct loader *l, int folder)
{
	const struct guard_bpf *program = l->program;

	return pin_object(libbpf.bpf_map__fd(program->maps.data_utf8check), folder, SETTINGS) ?:
	       pin_object(libbpf.bpf_map__fd(program->maps.events), folder, EVENTS) ?:
	       pin_object(libbpf.bpf_map__fd(program->maps.rules), folder, RULES) ?:
	       pin_object(libbpf.bpf_map__fd(program->maps.cgroups), folder, CGROUPS) ?:
	       pin_links(program->skeleton, folder);
}

/* The settings come last, see holds_guard(). */
static bool is_pin(const char *name)
{
	return !strncmp(name, "guard_", 6) || !strcmp(name, EVENTS) ||
	       !strcmp(name, RULES) || !strcmp(name, CGROUPS);
}

/* Is a name neither that of a pin nor a stranger's?  Our folder itself has no @path. */
static bool is_passed_over(const char *name, const char *path)
{
	return !strcmp(name, ".") || !strcmp(name, "..") ||
	       (!*path && (!strcmp(name, PRESENT) || !strcmp(name, NEXT)));
}

static int remove_pin(int folder, const char *path, const char *name, bool ours)
{
	if (ours && !strcmp(name, SETTINGS))
		return 0;
	if (ours && is_pin(name) && !unlinkat(folder, name, 0))
		return 0;
	return home_is_strange(path, name);
}

/*
 * Removes all pins of a guard; -EUCLEAN: something else is there.  Where there is no
 * guard, all is something else.
 */
static int remove_pins(int folder, const char *path)
{
	bool ours = holds_guard(folder);
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
		if (!is_passed_over(e->d_name, path) &&
		    remove_pin(folder, path, e->d_name, ours))
			err = -EUCLEAN;
	closedir(entries);
	if (ours && unlinkat(folder, SETTINGS, 0))
		err = -errno;
	return err;
}

/* --- the settings of a guard ---------------------------------------------------- */

/* The pinned settings, when they are of this version; else a negative errno. */
static int open_settings(int folder, struct loader_guard *g)
{
	int fd = get_pin(folder, SETTINGS);
	int err = fd < 0 ? fd : loader_settings_of(fd, g);

	if (!err)
		return fd;
	descriptor_close(&fd);
	return err;
}

static int map_settings(struct loader *l, int folder)
{
	long page = sysconf(_SC_PAGESIZE);
	struct loader_guard g;
	AUTO_CLOSE int fd = open_settings(folder, &g);
	void *at;

	if (fd < 0)
		return fd;
	l->mapped = (sizeof(*l->settings) + page - 1) / page * page;
	at = mmap(NULL, l->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED) {
		l->mapped = 0;
		return -errno;
	}
	l->settings = at;
	return 0;
}

/* A guard detaches from its hooks one by one, so it is switched off before. */
static void switch_off(int folder)
{
	struct loader l = { };

	if (map_settings(&l, folder))
		return;
	l.settings->on = 0;
	munmap(l.settings, l.mapped);
}

/* Remove the guard in one of the two folders; -ENOENT where none is. */
static int remove_guard(int home, const char *name)
{
	AUTO_CLOSE int fd = home_open_own(home, name, name);
	int err;

	if (fd < 0)
		return fd;
	switch_off(fd);
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

	return fd == -ENOENT && holds_guard(home) ? -EPROTO : fd;
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
	/* Without a guard this removes nothing, and says what is there. */
	if (present == -ENOENT)
		return remove_pins(home, "");
	if (present < 0)
		return present;
	return holds_guard(present) ? 0 : remove_pins(present, PRESENT) ?: remove_pins(home, "");
}

static int open_home(struct home *h, bool make)
{
	return home_open(h, make) ?: look_at_home(h->fd);
}

/* --- enabling ------------------------------------------------------------------- */

/*
 * Is a guard enabled although our folder has none?  A user who may write in bpffs may
 * have moved the folder.
 */
static bool is_elsewhere(void)
{
	static struct loader_guard guards[GUARDS];
	int n = loader_list(guards, GUARDS), i;

	for (i = 0; i < n && i < GUARDS; i++)
		if (guards[i].settings.pinned)
			return true;
	return false;
}

static int make_home(const struct home *h)
{
	int err = remove_guard(h->fd, NEXT);
	AUTO_CLOSE int present = open_present(h->fd);

	if (err && err != -ENOENT)
		return err;
	return present == -ENOENT && is_elsewhere() ? -ESTALE : 0;
}

/* The content of `next' becomes that of `present'; the old guard is removed. */
static int put_in_place(int home)
{
	if (!renameat2(home, NEXT, home, PRESENT, RENAME_NOREPLACE))
		return remove_pins(home, "");
	if (errno != EEXIST ||
	    renameat2(home, NEXT, home, PRESENT, RENAME_EXCHANGE))
		return -errno;
	return remove_guard(home, NEXT);
}

static int pin_next(int home, const struct loader *l)
{
	AUTO_CLOSE int fd = mkdirat(home, NEXT, 0700) ? -errno : home_open_own(home, NEXT, NEXT);

	return fd < 0 ? fd : pin_all(l, fd);
}

static int pin_in_place(int home, const struct loader *l)
{
	int err = pin_next(home, l);

	if (!err) {
		l->settings->on = 1;
		err = put_in_place(home);
	}
	/* Where it has become the present one, there is no `next'. */
	if (err && err != -EUCLEAN)
		remove_guard(home, NEXT);
	return err;
}

int loader_enable(const struct loader_plan *plan, bool verbose)
{
	struct loader_plan pinned = *plan;
	struct loader *l = loader_new(NULL);
	struct home home;
	int err;

	loader_keep_quiet();
	err = open_home(&home, true);
	if (!l)
		err = -ENOMEM;
	pinned.settings.pinned = 1;
	err = err ?: make_home(&home) ?: loader_attach(l, &pinned, verbose) ?:
	      pin_in_place(home.fd, l);
	loader_stop(l);
	home_close(&home);
	return err;
}

/* --- disabling ------------------------------------------------------------------ */

/* The kernel frees an object some time after its name is removed. */
static int await_end(__u32 map)
{
	int i;

	for (i = 0; i < AWAIT_STEPS && loader_has_programs(map); i++)
		usleep(AWAIT_STEP);
	return i < AWAIT_STEPS ? 0 : -ETIMEDOUT;
}

/* The id of the map of the enabled guard's settings; 0: none is of this version. */
static __u32 present_map(int home)
{
	struct loader_guard g = { };
	AUTO_CLOSE int present = open_present(home);
	AUTO_CLOSE int settings = present < 0 ? present : open_settings(present, &g);

	return settings < 0 ? 0 : g.map;
}

/* The result of two steps: the first fault.  -ENOENT, nothing was there, only if both say so. */
static int join_results(int a, int b)
{
	if (a == -ENOENT)
		return b;
	if (!a && b == -ENOENT)
		return 0;
	return a ? a : b;
}

/* An older version of the command pinned its guard in the home itself. */
static int remove_all(int home)
{
	int older = holds_guard(home) ? 0 : -ENOENT;
	int err = join_results(remove_guard(home, PRESENT), remove_guard(home, NEXT));
	int left = remove_pins(home, "");

	return join_results(err, left ? left : older);
}

int loader_disable(void)
{
	struct home home;
	__u32 map = 0;
	int err;

	loader_keep_quiet();
	err = open_home(&home, false);
	if (!err) {
		map = present_map(home.fd);
		err = remove_all(home.fd);
	}
	home_close(&home);
	if (err == -ENOENT && is_elsewhere())
		return -ESTALE;
	return err || !map ? err : await_end(map);
}

/* --- other rules for it ----------------------------------------------------- */

static int change_rules(struct loader *l, const struct loader_plan *plan)
{
	AUTO_CLOSE int rules = get_pin(l->folder, RULES);
	AUTO_CLOSE int cgroups = get_pin(l->folder, CGROUPS);
	const struct loader_maps maps = { .rules = rules, .cgroups = cgroups };
	int err = rules < 0 ? rules : cgroups < 0 ? cgroups : loader_put_rules(&maps, plan);

	if (!err)
		l->settings->limit = plan->settings.limit;
	return err;
}

static int open_for_reload(struct loader *l, int home)
{
	int err;

	remove_guard(home, NEXT);
	l->folder = open_present(home);
	err = l->folder < 0 ? l->folder : map_settings(l, l->folder);
	return err || l->settings->flags & GUARD_BY_RULES ? err : -EINVAL;
}

int loader_reload(int (*read)(struct loader_plan *plan,
			      const struct guard_settings *enabled),
		  struct loader_plan *plan)
{
	struct loader *l = loader_new(NULL);
	struct home home;
	int err;

	loader_keep_quiet();
	err = open_home(&home, false);
	if (!l)
		err = -ENOMEM;
	err = err ?: open_for_reload(l, home.fd) ?: read(plan, l->settings) ?:
	      change_rules(l, plan);
	loader_stop(l);
	home_close(&home);
	return err;
}

/* --- its events ------------------------------------------------------------- */

static int open_events(struct loader *l)
{
	l->events = get_pin(l->folder, EVENTS);
	return l->events < 0 ? l->events : loader_read(l, l->events);
}

/* A ring buffer has one reader: the process that holds the lock of its folder. */
static int open_pins(struct loader *l)
{
	AUTO_CLOSE int root = home_open_bpffs(false);

	if (root < 0)
		return root;
	l->home = home_open_own(root, HOME, "");
	if (l->home < 0)
		return l->home;
	l->folder = open_present(l->home);
	if (l->folder < 0)
		return l->folder;
	if (flock(l->folder, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	return map_settings(l, l->folder) ?: open_events(l);
}

int loader_open(struct loader **to, const struct loader_reader *reader)
{
	struct loader *l = loader_new(reader);

	loader_keep_quiet();
	return loader_hand_over(l, to, l ? open_pins(l) : -ENOMEM);
}

bool loader_is_enabled(const struct loader *l)
{
	return home_is_still(l->home, PRESENT, l->folder);
}
