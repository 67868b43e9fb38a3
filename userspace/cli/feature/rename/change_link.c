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
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/say/message.h"
#include "feature/rename/rename.h"

static const char other_file[] = "another file has this name now";

int change_link_open(int fd, const char *name, char *target, const char **why)
{
	int link = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	ssize_t n = link < 0 ? -1 : readlinkat(link, "", target, PATH_MAX);

	if (n >= 0 && n < PATH_MAX) {
		target[n] = '\0';
		return link;
	}
	if (n < 0 && link >= 0 && (errno == ENOENT || errno == EINVAL))
		*why = other_file;
	else
		*why = cli_strerror(n < 0 ? -errno : -ENAMETOOLONG);
	descriptor_close(&link);
	return -1;
}

/* Give link @to what link @from has.  Only a link of this user is given away. */
static const char *keep_link_metadata(int to, int from)
{
	struct stat old, new;

	if (fstat(from, &old) || fstat(to, &new))
		return cli_strerror(-errno);
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) &&
	    (new.st_uid != geteuid() ||
	     fchownat(to, "", old.st_uid, old.st_gid, AT_EMPTY_PATH)))
		return "a new link cannot have its owner";
	attributes_copy_link(to, from, &old);
	return NULL;
}

/* Return: the new link under its first name; -1, and @why. */
static int make_new_link(int fd, const char *other, int old, const char *target,
			 const char **why)
{
	char found[PATH_MAX];
	int link;

	if (symlinkat(target, fd, other)) {
		*why = errno == EEXIST ? "a file has the name that a new link needs first" :
		       cli_strerror(-errno);
		return -1;
	}
	link = change_link_open(fd, other, found, why);
	if (link >= 0 && !strcmp(found, target)) {
		*why = keep_link_metadata(link, old);
		if (!*why)
			return link;
		unlinkat(fd, other, 0);
	} else {
		*why = other_file;
	}
	descriptor_close(&link);
	return -1;
}

/*
 * Exchange the names of the old and the new link.  What is under @other at the end is
 * removed if it is the link that is not wanted.
 */
static const char *take_place(int fd, const char *name, const char *other,
			      const struct stat links[2])
{
	const char *why = NULL;

	if (renameat2(fd, other, fd, name, RENAME_EXCHANGE)) {
		why = errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP ?
		      "this filesystem cannot change its target without the danger of replacing another file" :
		      cli_strerror(-errno);
	} else if (!(file_is_at(&links[0], fd, other) && file_is_at(&links[1], fd, name))) {
		renameat2(fd, other, fd, name, RENAME_EXCHANGE);
		why = other_file;
	}
	if (file_is_at(&links[!!why], fd, other))
		unlinkat(fd, other, 0);
	return why;
}

const char *change_link(int fd, const char *name, int link, u64 inode, const char *target)
{
	char other[TEMPORARY_NAME_MAX];
	AUTO_CLOSE int new = -1;
	struct stat links[2];
	const char *why;

	temporary_name(other, inode, 0);
	new = make_new_link(fd, other, link, target, &why);
	if (new < 0)
		return why;
	if (fstat(link, &links[0]) || fstat(new, &links[1]))
		return cli_strerror(-errno);
	return take_place(fd, name, other, links);
}
