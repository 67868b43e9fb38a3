/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The new names in a directory: no two are the same, and none is there already.
 */
#ifndef RENAME_GIVEN_NAMES_H
#define RENAME_GIVEN_NAMES_H

#include "base/file/directory.h"
#include "feature/rename/reading.h"

/**
 * struct given_names - the new names, all zero at first
 *
 * @tree: for tsearch(3).
 */
struct given_names {
	void *tree;
};

/**
 * given_names_add() - give a new name
 * @g: the new names
 * @d: the names that are there
 * @text: the name that is wanted; where it is taken, a number is put before the
 *	last dot, from 2 on
 * @without: set to the name without a number, owned by @g
 *
 * Return: the name, owned by @g; NULL without memory.
 */
const char *given_names_add(struct given_names *g, const struct directory *d,
			    const struct name_text *text, const char **without);
/*
 * As given_names_add(), with a number in any case: the first that is free from *next on,
 * which is set to the one after it.
 */
const char *given_names_number(struct given_names *g, const struct directory *d,
			       const char *name, u64 *next);
void given_names_free(struct given_names *g);

#endif /* RENAME_GIVEN_NAMES_H */
