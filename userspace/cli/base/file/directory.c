// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in one directory.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/file/directory.h"
#include "base/types.h"

bool directory_include_vcs;

bool directory_is_entered(const char *name)
{
	static const char *const vcs[] = { ".git", ".hg", ".svn", ".bzr", "CVS" };
	size_t i;

	if (directory_include_vcs)
		return true;
	for (i = 0; i < sizeof(vcs) / sizeof(vcs[0]); i++)
		if (!strcmp(name, vcs[i]))
			return false;
	return true;
}

void directory_leave_bare(struct directory *d)
{
	if (directory_include_vcs || !directory_has(d, "HEAD") || !directory_has(d, "objects") ||
	    !directory_has(d, "refs"))
		return;
	directory_free(d);
	*d = (struct directory){ };
}

const char *path_slash_after(const char *folder)
{
	size_t n = strlen(folder);

	return n && folder[n - 1] != '/' ? "/" : "";
}

char *path_join(const char *folder, const char *name)
{
	char *path;

	return asprintf(&path, "%s%s%s", folder, path_slash_after(folder), name) < 0 ?
	       NULL : path;
}

static bool is_dot(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

static unsigned char type_of(int fd, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type;
	return fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) ?
		       DT_UNKNOWN : IFTODT(st.st_mode);
}

static int compare_names(const void *a, const void *b)
{
	const struct directory_name *x = a, *y = b;

	return strcmp(x->text, y->text);
}

struct directory_name directory_name_at(const char *entry)
{
	return (struct directory_name){
		.text = entry + 1,
		.length = strlen(entry + 1),
		.type = *entry,
	};
}

/* Point to the names in the text, which does not move from now on. */
static int index_names(struct directory *d)
{
	const char *next = d->text;
	size_t i;

	d->names = calloc(d->count + 1, sizeof(*d->names));
	if (!d->names) {
		d->count = 0;
		return -ENOMEM;
	}
	for (i = 0; i < d->count; i++) {
		d->names[i] = directory_name_at(next);
		next += d->names[i].length + 2;
	}
	qsort(d->names, d->count, sizeof(*d->names), compare_names);
	return 0;
}

int directory_read(struct directory *d, DIR *dir)
{
	struct dirent *entry;
	int err, index_err;
	size_t size, n = 0;
	FILE *text;

	*d = (struct directory){ };
	text = open_memstream(&d->text, &size);
	if (!text)
		return -ENOMEM;
	for (errno = 0; (entry = readdir(dir)); errno = 0) {
		if (is_dot(entry->d_name))
			continue;
		putc(type_of(dirfd(dir), entry), text);
		fwrite(entry->d_name, 1, strlen(entry->d_name) + 1, text);
		n += strlen(entry->d_name) + 2;
		d->count++;
	}
	err = -errno;
	/* A stream in memory that cannot grow reports no error. */
	index_err = fclose(text) || size != n ? -ENOMEM : 0;
	if (index_err)
		d->count = 0;
	else
		index_err = index_names(d);
	return err ? err : index_err;
}

bool directory_has(const struct directory *d, const char *name)
{
	const struct directory_name key = { .text = name };

	return bsearch(&key, d->names, d->count, sizeof(key), compare_names);
}

/* Return: the target, to be freed; NULL and errno where the name is not a symbolic link. */
static char *read_target(int fd, const char *name)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(fd, name, target, sizeof(target));

	if (n == sizeof(target)) {
		errno = ENAMETOOLONG;
		n = -1;
	}
	return n < 0 ? NULL : strndup(target, n);
}

int directory_read_targets(struct directory *d, int fd)
{
	struct directory_name *name;
	int err = 0;

	for (name = d->names; name < d->names + d->count; name++) {
		if (name->type != DT_LNK)
			continue;
		name->target = read_target(fd, name->text);
		/* The link may be gone, or something else have its name. */
		if (!name->target && errno != ENOENT && errno != EINVAL)
			err = -errno;
	}
	return err;
}

void directory_free(struct directory *d)
{
	size_t i;

	for (i = 0; i < d->count; i++)
		free(d->names[i].target);
	free(d->names);
	free(d->text);
}

/* As open_beneath(), one name after the other: the kernel may be old. */
static int open_by_names(int folder, const char *path, int flags)
{
	const int how = O_PATH | O_DIRECTORY | O_CLOEXEC;
	int fd = openat(folder, *path == '/' ? "/" : ".", how);
	bool more = true;

	while (fd >= 0 && more) {
		const char *part = path + strspn(path, "/");
		AUTO_FREE char *name = *part ? strndup(part, strcspn(part, "/")) : strdup(".");
		AUTO_CLOSE int up = fd;

		path = part + strcspn(part, "/");
		more = *path;
		fd = name ? openat(up, name, (more ? how : flags) | O_NOFOLLOW) : -1;
	}
	return fd;
}

int open_beneath(int folder, const char *path, int flags)
{
	const struct open_how how = { .flags = flags, .resolve = RESOLVE_NO_SYMLINKS };
	int fd = syscall(SYS_openat2, folder, path, &how, sizeof(how));

	return fd < 0 ? open_by_names(folder, path, flags) : fd;
}
