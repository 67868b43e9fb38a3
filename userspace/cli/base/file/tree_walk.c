// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The directories of whole trees, one after the other, and the files in them.
 *
 * fts(3) is not used: in glibc it treats an error amid a folder as the folder's end.
 *
 * A directory is read once.  While the walk is below it, its remaining names are in
 * memory.  Where directories are asked for, it is also kept open, and a directory is
 * opened by its name in the open directory above it, and no symbolic link is followed:
 * so moving directories meanwhile cannot lead the walk out of the tree.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/output.h"
#include "base/file/directory.h"
#include "base/say/message.h"

/* A level of a tree takes a descriptor. */
#define DESCRIPTORS 65536

/**
 * struct tree_level - a directory above the current one
 *
 * @up: the directory above it; or NULL.
 * @fd: the directory, or -1.
 * @length: bytes of its path.
 * @names: those of its names that the walk comes to, as in @text of struct directory; owned.
 * @size: bytes of @names.
 * @at: where the next of them is.
 */
struct tree_level {
	struct tree_level *up;
	int fd;
	size_t length;
	char *names;
	size_t size;
	size_t at;
};

void tree_walk_start(struct tree_walk *w, char **trees, bool keep_open)
{
	*w = (struct tree_walk){ .trees = trees, .keep_open = keep_open };
	descriptors_allow(DESCRIPTORS);
}

static void leave_level(struct tree_walk *w)
{
	struct tree_level *level = w->level;

	w->level = level->up;
	descriptor_close(&level->fd);
	free(level->names);
	free(level);
}

void tree_walk_end(struct tree_walk *w)
{
	while (w->level)
		leave_level(w);
	free(w->path);
	w->path = NULL;
}

/* Does the walk come to this name? */
static bool is_to_come(const struct tree_walk *w, const struct directory_name *name)
{
	return w->takes || (name->type == DT_DIR && directory_is_entered(name->text));
}

/* The names in @f come next. */
static int descend(struct tree_walk *w, const struct folder *f, int fd)
{
	struct tree_level *level = calloc(1, sizeof(*level));
	FILE *to = level ? open_memstream(&level->names, &level->size) : NULL;
	const struct directory_name *name = f->names.names;
	size_t n = 0;
	int err = -ENOMEM;

	for (; to && name < f->names.names + f->names.count; name++) {
		if (!is_to_come(w, name))
			continue;
		fwrite(name->text - 1, 1, name->length + 2, to);
		n += name->length + 2;
	}
	/* A stream in memory that cannot grow reports no error. */
	if (to && !fclose(to) && level->size == n) {
		level->fd = w->takes ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
		err = level->fd < 0 && !w->takes ? -errno : 0;
	}
	if (err) {
		free(level ? level->names : NULL);
		free(level);
		return err;
	}
	level->length = strlen(w->path);
	level->up = w->level;
	w->level = level;
	return 0;
}

/* @fd is an open directory, which is closed; or -1, and errno says why. */
static int read_folder(struct tree_walk *w, struct folder *f, int fd)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	int err = -errno, targets, below;

	if (!dir) {
		descriptor_close(&fd);
		return err;
	}
	err = directory_read(&f->names, dir);
	if (w->level)
		directory_leave_bare(&f->names);
	targets = w->takes ? 0 : directory_read_targets(&f->names, fd);
	below = descend(w, f, fd);
	if (w->keep_open)
		f->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (!below && w->keep_open && f->fd < 0)
		below = -errno;
	closedir(dir);
	return err ? err : below ? below : targets;
}

/* Read the folder at the path, whose name in the folder above it is @name. */
static int enter_folder(struct tree_walk *w, struct folder *f, const char *name)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
	const struct tree_level *level = w->level;

	if (!level || level->fd < 0)
		return read_folder(w, f, open(w->path, flags | (level ? O_NOFOLLOW : 0)));
	return read_folder(w, f, open_beneath(level->fd, name, flags));
}

/* @name after the path of the current folder. */
static int set_path(struct tree_walk *w, const char *name)
{
	char *path;

	if (w->level)
		w->path[w->level->length] = '\0';
	path = w->level ? path_join(w->path, name) : strdup(name);
	if (!path)
		return -ENOMEM;
	free(w->path);
	w->path = path;
	return 0;
}

/* Go to the next name.  Return: 1; 0 at the end; a negative errno. */
static int next_name(struct tree_walk *w, struct directory_name *name)
{
	while (w->level && w->level->at == w->level->size)
		leave_level(w);
	if (w->level) {
		*name = directory_name_at(w->level->names + w->level->at);
		w->level->at += name->length + 2;
	} else if (*w->trees) {
		*name = (struct directory_name){ .text = *w->trees++ };
	} else {
		return 0;
	}
	return set_path(w, name->text) ? -ENOMEM : 1;
}

bool tree_walk_next(struct tree_walk *w, struct folder *f)
{
	struct directory_name name;
	int err = next_name(w, &name);

	*f = (struct folder){ .fd = -1 };
	if (!err)
		return false;
	f->path = err < 0 ? NULL : strdup(w->path);
	f->err = f->path ? enter_folder(w, f, name.text) : -ENOMEM;
	return true;
}

const char *tree_walk_file(struct tree_walk *w)
{
	struct directory_name name;
	struct folder f;
	int err;

	while ((err = next_name(w, &name))) {
		if (err > 0 && w->level)
			err = w->takes(w->context, w->path, &name);
		if (err > 0 && name.type == DT_REG)
			return w->path;
		f = (struct folder){ .fd = -1 };
		if (err > 0)
			err = enter_folder(w, &f, name.text);
		directory_free(&f.names);
		if (err) {
			cli_complain_errno(err, "%s", w->path ? w->path : name.text);
			w->trouble = true;
		}
	}
	return NULL;
}

void folder_free(struct folder *f)
{
	directory_free(&f->names);
	descriptor_close(&f->fd);
	free(f->path);
}

int folder_complain(const struct folder *f, int err)
{
	return cli_trouble(err, f->path ? f->path : "");
}
