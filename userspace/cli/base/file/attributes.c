// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whose a file is, who may use it, and what else is attached to it.
 *
 * The order matters.  A new owner clears the set-user-id bits and the
 * capabilities, so the owner comes first.  An attribute of the user can be set
 * only where the mode allows to write, so the mode comes after them.  A new mode
 * changes the ACL, so the ACL comes last.
 */
#include <argz.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <linux/limits.h>
#include <sys/xattr.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/output.h"

#define ACL "system.posix_acl_access"

/**
 * struct attribute_text - a list of names, or a value; in the kernel none is longer
 *
 * @p: the bytes, and after a list a NUL.
 * @n: how many.
 */
struct attribute_text {
	char p[XATTR_SIZE_MAX + 1];
	size_t n;
};

static int read_value(int fd, const char *name, struct attribute_text *value)
{
	ssize_t got = fgetxattr(fd, name, value->p, XATTR_SIZE_MAX);

	value->n = got < 0 ? 0 : got;
	return got < 0 ? -errno : 0;
}

static int list_names(int fd, struct attribute_text *names)
{
	ssize_t got = flistxattr(fd, names->p, XATTR_LIST_MAX);

	names->n = got < 0 ? 0 : got;
	names->p[names->n] = '\0';
	/* A filesystem without attributes has none. */
	return got < 0 && errno != ENOTSUP ? -errno : 0;
}

static bool has_name(const struct attribute_text *names, const char *wanted)
{
	const char *name = NULL;

	while ((name = argz_next(names->p, names->n, name)))
		if (!strcmp(name, wanted))
			return true;
	return false;
}

static bool is_digest(const char *name)
{
	return !strcmp(name, "security.ima") || !strcmp(name, "security.evm");
}

static int not_kept(int err, const char *file, const char *what)
{
	cli_complain_errno(err, "%s: cannot keep %s", file, what);
	return err;
}

/* A value that is there already is not set: that could be forbidden. */
static int copy_value(int to, int from, const char *name)
{
	struct attribute_text value, present;
	int err = read_value(from, name, &value);

	/* Another process has removed it. */
	if (err)
		return err == -ENODATA ? 0 : err;
	if (!read_value(to, name, &present) && present.n == value.n &&
	    !memcmp(present.p, value.p, value.n))
		return 0;
	return fsetxattr(to, name, value.p, value.n, 0) ? -errno : 0;
}

static int copy_attribute(int to, int from, const char *attribute, const char *file)
{
	int err = copy_value(to, from, attribute);
	char what[XATTR_NAME_MAX + sizeof("the attribute ")];

	if (!err)
		return 0;
	snprintf(what, sizeof(what), "the attribute %s", attribute);
	return not_kept(err, file, strcmp(attribute, ACL) ? what : "the ACL");
}

/* The folder may have given a new file an ACL, which the other file lacks. */
static int remove_others(int to, const struct attribute_text *kept, const char *file)
{
	struct attribute_text names;
	const char *name = NULL;
	int err = list_names(to, &names);

	while (!err && (name = argz_next(names.p, names.n, name)))
		if (strncmp(name, "security.", 9) && !has_name(kept, name) &&
		    fremovexattr(to, name))
			err = -errno;
	return err ? not_kept(err, file, "the attributes") : 0;
}

static int copy_attributes(int to, int from, const struct attribute_text *names,
			   const char *file)
{
	const char *name = NULL;
	int err = 0;

	while (!err && (name = argz_next(names->p, names->n, name)))
		if (strcmp(name, ACL) && !is_digest(name))
			err = copy_attribute(to, from, name, file);
	return err;
}

/* What is right already is not set: a filesystem may have no way to set it. */
static int copy_owner(int to, const struct stat *st, const char *file)
{
	struct stat now;

	if (!fstat(to, &now) && now.st_uid == st->st_uid && now.st_gid == st->st_gid)
		return 0;
	return fchown(to, st->st_uid, st->st_gid) ? not_kept(-errno, file, "the owner") : 0;
}

static int copy_mode(int to, const struct stat *st, const char *file)
{
	struct stat now;

	if (!fstat(to, &now) && now.st_mode == st->st_mode)
		return 0;
	return fchmod(to, st->st_mode & 07777) ? not_kept(-errno, file, "the mode") : 0;
}

int attributes_copy(int to, int from, const struct stat *st, const char *file)
{
	struct attribute_text names;
	int err = list_names(from, &names);

	if (err)
		return not_kept(err, file, "the attributes");
	err = copy_owner(to, st, file) ?: remove_others(to, &names, file) ?:
	      copy_attributes(to, from, &names, file) ?: copy_mode(to, st, file);
	return err || !has_name(&names, ACL) ? err : copy_attribute(to, from, ACL, file);
}

/* The calls for links want a path; this one leads to the link itself. */
static const char *path_of_link(int fd, char path[64])
{
	snprintf(path, 64, "/proc/self/fd/%d", fd);
	return path;
}

void attributes_copy_link(int to, int from, const struct stat *st)
{
	const struct timespec times[] = { st->st_atim, st->st_mtim };
	char source[64], copy[64];
	struct attribute_text names, value;
	const char *name = NULL;
	ssize_t n;

	path_of_link(from, source);
	path_of_link(to, copy);
	n = listxattr(source, names.p, XATTR_LIST_MAX);
	names.n = n < 0 ? 0 : n;
	names.p[names.n] = '\0';
	while ((name = argz_next(names.p, names.n, name))) {
		n = is_digest(name) ? -1 : getxattr(source, name, value.p, XATTR_SIZE_MAX);
		if (n >= 0)
			setxattr(copy, name, value.p, n, 0);
	}
	utimensat(AT_FDCWD, copy, times, 0);
}
