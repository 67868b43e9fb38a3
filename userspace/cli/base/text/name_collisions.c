// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names in one directory that are the same under a normalization form.
 *
 * For each form in turn, every name gets a hash of its form.  A table finds the
 * earlier names with the same hash, and the name is compared with them.  Names
 * that are the same have one entry in the table.  The seed of the hash is
 * random, so that an attacker cannot choose names with the same hash.  Two names that
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
#include "base/say/escape.h"
#include "base/text/name_collisions.h"
#include "utf8check.h"

static const struct {
	const char *name;
	enum utf8check_form form;
} forms[] = {
	[COLLISION_NFC] = { "nfc", UTF8CHECK_FORM_NFC },
	[COLLISION_NFKC] = { "nfkc", UTF8CHECK_FORM_NFKC },
	[COLLISION_CASEFOLD] = { "casefold", UTF8CHECK_FORM_NFD_CASEFOLD },
	[COLLISION_NFKC_CASEFOLD] = { "nfkc-casefold", UTF8CHECK_FORM_NFKC_CASEFOLD },
	[COLLISION_CONFUSABLE] = { "confusable", UTF8CHECK_FORM_NFC },
	[COLLISION_NONE] = { "none", UTF8CHECK_FORM_NONE },
};

const char *collision_form_name(unsigned int same)
{
	return same <= COLLISION_NONE ? forms[same].name : NULL;
}

void name_print_difference(FILE *to, const char *a, const char *between, const char *b)
{
	size_t n = strlen(a), b_n = strlen(b), begin = 0;
	int order;

	if (utf8check_compare_form(UTF8CHECK_FORM_NFC, a, n, b, b_n, &order) || order)
		return;
	while (a[begin] && a[begin] == b[begin])
		begin++;
	while (begin && (is_continuation(a[begin]) || is_continuation(b[begin])))
		begin--;
	while (n > begin && b_n > begin && a[n - 1] == b[b_n - 1] && !is_continuation(a[n - 1]))
		n--, b_n--;
	fputs(" (", to);
	hex_print_words(to, (const u8 *)a + begin, n - begin, n);
	fputs(between, to);
	hex_print_words(to, (const u8 *)b + begin, b_n - begin, b_n);
	putc(')', to);
}

#define NO_NAME SIZE_MAX

/**
 * struct compared - a name that is compared with the others
 *
 * @text: the name, or its skeleton, which is owned; no text: it is left out.
 * @hash: of the text.
 * @next: if it is in the table, the next name with the same remainder.
 * @leader: an earlier name that is the same, or the name itself.
 */
struct compared {
	struct directory_name text;
	uint64_t hash;
	size_t next;
	size_t leader;
};

/**
 * struct collisions - the names of a directory, while they are compared
 *
 * @directory: the directory.
 * @names: what is compared; owned.
 * @seed: the seed of the hash.
 * @now: the current form.
 * @table: for each hash modulo @slots, the first name with that remainder, or
 *	NO_NAME.
 * @slots: entries of @table, a power of two.
 */
struct collisions {
	const struct directory *directory;
	struct compared *names;
	uint64_t seed;
	enum collision_form now;
	size_t *table;
	size_t slots;
};

static size_t collision_leader(const struct collisions *c, size_t i)
{
	while (c->names[i].leader != i)
		i = c->names[i].leader;
	return i;
}

static bool are_same_key(const struct collisions *c, size_t a, size_t b)
{
	const struct compared *x = &c->names[a], *y = &c->names[b];
	int order;

	return x->hash == y->hash &&
	       !utf8check_compare_form(forms[c->now].form, x->text.text, x->text.length,
				       y->text.text, y->text.length, &order) && !order;
}

/* The name in the table that is the same as @i; where there is none, @i is added. */
static size_t find_or_add(struct collisions *c, size_t i)
{
	size_t *at = &c->table[c->names[i].hash & (c->slots - 1)];

	for (; *at != NO_NAME; at = &c->names[*at].next)
		if (are_same_key(c, *at, i))
			return *at;
	*at = i;
	c->names[i].next = NO_NAME;
	return i;
}

/* Hash the text.  Return: false where it is left out or ill-formed. */
static bool compared_hash(const struct collisions *c, enum utf8check_form form, struct compared *name)
{
	return name->text.text && !utf8check_hash_form(form, name->text.text, name->text.length,
						       c->seed, &name->hash);
}

static void find_collisions(struct collisions *c, name_collision_fn found, void *context)
{
	size_t earlier, a, b;

	for (size_t i = 0; i < c->slots; i++)
		c->table[i] = NO_NAME;
	for (size_t i = 0; i < c->directory->count; i++) {
		if (!compared_hash(c, forms[c->now].form, &c->names[i]))
			continue;
		earlier = find_or_add(c, i);
		a = collision_leader(c, earlier);
		b = collision_leader(c, i);
		if (a == b)
			continue;
		/* Report the names, not their leaders, which another form may have joined. */
		found(context, &c->directory->names[earlier], &c->directory->names[i],
		      forms[c->now].name);
		c->names[a > b ? a : b].leader = a < b ? a : b;
	}
}

/* Compare skeletons from now on; what is ill-formed has none. */
static int take_skeletons(struct collisions *c)
{
	struct directory_name *text;
	bool well_formed;

	for (size_t i = 0; i < c->directory->count; i++) {
		text = &c->names[i].text;
		well_formed = compared_hash(c, UTF8CHECK_FORM_NFC, &c->names[i]);
		text->text = well_formed ?
			     skeleton_of(text->text, text->length, &text->length) : NULL;
		if (well_formed && !text->text)
			return -ENOMEM;
	}
	return 0;
}

static void free_compared_names(struct collisions *c)
{
	for (size_t i = 0; c->names && i < c->directory->count; i++)
		if (c->names[i].text.text != c->directory->names[i].text)
			free((char *)c->names[i].text.text);
	free(c->names);
}

static bool collisions_allocate(struct collisions *c)
{
	size_t count = c->directory->count;

	for (c->slots = 16; c->slots < count; c->slots *= 2)
		;
	c->table = calloc(c->slots, sizeof(*c->table));
	c->names = calloc(count, sizeof(*c->names));
	for (size_t i = 0; c->names && i < count; i++)
		c->names[i] = (struct compared){ .text = c->directory->names[i], .leader = i };
	return c->table && c->names;
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
	if (!collisions_allocate(&c))
		err = -ENOMEM;
	for (c.now = COLLISION_NFC; !err && c.now <= same; c.now++) {
		if (c.now == COLLISION_CONFUSABLE)
			err = take_skeletons(&c);
		if (!err)
			find_collisions(&c, found, context);
	}
	free_compared_names(&c);
	free(c.table);
	return err;
}
