// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: every way to read a text, mixed at will.
 *
 * Only the low 8 bits of a value matter here: some decoder keeps no more.  So a lead
 * with any number of bytes after it, as few or as many as some decoder takes, is
 * read as those 8 bits say.
 */
#include "reference_dotdot.h"

#define PLACES (U8C_REF_READABLE + 1)

/* What is read: a character, any other than the four that matter, or nothing. */
#define OTHER 0xfffd
#define NOTHING 0x110000

/* Of dots in a component, this means: something else too, or more than two dots. */
#define TOO_MANY 3

/**
 * struct way - one way to read what is at a place
 *
 * @length: the bytes that are read.
 * @c: as what.
 * @bent: they are not written so.
 */
struct way {
	size_t length;
	u32 c;
	bool bent;
};

struct ways {
	size_t count;
	struct way way[40];
};

/* How far a text was read, and what was found. */
struct table {
	/*
	 * By place, by where its component begins, by dots in the component, and by
	 * whether something there, or the separator before it, is not as written.
	 */
	bool reached[PLACES][PLACES][TOO_MANY + 1][2];
	size_t n;
	bool found;
	size_t begin;	/* of the first hidden ".." */
};

/**
 * struct state - where a reading stands, as in the table
 *
 * @at: the place.
 * @begin: where its component begins.
 * @dots: how many the component has, or TOO_MANY.
 * @bent: something is not as written.
 */
struct state {
	size_t at;
	size_t begin;
	unsigned int dots;
	bool bent;
};

static struct table table;

static bool is_special(u32 c)
{
	return c == 0 || c == '.' || c == '/' || c == '\\';
}

static void add(struct ways *w, size_t length, u32 c, bool bent)
{
	w->way[w->count++] = (struct way){ length, c, bent };
}

static bool continues(u8 b)
{
	return b / 64 == 2;
}

/* The low 8 bits of a lead that announces @length, and the bytes after it. */
static u8 low_bits(const u8 *p, size_t taken, size_t length)
{
	u8 value = length < 7 ? p[0] % (1 << (7 - length)) : 0;
	size_t i;

	for (i = 1; i < taken; i++)
		value = value * 64 + p[i] % 64;
	return value;
}

/* May some decoder take the first @taken bytes, where @length are announced? */
static bool may_take(const u8 *p, size_t n, size_t taken, size_t length)
{
	size_t i;

	if (taken == length || taken == n)
		return true;
	for (i = 1; i < taken; i++)
		if (!continues(p[i]))
			return false;
	return !continues(p[taken]);
}

static void add_announced(struct ways *w, const u8 *p, size_t n, size_t length)
{
	const size_t most = length < n ? length : n;
	size_t taken;

	for (taken = 1; taken <= most; taken++)
		if (may_take(p, n, taken, length) && is_special(low_bits(p, taken, length)))
			add(w, taken, low_bits(p, taken, length), true);
	add(w, most, NOTHING, true);
}

/* Two surrogates of three bytes, with continuations or what a mask makes of others. */
static void add_pair(struct ways *w, const u8 *p, size_t n)
{
	if (n < 6 || p[0] != 0xed || p[3] != 0xed)
		return;
	if (p[1] / 16 % 4 == 2 && p[4] / 16 % 4 == 3 && is_special(low_bits(p + 3, 3, 3)))
		add(w, 6, low_bits(p + 3, 3, 3), true);
}

static void find_ways(struct ways *w, const u8 *p, size_t n)
{
	static const struct {
		u8 from;
		u8 to;
		u8 length;
	} leads[] = {
		{ 0xc0, 0xdf, 2 }, { 0xe0, 0xef, 3 }, { 0xf0, 0xf7, 4 }, { 0xf8, 0xfb, 5 },
		{ 0xfc, 0xfd, 6 }, { 0xfe, 0xfe, 7 }, { 0xff, 0xff, 8 }, { 0xff, 0xff, 13 },
		{ 0xf8, 0xff, 4 },
	};
	struct utf8check_error e;
	size_t i;
	int length;
	u64 cp;

	w->count = 0;
	length = u8c_ref_decode(p, n, true, &cp, &e);
	if (length == 1) {
		add(w, 1, p[0], false);
	} else if (length) {
		add(w, length, OTHER, false);
		if (is_special(cp % 256))
			add(w, length, cp % 256, true);
	} else {
		for (i = 0; i < U8C_ARRAY_SIZE(leads); i++)
			if (p[0] >= leads[i].from && p[0] <= leads[i].to)
				add_announced(w, p, n, leads[i].length);
		add_pair(w, p, n);
		add(w, e.length, NOTHING, true);
		add(w, e.length, OTHER, true);
	}
}

static void reach(size_t at, size_t begin, unsigned int dots, bool bent)
{
	table.reached[at][begin][dots][bent] = true;
}

/* The component ends; @bent: at bytes that are not written as a separator. */
static void end(const struct state *s, bool bent)
{
	if (s->dots != 2 || !(s->bent || bent))
		return;
	if (!table.found || s->begin < table.begin)
		table.begin = s->begin;
	table.found = true;
}

static void follow(const struct state *s, const struct way *way)
{
	const size_t next = s->at + way->length;

	if (way->c == NOTHING) {
		reach(next, s->begin, s->dots, true);
		return;
	}
	if (way->c == '.') {
		reach(next, s->begin, s->dots < TOO_MANY ? s->dots + 1 : TOO_MANY,
		      s->bent || way->bent);
		return;
	}
	if (way->c == '/' || way->c == '\\') {
		end(s, way->bent);
		reach(next, next, 0, way->bent);
	}
	if (way->c == 0)	/* some decoders end here */
		end(s, way->bent);
	if (way->c != '/')
		reach(next, s->begin, TOO_MANY, s->bent);
}

/* Continues all readings that stand at @at by the @ways; at the end of the text there are none. */
static void go_on(size_t at, const struct ways *ways)
{
	struct state s = { .at = at };
	size_t bits, i;

	for (s.begin = 0; s.begin <= at; s.begin++) {
		for (bits = 0; bits < 2 * (TOO_MANY + 1); bits++) {
			s.dots = bits / 2;
			s.bent = bits % 2;
			if (!table.reached[at][s.begin][s.dots][s.bent])
				continue;
			for (i = 0; i < ways->count; i++)
				follow(&s, &ways->way[i]);
			if (at == table.n)
				end(&s, false);
		}
	}
}

bool u8c_ref_hidden_dotdot(const u8 *p, size_t n, u64 *offset)
{
	struct ways ways = { .count = 0 };
	size_t at;

	memset(&table, 0, (n + 1) * sizeof(table.reached[0]));
	table.n = n;
	table.found = false;
	reach(0, 0, 0, false);
	for (at = 0; at < n; at++) {
		find_ways(&ways, p + at, n - at);
		go_on(at, &ways);
	}
	ways.count = 0;
	go_on(n, &ways);
	if (table.found)
		*offset = table.begin;
	return table.found;
}
