/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The regular files in a folder and below it.
 */
#ifndef FILE_FILE_TREE_H
#define FILE_FILE_TREE_H

#include <stdbool.h>
#include <sys/stat.h>
#include "base/file/directory.h"
#include "base/file/git.h"

/**
 * struct file_globs - patterns of names, as the shell has them
 *
 * @globs: the patterns.
 * @count: how many.
 */
struct file_globs {
	const char **globs;
	size_t count;
};

/**
 * struct file_choice - which files a command works on, besides those it names
 *
 * @list: a file that lists names, each ended by NUL (the last one needs none); "-" is
 *	standard input; NULL: the command line names the files.
 * @git: enum git_files: those that git names.
 * @recursive: of a folder, the files in it and below.
 * @one_file_system: no files in folders of other filesystems.
 * @include: only files with such a name, if there are patterns.
 * @exclude: no files and no folders with such a name.
 * @backup: no files whose name ends so, as they are backups of others; or NULL.
 * @output: not this file, where a folder has it, because the command writes it; or NULL.
 */
struct file_choice {
	const char *list;
	u8 git;
	bool recursive;
	bool one_file_system;
	struct file_globs include;
	struct file_globs exclude;
	const char *backup;
	const struct stat *output;
};

/**
 * struct file_level - a folder that the walk is in
 *
 * @folder: its names.
 * @next: the number of the name that comes next.
 * @length: how many bytes of the path name the folder, without a slash after them.
 */
struct file_level {
	struct directory folder;
	size_t next;
	size_t length;
};

/**
 * struct file_tree - a walk through a folder
 *
 * @levels: the folders from the first to where it is.
 * @depth: how many; 0 when there is no walk.
 * @path: the file or folder that it has come to.
 * @room: how many bytes @path has room for.
 * @below: how many bytes of @path name the first folder, without a slash after them.
 * @device: of the first folder.
 * @choice: which files are chosen.
 * @trouble: something could not be read, and a message said so.
 */
struct file_tree {
	struct file_level *levels;
	size_t depth;
	char *path;
	size_t room;
	size_t below;
	dev_t device;
	const struct file_choice *choice;
	bool trouble;
};

/* Begin to walk, where @name is a folder, or leads to one; else return false. */
bool file_tree_open(struct file_tree *t, const char *name);

/*
 * The next file, in the order of the bytes of the names; its name stays valid until
 * the next call.  NULL at the end, which closes the walk.
 */
const char *file_tree_next(struct file_tree *t);
void file_tree_close(struct file_tree *t);

#endif /* FILE_FILE_TREE_H */
