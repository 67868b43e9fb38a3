/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names in one directory.
 */
#ifndef FILE_DIRECTORY_H
#define FILE_DIRECTORY_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * struct directory_name - one name
 *
 * @text: the bytes, ended by a NUL; owned by struct directory.
 * @length: how many.
 * @is_folder: it names a directory; a symbolic link is none.
 * @is_file: it names a regular file.
 * @is_link: it names a symbolic link.
 * @is_unknown: what it names could not be found out.
 * @target: of a symbolic link, after directory_read_targets(): what it points to; owned
 *	by struct directory; else NULL.
 */
struct directory_name {
	const char *text;
	size_t length;
	bool is_folder;
	bool is_file;
	bool is_link;
	bool is_unknown;
	char *target;
};

/**
 * struct directory - all names but . and .., in the order of their bytes
 *
 * @names: the names.
 * @count: how many.
 * @text: for each a byte that says what it names, a value of d_type, and its bytes.
 */
struct directory {
	struct directory_name *names;
	size_t count;
	char *text;
};

/**
 * directory_read() - read all names of a directory
 * @d: filled, as far as it could be read; to be freed in any case
 * @dir: the directory
 *
 * Return: 0 or a negative errno.
 */
int directory_read(struct directory *d, DIR *dir);
void directory_free(struct directory *d);

/**
 * directory_read_targets() - read what the symbolic links point to
 * @d: the names
 * @fd: the directory
 *
 * A name that is not a symbolic link any more is passed over.
 *
 * Return: 0 or a negative errno; the others have been read even then.
 */
int directory_read_targets(struct directory *d, int fd);

/* The name of an entry of @text of struct directory. */
struct directory_name directory_name_at(const char *entry);

/* The number of a name, or the count of names where it is not there. */
size_t directory_find(const struct directory *d, const char *name);

/**
 * open_beneath() - open(2) that follows no symbolic link, in no part of the path
 * @folder: where a path begins that is not absolute; or AT_FDCWD
 * @path: the path
 * @flags: of open(2)
 *
 * Return: a descriptor; -1 and errno.
 */
int open_beneath(int folder, const char *path, int flags);

/* --include-vcs: walks enter the folders of version control too. */
extern bool directory_include_vcs;

/* Does a walk enter a folder of this name?  Not asked of folders that the user named. */
bool directory_is_entered(const char *name);

/* Remove the names of a bare repository of Git that a walk found, not the user named. */
void directory_leave_bare(struct directory *d);

#endif /* FILE_DIRECTORY_H */
