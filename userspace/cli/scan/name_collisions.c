// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names in one folder that are the same under a normalization form.
 *
 * For each form in turn the names go into a table by the hash of their form,
 * and each is compared with those of the same hash that came before it; one of
 * each kind stands there for all.  The seed of the hash is random, so that
 * nobody can choose names that meet.  Two that an earlier form has joined, by
 * themselves or by way of others, are not named again.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include "scan/name_collisions.h"
#include "utf8check.h"

static const struct {
	const char *name;
	enum utf8check_form form;
} sames[] = {
	[TWINS_NFC] = { "nfc", UTF8CHECK_NFC },
	[TWINS_NFKC] = { "nfkc", UTF8CHECK_NFKC },
	[TWINS_CASEFOLD] = { "casefold", UTF8CHECK_NFD_CASEFOLD },
	[TWINS_NONE] = { "none", UTF8CHECK_FORM_NONE },
};

const char *twins_same_name(unsigned int same)
{
	return same <= TWINS_NONE ? sames[same].name : NULL;
}

#define NOBODY SIZE_MAX

/**
 * struct twins - the names of a folder, while they are compared
 *
 * @f: the folder.
 * @seed: of the hash.
 * @same: the form at hand.
 * @table: a name for each hash modulo @slots, or NOBODY; later names of the
 *	same remainder are found by @next.
 * @slots: how many, a power of two.
 * @hashes: of each name.
 * @next: of each name in the table.
 * @leaders: of each name: one that it is the same as and that is before it in
 *	the folder, or itself.
 */
struct twins {
	const struct folder *f;
	uint64_t seed;
	enum twins_same same;
	size_t *table;
	size_t slots;
	uint64_t *hashes;
	size_t *next;
	size_t *leaders;
};

static size_t leader(const struct twins *t, size_t i)
{
	while (t->leaders[i] != i)
		i = t->leaders[i];
	return i;
}

static bool are_same(const struct twins *t, size_t a, size_t b)
{
	const struct folder_name *x = &t->f->names[a], *y = &t->f->names[b];
	int order;

	return t->hashes[a] == t->hashes[b] &&
	       !utf8check_compare_form(sames[t->same].form, x->text, x->length,
				       y->text, y->length, &order) && !order;
}

/* The name in the table that is the same; else @i is put there. */
static size_t look_up(struct twins *t, size_t i)
{
	size_t *at = &t->table[t->hashes[i] & (t->slots - 1)];

	for (; *at != NOBODY; at = &t->next[*at])
		if (are_same(t, *at, i))
			return *at;
	*at = i;
	t->next[i] = NOBODY;
	return i;
}

static void find(struct twins *t,
		 void (*found)(void *context, const struct folder_name *a,
			       const struct folder_name *b, const char *same),
		 void *context)
{
	size_t i, a, b;

	for (i = 0; i < t->slots; i++)
		t->table[i] = NOBODY;
	for (i = 0; i < t->f->count; i++) {
		const struct folder_name *name = &t->f->names[i];

		if (utf8check_hash_form(sames[t->same].form, name->text,
					name->length, t->seed, &t->hashes[i]))
			continue;
		a = leader(t, look_up(t, i));
		b = leader(t, i);
		if (a == b)
			continue;
		found(context, &t->f->names[a], &t->f->names[b],
		      sames[t->same].name);
		t->leaders[a > b ? a : b] = a < b ? a : b;
	}
}

static bool allocate(struct twins *t)
{
	size_t i, count = t->f->count;

	for (t->slots = 16; t->slots < count; t->slots *= 2)
		;
	t->table = calloc(t->slots, sizeof(*t->table));
	t->hashes = calloc(count, sizeof(*t->hashes));
	t->next = calloc(count, sizeof(*t->next));
	t->leaders = calloc(count, sizeof(*t->leaders));
	if (!t->table || !t->hashes || !t->next || !t->leaders)
		return false;
	for (i = 0; i < count; i++)
		t->leaders[i] = i;
	return true;
}

int twins_find(const struct folder *f, enum twins_same same,
	       void (*found)(void *context, const struct folder_name *a,
			     const struct folder_name *b, const char *same),
	       void *context)
{
	struct twins t = { .f = f };
	int err = 0;

	if (same == TWINS_NONE || f->count < 2)
		return 0;
	/* Without it the hash is as good, but for an attacker. */
	if (getrandom(&t.seed, sizeof(t.seed), 0) < 0)
		t.seed = 1;
	if (!allocate(&t))
		err = -ENOMEM;
	for (t.same = TWINS_NFC; !err && t.same <= same; t.same++)
		find(&t, found, context);
	free(t.table);
	free(t.hashes);
	free(t.next);
	free(t.leaders);
	return err;
}
