// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names in one directory that are the same under a normalization form.
 *
 * For each form in turn, every name gets a hash of its form.  A table finds the
 * earlier names with the same hash, and the name is compared with them.  Names
 * that are the same have one entry in the table.  The seed of the hash is
 * random, so that nobody can choose names with the same hash.  Two names that
 * an earlier form has joined, directly or through other names, are not reported
 * again.
 *
 * Names that look the same have the same skeleton.  For these, the skeletons are
 * hashed and compared.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include "scan/name_collisions.h"
#include "scan/skeleton.h"
#include "utf8check.h"

static const struct {
	const char *name;
	enum utf8check_form form;
} forms[] = {
	[COLLISION_NFC] = { "nfc", UTF8CHECK_NFC },
	[COLLISION_NFKC] = { "nfkc", UTF8CHECK_NFKC },
	[COLLISION_CASEFOLD] = { "casefold", UTF8CHECK_NFD_CASEFOLD },
	[COLLISION_NFKC_CASEFOLD] = { "nfkc-casefold", UTF8CHECK_NFKC_CASEFOLD },
	[COLLISION_CONFUSABLE] = { "confusable", UTF8CHECK_NFC },
	[COLLISION_NONE] = { "none", UTF8CHECK_FORM_NONE },
};

const char *collision_form_name(unsigned int same)
{
	return same <= COLLISION_NONE ? forms[same].name : NULL;
}

#define NOBODY SIZE_MAX

/**
 * struct collisions - the names of a directory, while they are compared
 *
 * @directory: the directory.
 * @texts: what is compared: the names, or their skeletons; owned.
 * @seed: the seed of the hash.
 * @same: the form at hand.
 * @table: for each hash modulo @slots, the first name with that remainder, or
 *	NOBODY; @next leads to the later ones.
 * @slots: entries of @table, a power of two.
 * @hashes: the hash of each name.
 * @next: for each name in the table, the next name with the same remainder.
 * @leaders: for each name, an earlier name that is the same, or the name
 *	itself.
 */
struct collisions {
	const struct directory *directory;
	struct directory_name *texts;
	uint64_t seed;
	enum collision_form same;
	size_t *table;
	size_t slots;
	uint64_t *hashes;
	size_t *next;
	size_t *leaders;
};

static size_t leader(const struct collisions *c, size_t i)
{
	while (c->leaders[i] != i)
		i = c->leaders[i];
	return i;
}

static bool are_same(const struct collisions *c, size_t a, size_t b)
{
	const struct directory_name *x = &c->texts[a], *y = &c->texts[b];
	int order;

	return c->hashes[a] == c->hashes[b] &&
	       !utf8check_compare_form(forms[c->same].form, x->text, x->length,
				       y->text, y->length, &order) && !order;
}

/* The name in the table that is the same; where there is none, @i is added. */
static size_t look_up(struct collisions *c, size_t i)
{
	size_t *at = &c->table[c->hashes[i] & (c->slots - 1)];

	for (; *at != NOBODY; at = &c->next[*at])
		if (are_same(c, *at, i))
			return *at;
	*at = i;
	c->next[i] = NOBODY;
	return i;
}

static void find(struct collisions *c, name_collision_fn found, void *context)
{
	size_t i, a, b;

	for (i = 0; i < c->slots; i++)
		c->table[i] = NOBODY;
	for (i = 0; i < c->directory->count; i++) {
		const struct directory_name *text = &c->texts[i];

		if (!text->text ||
		    utf8check_hash_form(forms[c->same].form, text->text,
					text->length, c->seed, &c->hashes[i]))
			continue;
		a = leader(c, look_up(c, i));
		b = leader(c, i);
		if (a == b)
			continue;
		found(context, &c->directory->names[a], &c->directory->names[b],
		      forms[c->same].name);
		c->leaders[a > b ? a : b] = a < b ? a : b;
	}
}

/* Compare skeletons from now on; what is ill-formed has none. */
static int take_skeletons(struct collisions *c)
{
	const struct directory_name *name;
	size_t i;

	for (i = 0; i < c->directory->count; i++) {
		name = &c->directory->names[i];
		c->texts[i].text = NULL;
		if (utf8check_hash_form(UTF8CHECK_NFC, name->text, name->length,
					c->seed, &c->hashes[i]))
			continue;
		c->texts[i].text = skeleton_of(name->text, name->length,
					       &c->texts[i].length);
		if (!c->texts[i].text)
			return -ENOMEM;
	}
	return 0;
}

static void free_skeletons(struct collisions *c)
{
	size_t i;

	for (i = 0; i < c->directory->count; i++)
		if (c->texts[i].text != c->directory->names[i].text)
			free((char *)c->texts[i].text);
}

static bool allocate(struct collisions *c)
{
	size_t i, count = c->directory->count;

	for (c->slots = 16; c->slots < count; c->slots *= 2)
		;
	c->table = calloc(c->slots, sizeof(*c->table));
	c->hashes = calloc(count, sizeof(*c->hashes));
	c->next = calloc(count, sizeof(*c->next));
	c->leaders = calloc(count, sizeof(*c->leaders));
	c->texts = calloc(count, sizeof(*c->texts));
	if (!c->texts || !c->table || !c->hashes || !c->next || !c->leaders)
		return false;
	for (i = 0; i < count; i++)
		c->leaders[i] = i;
	memcpy(c->texts, c->directory->names, count * sizeof(*c->texts));
	return true;
}

int name_collisions_find(const struct directory *d, enum collision_form same,
			 name_collision_fn found, void *context)
{
	struct collisions c = { .directory = d };
	int err = 0;

	if (same == COLLISION_NONE || d->count < 2)
		return 0;
	/* Without a random seed, only an attacker could make the table slow. */
	if (getrandom(&c.seed, sizeof(c.seed), 0) < 0)
		c.seed = 1;
	if (!allocate(&c))
		err = -ENOMEM;
	for (c.same = COLLISION_NFC; !err && c.same <= same; c.same++) {
		if (c.same == COLLISION_CONFUSABLE)
			err = take_skeletons(&c);
		if (!err)
			find(&c, found, context);
	}
	if (c.texts)
		free_skeletons(&c);
	free(c.texts);
	free(c.table);
	free(c.hashes);
	free(c.next);
	free(c.leaders);
	return err;
}
