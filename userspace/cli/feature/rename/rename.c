// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A name in a directory, changed.
 *
 * renameat2() with RENAME_NOREPLACE does all at once.  Where the filesystem does
 * not know that, a file gets a second name by a link, which never replaces a
 * file, and then loses the first one.  A directory cannot have two names, so there
 * it keeps its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file/directory.h"
#include "feature/rename/rename.h"
#include "feature/rename/rename_plan.h"

#define FLAGS (O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Open a directory that the plan has renamed, if it is still the same one. */
static int open_moved(int fd, const struct renaming *r)
{
	int found = r ? openat(fd, r->to, O_PATH | FLAGS) : -1;
	struct stat st;

	if (found >= 0 && !fstat(found, &st) && st.st_ino == r->inode)
		return found;
	if (found >= 0)
		close(found);
	return -ENOENT;
}

/* Open a directory by its absolute path, in which the plan may have renamed some names. */
static int open_planned(const char *path, const struct rename_plan *p)
{
	int fd = open_beneath(AT_FDCWD, path, O_PATH | FLAGS), above;
	const char *last = strrchr(path, '/') + 1;
	char *folder;

	if (fd >= 0 || errno != ENOENT || !p || !*last)
		return fd < 0 ? -errno : fd;
	folder = last - path > 1 ? strndup(path, last - path - 1) : strdup("/");
	above = folder ? open_planned(folder, p) : -ENOMEM;
	fd = above < 0 ? above : open_beneath(above, last, O_PATH | FLAGS);
	if (above >= 0 && fd < 0)
		fd = errno == ENOENT ? open_moved(above, plan_folder(p, folder, last)) : -errno;
	if (above >= 0)
		close(above);
	free(folder);
	return fd;
}

/* Open a directory of which O_PATH is known, to read it. */
static int open_to_read(int fd)
{
	int found;

	if (fd < 0)
		return fd;
	found = openat(fd, ".", O_RDONLY | FLAGS);
	if (found < 0)
		found = -errno;
	close(fd);
	return found;
}

int open_folder(const char *path, const struct rename_plan *p)
{
	return open_to_read(open_planned(path, p));
}

/* Linux before 3.15, and emulators, lack the call. */
static bool is_unknown(int err)
{
	return err == EINVAL || err == ENOSYS;
}

static int link_and_unlink(int fd, const char *from, const char *to)
{
	struct stat st;

	if (fstatat(fd, from, &st, AT_SYMLINK_NOFOLLOW))
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EOPNOTSUPP;
	if (linkat(fd, from, fd, to, 0)) {
		/* The filesystem has no hard links, or allows none to this file. */
		return errno == EPERM ? -EOPNOTSUPP : -errno;
	}
	return rename_finish_link(fd, from, to);
}

int rename_never_replace(int fd, const char *from, const char *to)
{
	if (!renameat2(fd, from, fd, to, RENAME_NOREPLACE))
		return 0;
	if (!is_unknown(errno))
		return -errno;
	return link_and_unlink(fd, from, to);
}

/*
 * Are both names listed?  A filesystem that takes two names for one lists only one
 * of them, and the file would be lost with it.
 */
static bool are_listed(int fd, const char *a, const char *b)
{
	int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct directory d;
	bool both;

	if (!dir) {
		if (copy >= 0)
			close(copy);
		return false;
	}
	both = !directory_read(&d, dir) && directory_find(&d, a) < d.count &&
	       directory_find(&d, b) < d.count;
	directory_free(&d);
	closedir(dir);
	return both;
}

int rename_finish_link(int fd, const char *from, const char *to)
{
	struct stat a, b;

	if (fstatat(fd, from, &a, AT_SYMLINK_NOFOLLOW) ||
	    fstatat(fd, to, &b, AT_SYMLINK_NOFOLLOW))
		return -errno;
	if (a.st_dev != b.st_dev || a.st_ino != b.st_ino || S_ISDIR(a.st_mode) ||
	    !are_listed(fd, from, to))
		return -EEXIST;
	return unlinkat(fd, from, 0) ? -errno : 0;
}
