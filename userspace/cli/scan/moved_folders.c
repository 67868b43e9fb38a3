// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where the directories are that a plan renames.
 */
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "scan/moved_folders.h"

static int compare(const void *a, const void *b)
{
	const struct moved_folder *x = a, *y = b;

	return strcmp(x->path, y->path);
}

static void free_one(void *node)
{
	struct moved_folder *f = node;

	free(f->path);
	free(f);
}

static struct moved_folder *new_one(const struct renaming *r)
{
	struct moved_folder *f = calloc(1, sizeof(*f));
	const char *slash = strcmp(r->folder, "/") ? "/" : "";

	if (!f)
		return NULL;
	f->renaming = r;
	if (asprintf(&f->path, "%s%s%s", r->folder, slash, r->from) >= 0)
		return f;
	free(f);
	return NULL;
}

static int add(struct moved_folders *m, const struct renaming *r)
{
	struct moved_folder *f = new_one(r), **at;

	if (!f)
		return -ENOMEM;
	at = tsearch(f, &m->tree, compare);
	if (!at || *at != f)
		free_one(f);
	return at ? 0 : -ENOMEM;
}

int moved_folders_take(struct moved_folders *m, const struct rename_plan *p)
{
	int err = 0;
	size_t i;

	for (i = 0; i < p->count && !m->complete && !err; i++)
		if (p->renamings[i].is_folder)
			err = add(m, &p->renamings[i]);
	m->complete = !err;
	return err;
}

void moved_folders_free(struct moved_folders *m)
{
	tdestroy(m->tree, free_one);
}

const struct renaming *moved_folders_find(const struct moved_folders *m, const char *path)
{
	struct moved_folder key = { .path = (char *)path };
	struct moved_folder **at = tfind(&key, &m->tree, compare);

	return at ? (*at)->renaming : NULL;
}
