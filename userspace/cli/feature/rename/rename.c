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

/* Open the last part of a path in the directory above it, which ends at @slash. */
static int open_part(int fd, char *path, char *slash, const struct rename_plan *p)
{
	int found = openat(fd, slash + 1, O_PATH | FLAGS);

	if (found >= 0)
		return found;
	if (errno != ENOENT || !p)
		return -errno;
	*slash = '\0';
	found = open_moved(fd, plan_folder(p, *path ? path : "/", slash + 1));
	*slash = '/';
	return found;
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
	char *copy = strdup(path), *end;
	int fd = copy ? open("/", O_PATH | FLAGS) : -ENOMEM, next;

	/* Each part in turn ends the copy, and is opened. */
	for (end = copy; fd >= 0 && end && end[1]; ) {
		end = strchr(end + 1, '/');
		if (end)
			*end = '\0';
		next = open_part(fd, copy, strrchr(copy, '/'), p);
		if (end)
			*end = '/';
		close(fd);
		fd = next;
	}
	free(copy);
	return open_to_read(fd);
}

/* Linux before 3.15, and emulators, have no such call. */
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
