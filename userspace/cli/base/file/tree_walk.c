// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The directories of whole trees, one after the other.
 *
 * A directory is read once.  While the walk is below it, it is kept open, and the
 * names of its directories that are still to come are in memory.  A directory is
 * opened by its name in the open directory above it, and no symbolic link is
 * followed: so whoever moves directories meanwhile cannot lead the walk out of
 * the tree.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/file/tree_walk.h"
#include "base/say/message.h"

/* A level of a tree takes a descriptor. */
#define DESCRIPTORS 65536

/**
 * struct tree_level - a directory above the one at hand
 *
 * @up: the directory above it; or NULL.
 * @fd: the directory.
 * @length: bytes of its path.
 * @next: the next of the names.
 * @end: where the names end.
 * @names: the names of the directories in it, each ended by a NUL.
 */
struct tree_level {
	struct tree_level *up;
	int fd;
	size_t length;
	const char *next;
	const char *end;
	char names[];
};

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

static void allow_depth(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= DESCRIPTORS)
		return;
	limit.rlim_cur = limit.rlim_max < DESCRIPTORS ? limit.rlim_max :
							DESCRIPTORS;
	setrlimit(RLIMIT_NOFILE, &limit);
}

void tree_walk_start(struct tree_walk *w, char **trees, bool keep_open)
{
	*w = (struct tree_walk){ .trees = trees, .keep_open = keep_open };
	allow_depth();
}

static void leave_level(struct tree_walk *w)
{
	struct tree_level *level = w->level;

	w->level = level->up;
	close(level->fd);
	free(level);
}

void tree_walk_end(struct tree_walk *w)
{
	while (w->level)
		leave_level(w);
	free(w->path);
}

static bool is_entered(const struct directory_name *name)
{
	return name->is_folder && directory_is_entered(name->text);
}

/* Bytes that the names of the directories in @d need. */
static size_t size_of_folders(const struct directory *d)
{
	size_t i, size = 0;

	for (i = 0; i < d->count; i++)
		if (is_entered(&d->names[i]))
			size += d->names[i].length + 1;
	return size;
}

static char *copy_folders(const struct directory *d, char *to)
{
	size_t i;

	for (i = 0; i < d->count; i++)
		if (is_entered(&d->names[i]))
			to = stpcpy(to, d->names[i].text) + 1;
	return to;
}

/* The directories in @f come next. */
static int descend(struct tree_walk *w, const struct folder *f, int fd)
{
	size_t size = size_of_folders(&f->names);
	struct tree_level *level;
	int err;

	if (!size)
		return 0;
	level = malloc(sizeof(*level) + size);
	if (!level)
		return -ENOMEM;
	level->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (level->fd < 0) {
		err = -errno;
		free(level);
		return err;
	}
	level->length = f->length;
	level->next = level->names;
	level->end = copy_folders(&f->names, level->names);
	level->up = w->level;
	w->level = level;
	return 0;
}

/* @fd is an open directory, which is closed. */
static int read_folder(struct tree_walk *w, struct folder *f, int fd)
{
	DIR *dir = fdopendir(fd);
	int err, targets, below;

	if (!dir) {
		err = -errno;
		close(fd);
		return err;
	}
	err = directory_read(&f->names, dir);
	if (w->level)
		directory_leave_bare(&f->names);
	targets = directory_read_targets(&f->names, fd);
	below = descend(w, f, fd);
	if (w->keep_open)
		f->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (!below && w->keep_open && f->fd < 0)
		below = -errno;
	closedir(dir);
	return err ? err : below ? below : targets;
}

bool tree_walk_next(struct tree_walk *w, struct folder *f)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
	struct tree_level *level;
	const char *name;
	char *path;
	int fd = -1;

	*f = (struct folder){ .fd = -1 };
	while (w->level && w->level->next == w->level->end)
		leave_level(w);
	level = w->level;
	name = level ? level->next : *w->trees;
	if (!name)
		return false;
	if (level) {
		level->next += strlen(name) + 1;
		w->path[level->length] = '\0';
	} else {
		w->trees++;
	}
	errno = ENOMEM;
	path = level ? path_join(w->path, name) : strdup(name);
	f->path = path ? strdup(path) : NULL;
	if (path) {
		free(w->path);
		w->path = path;
	}
	f->length = f->path ? strlen(f->path) : 0;
	if (f->path)
		fd = level ? openat(level->fd, name, flags | O_NOFOLLOW) : open(name, flags);
	f->err = fd < 0 ? -errno : read_folder(w, f, fd);
	return true;
}

void folder_free(struct folder *f)
{
	directory_free(&f->names);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
}

int folder_complain(const struct folder *f, int err)
{
	return cli_trouble(err, f->path ? f->path : "");
}
