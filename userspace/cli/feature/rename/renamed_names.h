/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names that are to be changed, found by their directory.
 */
#ifndef RENAME_RENAMED_NAMES_H
#define RENAME_RENAMED_NAMES_H

#include <stdbool.h>
#include <sys/stat.h>
#include "base/types.h"

/**
 * struct renamed_name - a name that is to be changed
 *
 * @device: the device of its directory.
 * @folder: the inode of its directory.
 * @number: which renaming of the plan this is, from 0.
 * @from: the name before, ended by a NUL.
 * @to: the name after; in the same memory.
 */
struct renamed_name {
	dev_t device;
	ino_t folder;
	size_t number;
	const char *from;
	const char *to;
};

/**
 * struct renamed_names - the names that are to be changed; all zero at first
 *
 * @tree: for tsearch(3).
 */
struct renamed_names {
	void *tree;
};

/* Add a name, unless it is there; its texts are copied.  Return: 0; -ENOMEM. */
int renamed_names_add(struct renamed_names *all, const struct renamed_name *name);

/* What becomes of a name in a directory; or NULL. */
const struct renamed_name *renamed_names_find(const struct renamed_names *all,
					      const struct stat *folder, const char *name);

/* Is a name like this changed in any directory? */
bool renamed_names_has(const struct renamed_names *all, const char *name);
void renamed_names_free(struct renamed_names *all);

#endif /* RENAME_RENAMED_NAMES_H */
