// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's folder in bpffs.
 *
 * bpffs may be open to users.  So the pins are in a folder that only root can enter.
 * Each step on the way to it goes from an open folder to a name in that folder,
 * follows no link, and checks the owner of the folder.  What does not belong to a guard
 * is left, and the caller gets its path.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include "cli/base/file/directory.h"
#include "cli/base/types.h"
#include "loader_private.h"

#define BPFFS "/sys/fs/bpf"
/* How often opening is tried again when our folder was removed meanwhile. */
#define TRIES 100

static char stranger[512];

const char *loader_stranger(void)
{
	return stranger;
}

int home_is_strange(const char *folder, const char *name)
{
	snprintf(stranger, sizeof(stranger), BPFFS "/" HOME "%s%s%s%s",
		 *folder ? "/" : "", folder, *name ? "/" : "", name);
	return -EUCLEAN;
}

int home_open_own(int parent, const char *name, const char *path)
{
	int fd = openat(parent, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat about, above;

	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ?
			       home_is_strange(path, "") : -errno;
	if (!fstat(fd, &about) && !fstat(parent, &above) && !about.st_uid &&
	    !(about.st_mode & 077) && about.st_dev == above.st_dev)
		return fd;
	close(fd);
	return home_is_strange(path, "");
}

static int open_mounted(void)
{
	int fd = open(BPFFS, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct statfs about;

	if (fd < 0)
		return -errno;
	if (!fstatfs(fd, &about) && about.f_type == BPF_FS_MAGIC)
		return fd;
	close(fd);
	return -ENOENT;
}

static bool has_home(int bpffs)
{
	struct stat st;

	return bpffs >= 0 && !fstatat(bpffs, HOME, &st, AT_SYMLINK_NOFOLLOW);
}

/*
 * No path leads below what is mounted over a bpffs.  So in a namespace of mounts that ends
 * with this thread, one after the other is taken away from above the one that has our folder.
 */
static void *open_covered(void *to)
{
	int fd = -1;

	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return NULL;
	while (!has_home(fd) && !umount2(BPFFS, MNT_DETACH)) {
		descriptor_close(&fd);
		fd = open_mounted();
	}
	*(int *)to = fd;
	return NULL;
}

static int find_covered(void)
{
	pthread_t thread;
	int fd = -1;

	if (!pthread_create(&thread, NULL, open_covered, &fd))
		pthread_join(thread, NULL);
	if (fd < 0 || has_home(fd))
		return fd;
	close(fd);
	return -ENOENT;
}

/*
 * Open the bpffs that has the folder, also below other mounts, or else what is there; with
 * @make, mount it where it is not.
 */
static int open_bpffs(bool make)
{
	int fd = open_mounted(), better = -ENOENT;

	/* Another bpffs, below this mount, may have the folder. */
	if (!has_home(fd))
		better = find_covered();
	if (better >= 0) {
		descriptor_close(&fd);
		return better;
	}
	if (fd != -ENOENT || !make)
		return fd;
	if (mount("bpf", BPFFS, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC,
		  "mode=0700"))
		return -errno;
	return open_mounted();
}

/* Is the open folder still the one of this name? */
static bool is_still_home(const struct loader_home *h)
{
	struct stat held;

	return h->fd >= 0 && !fstat(h->fd, &held) && file_is_at(&held, h->root, HOME);
}

/* Return: -EAGAIN where a command that had the lock before has removed the folder. */
static int lock_home(struct loader_home *h, bool make)
{
	int err;

	if (make && mkdirat(h->root, HOME, 0700) && errno != EEXIST)
		return -errno;
	h->fd = home_open_own(h->root, HOME, "");
	if (h->fd < 0)
		return make && h->fd == -ENOENT ? -EAGAIN : h->fd;
	err = flock(h->fd, LOCK_EX) ? -errno : is_still_home(h) ? 0 : -EAGAIN;
	if (!err)
		return 0;
	close(h->fd);
	h->fd = -1;
	return err;
}

int home_open(struct loader_home *h, bool make)
{
	int err = -EAGAIN;

	h->fd = -1;
	h->root = open_bpffs(make);
	if (h->root < 0)
		return h->root;
	for (int i = 0; i < TRIES && err == -EAGAIN; i++)
		err = lock_home(h, make);
	return err;
}

void home_close(struct loader_home *h)
{
	if (is_still_home(h))
		unlinkat(h->root, HOME, AT_REMOVEDIR);
	descriptor_close(&h->fd);
	descriptor_close(&h->root);
	h->fd = h->root = -1;
}
