/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where the directories are that a plan renames.
 */
#ifndef SCAN_MOVED_FOLDERS_H
#define SCAN_MOVED_FOLDERS_H

#include "scan/rename_plan.h"

/**
 * struct moved_folder - a directory that a plan renames
 *
 * @path: its absolute path before any renaming; owned.
 * @renaming: in the plan.
 */
struct moved_folder {
	char *path;
	const struct renaming *renaming;
};

/**
 * struct moved_folders - all of a plan, all zero at first
 *
 * @tree: for tsearch(3).
 * @complete: all are in it.
 */
struct moved_folders {
	void *tree;
	bool complete;
};

/* Take them from the plan, which must stay; once.  Return: 0; -ENOMEM. */
int moved_folders_take(struct moved_folders *m, const struct rename_plan *p);
void moved_folders_free(struct moved_folders *m);

/* The renaming of the directory that had this path before; or NULL. */
const struct renaming *moved_folders_find(const struct moved_folders *m, const char *path);

#endif /* SCAN_MOVED_FOLDERS_H */
