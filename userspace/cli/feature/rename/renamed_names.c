// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names that are to be changed, found by their directory.
 *
 * A directory is known by its device and inode, so it does not matter by which path
 * it is reached.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "feature/rename/renamed_names.h"

static int by_text(const void *a, const void *b)
{
	const struct renamed_name *x = a, *y = b;

	return strcmp(x->from, y->from);
}

static int compare_renamed(const void *a, const void *b)
{
	const struct renamed_name *x = a, *y = b;
	int order = by_text(a, b);

	if (order)
		return order;
	if (x->folder != y->folder)
		return x->folder < y->folder ? -1 : 1;
	return x->device == y->device ? 0 : x->device < y->device ? -1 : 1;
}

int renamed_names_add(struct renamed_names *all, const struct renamed_name *name)
{
	size_t from = strlen(name->from) + 1, to = strlen(name->to) + 1;
	struct renamed_name *r = malloc(sizeof(*r) + from + to), **at;

	if (!r)
		return -ENOMEM;
	*r = *name;
	r->from = memcpy(r + 1, name->from, from);
	r->to = memcpy((char *)(r + 1) + from, name->to, to);
	at = tsearch(r, &all->tree, compare_renamed);
	if (!at || *at != r)
		free(r);
	return at ? 0 : -ENOMEM;
}

const struct renamed_name *renamed_names_find(const struct renamed_names *all,
					      const struct stat *folder, const char *name)
{
	const struct renamed_name key = {
		.device = folder->st_dev,
		.folder = folder->st_ino,
		.from = name,
	};
	struct renamed_name **at = tfind(&key, &all->tree, compare_renamed);

	return at ? *at : NULL;
}

/* Entries with the same text are neighbours in the tree. */
bool renamed_names_has(const struct renamed_names *all, const char *name)
{
	const struct renamed_name key = { .from = name };

	return tfind(&key, &all->tree, by_text);
}

void renamed_names_free(struct renamed_names *all)
{
	tdestroy(all->tree, free);
}
