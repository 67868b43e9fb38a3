// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The target of a symbolic link, changed.
 *
 * The kernel has no call for that: a new link is made under another name, and the two
 * links exchange their names at once (RENAME_EXCHANGE).  What then has the other name
 * is the old link, and is removed; or it is something that took the name of the link
 * meanwhile, and then the names are exchanged back.  So nothing is lost that another
 * process puts there.
 *
 * No link is followed: each link has a descriptor, so that no other file can take the
 * place of the new link before its owner is changed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file/attributes.h"
#include "base/file/temporary.h"
#include "feature/rename/change_link.h"

void change_link_name(char name[CHANGE_LINK_NAME_MAX], u64 inode)
{
	snprintf(name, CHANGE_LINK_NAME_MAX, ".utf8check-%" PRIu64, inode);
}

int change_link_open(int fd, const char *name, char *target)
{
	int link = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC), err = 0;
	ssize_t n;

	if (link < 0)
		return -errno;
	n = readlinkat(link, "", target, PATH_MAX);
	if (n < 0)
		err = errno == ENOENT ? -EINVAL : -errno;
	else if (n == PATH_MAX)
		err = -ENAMETOOLONG;
	if (!err) {
		target[n] = '\0';
		return link;
	}
	close(link);
	return err;
}

/* Give link @to what link @from has.  Only a link of this user is given away. */
static int keep_link_metadata(int to, int from)
{
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return -errno;
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    (new.st_uid != geteuid() ||
	     fchownat(to, "", old.st_uid, old.st_gid, AT_EMPTY_PATH)))
		return -EPERM;
	attributes_copy_link(to, from, &old);
	return 0;
}

/*
 * Return: the new link under its first name; -EBUSY where that is the name of something
 * else by now; another negative errno.
 */
static int make_new_link(int fd, const char *other, int old, const char *target)
{
	char found[PATH_MAX];
	int link, err;

	if (symlinkat(target, fd, other))
		return -errno;
	link = change_link_open(fd, other, found);
	if (link < 0)
		return -EBUSY;
	err = strcmp(found, target) ? -EBUSY : keep_link_metadata(link, old);
	if (!err)
		return link;
	close(link);
	if (err != -EBUSY)
		unlinkat(fd, other, 0);
	return err;
}

static int exchange(int fd, const char *a, const char *b)
{
	if (!renameat2(fd, a, fd, b, RENAME_EXCHANGE))
		return 0;
	return errno == EINVAL || errno == ENOSYS ? -EOPNOTSUPP : -errno;
}

/*
 * Exchange the names of the old and the new link.  What is under @other at the end is
 * removed if it is the link that is not wanted.
 */
static int take_place(int fd, const char *name, const char *other,
		      const struct stat links[2])
{
	int err = exchange(fd, other, name);

	if (!err && !(file_is_at(&links[0], fd, other) && file_is_at(&links[1], fd, name))) {
		exchange(fd, other, name);
		err = -EBUSY;
	}
	if (file_is_at(&links[!!err], fd, other))
		unlinkat(fd, other, 0);
	return err;
}

int change_link(int fd, const char *name, int link, u64 inode, const char *target)
{
	struct stat links[2];
	char other[CHANGE_LINK_NAME_MAX];
	int new, err;

	change_link_name(other, inode);
	new = make_new_link(fd, other, link, target);
	if (new < 0)
		return new;
	if (fstat(link, &links[0]) || fstat(new, &links[1]))
		err = -errno;
	else
		err = take_place(fd, name, other, links);
	close(new);
	return err;
}
