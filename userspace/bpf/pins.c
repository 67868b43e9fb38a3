// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A guard that needs no process: its links and four of its maps have names in
 * bpffs, which hold them.
 *
 * A new guard is built in a folder of its own while the one before it still
 * works; then the two folders change places, and the old one is removed.  What a
 * command that was killed left in that folder, the next one removes.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "loader_private.h"
/* Of the structs of loader.h. */
#include "guard.skel.h"

#define BPFFS "/sys/fs/bpf"
#define PRESENT "utf8check"
#define OTHER "utf8check-other"
#define EVENTS "events"
#define SETTINGS "settings"
#define RULES "rules"
#define CGROUPS "cgroups"
/* How long what is removed may take to go, in steps of 10 ms. */
#define PATIENCE 3000

static bool is_bpffs(void)
{
	struct statfs about;

	return !statfs(BPFFS, &about) && about.f_type == BPF_FS_MAGIC;
}

/*
 * The root of bpffs, locked: one command at a time changes what is there.
 * Where it is not mounted and shall be, it is.
 */
static int open_bpffs(bool make)
{
	int fd;

	if (!is_bpffs()) {
		if (!make)
			return -ENOENT;
		if (mount("bpf", BPFFS, "bpf",
			  MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0700"))
			return -errno;
	}
	fd = open(BPFFS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || flock(fd, LOCK_EX)) {
		int err = -errno;

		if (fd >= 0)
			close(fd);
		return err;
	}
	return fd;
}

/* All files of the folder, then the folder; -ENOENT where it is not there. */
static int remove_folder(int root, const char *name)
{
	int fd = openat(root, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *e;
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	int err = 0;

	if (!folder) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	while ((e = readdir(folder)))
		if (*e->d_name != '.' && unlinkat(fd, e->d_name, 0))
			err = -errno;
	closedir(folder);
	return unlinkat(root, name, AT_REMOVEDIR) ? -errno : err;
}

static int pin_links(const struct bpf_object_skeleton *s)
{
	char path[128];
	int i, err = 0;

	for (i = 0; i < s->prog_cnt && !err; i++) {
		snprintf(path, sizeof(path), BPFFS "/" OTHER "/%s",
			 s->progs[i].name);
		err = bpf_link__pin(*s->progs[i].link, path);
	}
	return err;
}

static int pin(const struct loader *l)
{
	int err;

	err = bpf_map__pin(l->program->maps.events,
			   BPFFS "/" OTHER "/" EVENTS);
	if (!err)
		err = bpf_map__pin(l->program->maps.data_utf8check,
				   BPFFS "/" OTHER "/" SETTINGS);
	if (!err)
		err = bpf_map__pin(l->program->maps.rules,
				   BPFFS "/" OTHER "/" RULES);
	if (!err)
		err = bpf_map__pin(l->program->maps.cgroups,
				   BPFFS "/" OTHER "/" CGROUPS);
	return err ? err : pin_links(l->program->skeleton);
}

/* What is in the other folder becomes what is in the present one. */
static int put_in_place(int root)
{
	if (!renameat2(root, OTHER, root, PRESENT, RENAME_NOREPLACE))
		return 0;
	if (errno != EEXIST ||
	    renameat2(root, OTHER, root, PRESENT, RENAME_EXCHANGE))
		return -errno;
	return remove_folder(root, OTHER);
}

static int pin_in_place(int root, const struct loader *l)
{
	int err = remove_folder(root, OTHER);

	if (err && err != -ENOENT)
		return err;
	if (mkdirat(root, OTHER, 0700))
		return -errno;
	err = pin(l);
	if (!err)
		err = put_in_place(root);
	if (err)
		remove_folder(root, OTHER);
	return err;
}

int loader_enable(const struct loader_plan *plan, bool verbose)
{
	struct loader_plan pinned = *plan;
	struct loader *l = loader_new(NULL);
	int root = open_bpffs(true), err = root;

	if (!l)
		err = -ENOMEM;
	pinned.settings.pinned = 1;
	if (err >= 0)
		err = loader_attach(l, &pinned, verbose);
	if (!err)
		err = pin_in_place(root, l);
	loader_stop(l);
	if (root >= 0)
		close(root);
	return err;
}

/* --- what is enabled -------------------------------------------------------- */

/* The pinned settings, when they are of this version; else a negative errno. */
static int open_settings(struct loader_guard *g)
{
	int fd = bpf_obj_get(BPFFS "/" PRESENT "/" SETTINGS), err;

	if (fd < 0)
		return -errno;
	err = loader_settings_of(fd, g);
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* The kernel lets go of what has lost its name a moment later. */
static int await_end(__u32 map)
{
	int i;

	for (i = 0; i < PATIENCE && loader_has_programs(map); i++)
		usleep(10000);
	return i < PATIENCE ? 0 : -ETIMEDOUT;
}

int loader_disable(void)
{
	struct loader_guard g = { };
	int root, settings, err, other;

	loader_keep_quiet();
	root = open_bpffs(false);
	if (root < 0)
		return root;
	settings = open_settings(&g);
	if (settings >= 0)
		close(settings);
	err = remove_folder(root, PRESENT);
	other = remove_folder(root, OTHER);
	if (err == -ENOENT)
		err = other;
	close(root);
	return err || settings < 0 ? err : await_end(g.map);
}

static int map_settings(struct loader *l)
{
	long page = sysconf(_SC_PAGESIZE);
	struct loader_guard g;
	int fd = open_settings(&g);
	void *at;

	if (fd < 0)
		return fd;
	l->mapped = (sizeof(*l->settings) + page - 1) / page * page;
	at = mmap(NULL, l->mapped, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (at == MAP_FAILED) {
		l->mapped = 0;
		return -errno;
	}
	l->settings = at;
	return 0;
}

/* --- other rules for it ----------------------------------------------------- */

static int change_rules(struct loader *l, const struct loader_plan *plan)
{
	const struct loader_maps maps = {
		.rules = bpf_obj_get(BPFFS "/" PRESENT "/" RULES),
		.cgroups = bpf_obj_get(BPFFS "/" PRESENT "/" CGROUPS),
	};
	int err = maps.rules < 0 || maps.cgroups < 0 ?
			  -errno : loader_put_rules(&maps, plan);

	if (!err)
		l->settings->limit = plan->settings.limit;
	if (maps.rules >= 0)
		close(maps.rules);
	if (maps.cgroups >= 0)
		close(maps.cgroups);
	return err;
}

int loader_reload(int (*read)(struct loader_plan *plan,
			      const struct guard_settings *enabled),
		  struct loader_plan *plan)
{
	struct loader *l = loader_new(NULL);
	int root = open_bpffs(false), err = root;

	loader_keep_quiet();
	if (!l)
		err = -ENOMEM;
	if (root >= 0)
		remove_folder(root, OTHER);
	if (err >= 0)
		err = map_settings(l);
	if (!err && !(l->settings->flags & GUARD_BY_RULES))
		err = -EINVAL;
	if (!err)
		err = read(plan, l->settings);
	if (!err)
		err = change_rules(l, plan);
	loader_stop(l);
	if (root >= 0)
		close(root);
	return err;
}

/* --- its events ------------------------------------------------------------- */

static int open_events(struct loader *l)
{
	l->events = bpf_obj_get(BPFFS "/" PRESENT "/" EVENTS);
	return l->events < 0 ? -errno : loader_read(l, l->events);
}

/* A ring buffer has one reader: the process that holds the lock of the folder. */
static int open_pins(struct loader *l)
{
	int err;

	if (!is_bpffs())
		return -ENOENT;
	l->folder = open(BPFFS "/" PRESENT,
			 O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (l->folder < 0)
		return -errno;
	if (flock(l->folder, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	err = map_settings(l);
	return err ? err : open_events(l);
}

int loader_open(struct loader **to, const struct loader_reader *reader)
{
	struct loader *l = loader_new(reader);
	int err;

	*to = NULL;
	if (!l)
		return -ENOMEM;
	loader_keep_quiet();
	err = open_pins(l);
	if (err) {
		loader_stop(l);
		return err;
	}
	*to = l;
	return 0;
}

bool loader_is_enabled(const struct loader *l)
{
	struct stat held, present;

	return !fstat(l->folder, &held) &&
	       !stat(BPFFS "/" PRESENT, &present) &&
	       held.st_dev == present.st_dev && held.st_ino == present.st_ino;
}
