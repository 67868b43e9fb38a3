/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names in one directory, and the directories of whole trees.
 */
#ifndef FILE_DIRECTORY_H
#define FILE_DIRECTORY_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>

/**
 * struct directory_name - one name
 *
 * @text: the bytes, ended by a NUL; owned by struct directory.
 * @length: how many.
 * @type: what it names, as d_type of readdir(3); DT_UNKNOWN: that could not be found out.
 * @target: of a symbolic link that tree_walk_next() has come to: what it points to; owned by
 *	struct directory; else NULL.
 */
struct directory_name {
	const char *text;
	size_t length;
	unsigned char type;
	char *target;
};

/**
 * struct name_list - names, one after the other
 *
 * @text: for each a byte that says what it names, a value of d_type, and its bytes; owned.
 * @size: bytes of @text.
 */
struct name_list {
	char *text;
	size_t size;
};

/**
 * struct directory - all names but . and .., in the order of their bytes
 *
 * @names: the names.
 * @count: how many.
 * @list: their bytes.
 */
struct directory {
	struct directory_name *names;
	size_t count;
	struct name_list list;
};

/*
 * Read all names, as far as that is possible; @d is to be freed in any case.  Return: 0 or a
 * negative errno.
 */
int directory_read(struct directory *d, DIR *dir);
void directory_free(struct directory *d);
bool directory_has(const struct directory *d, const char *name);

/*
 * openat(2) that follows no symbolic link, in no part of the path.  Return: a descriptor; -1 and
 * errno.
 */
int open_beneath(int folder, const char *path, int flags);

static inline bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Has that file, or symbolic link, this name in the folder? */
bool file_is_at(const struct stat *st, int folder, const char *name);

/* --include-vcs: walks enter the folders of version control too. */
extern bool directory_include_vcs;

/* Does a walk enter a folder of this name?  Not asked of folders that the user named. */
bool directory_is_entered(const char *name);

/* --- the directories of whole trees, one after the other, and the files in them */

/**
 * struct folder - a directory that was reached
 *
 * @path: how it was reached, ended by a NUL; owned.
 * @names: its names, and the targets of its links, as far as they could be read; owned.
 * @fd: the directory, or -1.
 * @err: 0, or the negative errno of opening or reading it.
 */
struct folder {
	char *path;
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
 * @level: the directory above the current one, and what is below it; or NULL.
 */
struct tree_walk {
	char **trees;
	bool keep_open;
	int (*takes)(void *context, const char *path, struct directory_name *name);
	void *context;
	bool trouble;
	char *path;
	struct tree_level *level;
};

/* @trees: paths, ended by NULL; a symbolic link is followed here and nowhere below. */
void tree_walk_start(struct tree_walk *w, char **trees, bool keep_open);
void tree_walk_end(struct tree_walk *w);

/*
 * The next directory, to be freed by folder_free(); false when there are no more.  A directory
 * comes before those below it, and these come in the order of the bytes of their names.
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

/* The path of a name in a folder, and the folder of a file; to be freed; NULL without memory. */
char *path_join(const char *folder, const char *name);
char *folder_of(const char *target);

/* Allow so many descriptors, as far as root does. */
void descriptors_allow(rlim_t most);

#endif /* FILE_DIRECTORY_H */
