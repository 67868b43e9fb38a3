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
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "scan/tree_walk.h"

/* A level of a tree takes a descriptor. */
#define DESCRIPTORS 65536

/**
 * struct tree_level - a directory above the one at hand
 *
 * @fd: the directory.
 * @length: bytes of its path.
 * @names: the names of the directories in it, each ended by a NUL; owned.
 * @next: the next of these.
 * @end: where the names end.
 */
struct tree_level {
	int fd;
	size_t length;
	char *names;
	char *next;
	char *end;
};

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
	struct tree_level *level = &w->levels[--w->depth];

	close(level->fd);
	free(level->names);
}

void tree_walk_end(struct tree_walk *w)
{
	while (w->depth)
		leave_level(w);
	free(w->levels);
	free(w->path);
}

/* Add a name to the path. */
static int enter(struct tree_walk *w, const char *name)
{
	bool slash = w->length && w->path[w->length - 1] != '/';
	size_t n = strlen(name), need = w->length + slash + n + 1;
	char *path = w->path;

	if (need > w->size)
		path = realloc(w->path, 2 * need);
	if (!path)
		return -ENOMEM;
	w->size = need > w->size ? 2 * need : w->size;
	w->path = path;
	if (slash)
		path[w->length++] = '/';
	memcpy(path + w->length, name, n + 1);
	w->length += n;
	return 0;
}

static int room_for_level(struct tree_walk *w)
{
	size_t room = w->room ? 2 * w->room : 16;
	struct tree_level *levels;

	if (w->depth < w->room)
		return 0;
	levels = realloc(w->levels, room * sizeof(*levels));
	if (!levels)
		return -ENOMEM;
	w->levels = levels;
	w->room = room;
	return 0;
}

/* Bytes that the names of the directories in @d need. */
static size_t size_of_folders(const struct directory *d)
{
	size_t i, size = 0;

	for (i = 0; i < d->count; i++)
		if (d->names[i].is_folder)
			size += d->names[i].length + 1;
	return size;
}

static char *copy_folders(const struct directory *d, char *to)
{
	size_t i;

	for (i = 0; i < d->count; i++)
		if (d->names[i].is_folder)
			to = stpcpy(to, d->names[i].text) + 1;
	return to;
}

/* The directories in @f come next. */
static int descend(struct tree_walk *w, const struct folder *f, int fd)
{
	struct tree_level level = { .fd = -1, .length = w->length };
	size_t size = size_of_folders(&f->names);
	int err = 0;

	if (!size)
		return 0;
	level.names = malloc(size);
	if (!level.names || room_for_level(w))
		err = -ENOMEM;
	if (!err)
		level.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (!err && level.fd < 0)
		err = -errno;
	if (err) {
		free(level.names);
		return err;
	}
	level.next = level.names;
	level.end = copy_folders(&f->names, level.names);
	w->levels[w->depth++] = level;
	return 0;
}

/* @fd is an open directory, which is closed. */
static int read_folder(struct tree_walk *w, struct folder *f, int fd)
{
	DIR *dir = fdopendir(fd);
	int err, below;

	if (!dir) {
		err = -errno;
		close(fd);
		return err;
	}
	err = directory_read(&f->names, dir);
	below = descend(w, f, fd);
	if (w->keep_open)
		f->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (!below && w->keep_open && f->fd < 0)
		below = -errno;
	closedir(dir);
	return err ? err : below;
}

/* @fd is an open directory, which is closed; or -1, and errno says why. */
static bool take(struct tree_walk *w, struct folder *f, int fd)
{
	f->err = fd < 0 ? -errno : 0;
	f->path = strdup(w->path);
	f->length = w->length;
	if (fd >= 0 && f->path)
		f->err = read_folder(w, f, fd);
	else if (fd >= 0)
		close(fd);
	if (!f->path) {
		f->err = -ENOMEM;
		f->length = 0;
	}
	return true;
}

static const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

static bool next_below(struct tree_walk *w, struct folder *f)
{
	struct tree_level *level = &w->levels[w->depth - 1];
	const char *name = level->next;

	level->next += strlen(name) + 1;
	w->length = level->length;
	errno = ENOMEM;
	return take(w, f, enter(w, name) ? -1 :
			  openat(level->fd, name, flags | O_NOFOLLOW));
}

bool tree_walk_next(struct tree_walk *w, struct folder *f)
{
	const char *name;

	*f = (struct folder){ .fd = -1 };
	while (w->depth) {
		struct tree_level *level = &w->levels[w->depth - 1];

		if (level->next < level->end)
			return next_below(w, f);
		leave_level(w);
	}
	if (!*w->trees)
		return false;
	w->length = 0;
	name = *w->trees++;
	errno = ENOMEM;
	return take(w, f, enter(w, name) ? -1 : open(name, flags));
}

void folder_free(struct folder *f)
{
	directory_free(&f->names);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
}
