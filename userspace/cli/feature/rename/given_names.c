// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The new names in a directory.
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "feature/rename/given_names.h"

/**
 * struct given - a name that was wanted
 *
 * @next: the number that is tried next where it is wanted again.
 * @text: the name, ended by a NUL.
 */
struct given {
	u64 next;
	char text[];
};

static int compare_given(const void *a, const void *b)
{
	const struct given *x = a, *y = b;

	return strcmp(x->text, y->text);
}

/* @name with @number, unless that is 0, before its last dot (but not a dot at the start). */
static struct given *new_given(const char *name, size_t n, u64 number)
{
	const char *dot = memrchr(name, '.', n);
	size_t stem = dot && dot > name ? (size_t)(dot - name) : n;
	char text[32] = "";
	struct given *g = malloc(sizeof(*g) + n + sizeof(text));

	if (!g)
		return NULL;
	g->next = 2;
	if (number)
		sprintf(text, "_%llu", (unsigned long long)number);
	sprintf(g->text, "%.*s%s%.*s", (int)stem, name, text, (int)(n - stem), name + stem);
	return g;
}

/*
 * The entry of the same name: @g, or an older one, and @g is freed; *fresh says
 * which.  NULL without memory.
 */
static struct given *enter_given(struct given_names *all, struct given *g, bool *fresh)
{
	struct given **at = g ? tsearch(g, &all->tree, compare_given) : NULL;

	*fresh = at && *at == g;
	if (!*fresh)
		free(g);
	return at ? *at : NULL;
}

static bool is_name_in(const struct directory *d, const char *name)
{
	return directory_find(d, name) < d->count;
}

/* The first name with a number that is not there. */
static struct given *next_numbered(const struct directory *d, const char *name, u64 *next)
{
	struct given *g;

	while ((g = new_given(name, strlen(name), (*next)++)) && is_name_in(d, g->text))
		free(g);
	return g;
}

const char *given_names_number(struct given_names *all, const struct directory *d,
			       const char *name, u64 *next)
{
	struct given *g;
	bool fresh;

	do
		g = enter_given(all, next_numbered(d, name, next), &fresh);
	while (g && !fresh);
	return g ? g->text : NULL;
}

const char *given_names_add(struct given_names *all, const struct directory *d,
			    const struct name_text *text, const char **without)
{
	struct given *wanted;
	bool fresh;

	wanted = enter_given(all, new_given((const char *)text->bytes, text->n, 0), &fresh);
	if (!wanted)
		return NULL;
	*without = wanted->text;
	if (fresh && !is_name_in(d, wanted->text))
		return wanted->text;
	return given_names_number(all, d, wanted->text, &wanted->next);
}

void given_names_free(struct given_names *all)
{
	tdestroy(all->tree, free);
}
