/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A name in a directory, changed.
 */
#ifndef RENAME_H
#define RENAME_H

#include <stdbool.h>

struct rename_plan;

/**
 * open_folder() - open a directory by its absolute path
 * @path: the path; no part of it may be a symbolic link
 * @plan: directories may have another name now by it, after plan_find_folders(); or
 *	NULL
 *
 * Return: a descriptor; a negative errno.
 */
int open_folder(const char *path, const struct rename_plan *plan);

/**
 * rename_never_replace() - give a file another name in its directory
 * @fd: the directory
 * @from: its name
 * @to: the new name, which must not be there
 *
 * Return: 0; -EEXIST; -EOPNOTSUPP where the filesystem has no way to do that
 * without the danger of replacing another file; another negative errno.
 */
int rename_never_replace(int fd, const char *from, const char *to);

/**
 * rename_finish_link() - remove one of two names of a file
 * @fd: the directory
 * @from: the name that goes, if both names are there, and are names of one file
 * @to: the other name
 *
 * A file that was renamed by a link has both names for a moment.
 *
 * Return: 0; -EEXIST where that is not so; another negative errno.
 */
int rename_finish_link(int fd, const char *from, const char *to);

#endif /* RENAME_H */
