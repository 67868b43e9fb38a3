/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The directories of whole trees, one after the other, and the files in them.
 */
#ifndef FILE_TREE_WALK_H
#define FILE_TREE_WALK_H

#include "base/file/directory.h"

/**
 * struct folder - a directory that was reached
 *
 * @path: how it was reached, ended by a NUL; owned.
 * @length: bytes of @path.
 * @names: its names, and the targets of its links, as far as they could be read; owned.
 * @fd: the directory, or -1.
 * @err: 0, or the negative errno of opening or reading it.
 */
struct folder {
	char *path;
	size_t length;
	struct directory names;
	int fd;
	int err;
};

/**
 * struct tree_walk - where a walk is
 *
 * @trees: the trees that are not yet begun, ended by NULL.
 * @keep_open: struct folder gets a descriptor of its own.
 * @takes: called with each name that is reached, which is at @path; it may find out what
 *	an unknown name is.  Return: 1 to enter the folder, or to stop at the file; 0; a
 *	negative errno.  NULL: the walk enters all folders and stops at no file.
 * @context: for @takes.
 * @trouble: tree_walk_file() has complained.
 * @path: what the walk has reached; owned.
 * @room: how many bytes @path has room for.
 * @level: the directory above the current one, and what is below it; or NULL.
 */
struct tree_walk {
	char **trees;
	bool keep_open;
	int (*takes)(void *context, const char *path, struct directory_name *name);
	void *context;
	bool trouble;
	char *path;
	size_t room;
	struct tree_level *level;
};

/**
 * tree_walk_start() - begin
 * @w: to be freed by tree_walk_end()
 * @trees: paths, ended by NULL; a symbolic link is followed here and nowhere below
 * @keep_open: struct folder gets a descriptor of its own
 */
void tree_walk_start(struct tree_walk *w, char **trees, bool keep_open);
void tree_walk_end(struct tree_walk *w);

/**
 * tree_walk_next() - the next directory
 * @w: the walk
 * @f: filled; to be freed by folder_free()
 *
 * A directory comes before those below it, and these come in the order of the
 * bytes of their names.
 *
 * Return: false when there are no more.
 */
bool tree_walk_next(struct tree_walk *w, struct folder *f);
void folder_free(struct folder *f);

/*
 * The next file that @takes, in the order of the bytes of the names; its path stays valid
 * until the next call.  NULL when there are no more.
 */
const char *tree_walk_file(struct tree_walk *w);

/* Complain about a directory.  Return: CLI_TROUBLE. */
int folder_complain(const struct folder *f, int err);

/* What separates the path of a folder from a name: "/", or "" where the path ends in one. */
const char *path_slash_after(const char *folder);

/* The path of a name in a folder, to be freed; NULL without memory. */
char *path_join(const char *folder, const char *name);

#endif /* FILE_TREE_WALK_H */
