// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Strings that decoders disagree about.
 *
 * Uniform random bytes are ill-formed at once and seldom get past a lead, so
 * most strings are mixed from what Table 3-7 is made of: bytes at the limits
 * of its ranges; code points at the limits of each length, encoded in one to
 * six bytes whether that is allowed or not, whole or cut; and well-formed text
 * of several scripts with a byte or two changed.  One string in 250 is long
 * enough for the loops that take text in blocks and lanes.
 */
#include <string.h>
#include "decoders.h"

struct string {
	uint64_t *random;
	size_t length;
	size_t limit;
	uint8_t bytes[STRING_MAX];
};

static const uint8_t boundary_bytes[] = {
	0x00, '.', '/', 'A', 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
	0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1,
	0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xfb, 0xfc, 0xfd, 0xfe, 0xff,
};

static const uint32_t boundary_points[] = {
	0x0, 0x2e, 0x2f, 0x7f, 0x80, 0x7ff, 0x800, 0xfff, 0x1000, 0xcfff,
	0xd000, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfdd0, 0xfeff,
	0xfffd, 0xfffe, 0xffff, 0x10000, 0x1f600, 0x3ffff, 0x40000, 0xfffff,
	0x100000, 0x10fffe, 0x10ffff, 0x110000, 0x13ffff, 0x140000, 0x1fffff,
	0x200000, 0x3ffffff, 0x4000000, 0x7fffffff,
};

/* First and last code point of some scripts. */
static const uint32_t scripts[][2] = {
	{ 0x20, 0x7e }, { 0x80, 0x7ff }, { 0x410, 0x44f }, { 0x620, 0x64a },
	{ 0x900, 0x97f }, { 0x3040, 0x30ff }, { 0x4e00, 0x9fff },
	{ 0xac00, 0xd7a3 }, { 0x800, 0xd7ff }, { 0xe000, 0xffff },
	{ 0x1f300, 0x1f6ff }, { 0x10000, 0x10ffff },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define ONE_OF(s, a) ((a)[random_below((s)->random, COUNT(a))])

static void add(struct string *s, unsigned int byte)
{
	if (s->length < s->limit)
		s->bytes[s->length++] = byte;
}

/* The bytes that would encode @cp in @n bytes, allowed or not; only the first @keep. */
static void add_form(struct string *s, uint32_t cp, int n, int keep)
{
	static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc };
	int shift = 6 * (n - 1);

	if (n == 1) {
		add(s, cp & 0x7f);
		return;
	}
	add(s, leads[n] | (cp >> shift & (0x7f >> n)));
	while (--keep > 0) {
		shift -= 6;
		add(s, 0x80 | (cp >> shift & 0x3f));
	}
}

static int shortest(uint32_t cp)
{
	return cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
}

static void add_valid(struct string *s, uint32_t cp)
{
	int n = shortest(cp);

	if (cp - 0xd800 >= 0x800 && s->limit - s->length >= (size_t)n)
		add_form(s, cp, n, n);
}

static void add_boundary_point(struct string *s)
{
	uint32_t cp = ONE_OF(s, boundary_points);
	int n = 1 + random_below(s->random, 6);

	if (random_below(s->random, 2) && cp < 0x110000)
		n = shortest(cp);
	add_form(s, cp, n, random_below(s->random, 3) ? n :
		 1 + (int)random_below(s->random, n));
}

static void add_text(struct string *s, size_t points)
{
	const uint32_t *script = ONE_OF(s, scripts);

	while (points--) {
		uint32_t width = script[1] - script[0] + 1;

		add_valid(s, script[0] + random_below(s->random, width));
		if (!random_below(s->random, 12))
			script = ONE_OF(s, scripts);
	}
}

static void add_ascii(struct string *s, size_t n)
{
	while (n--)
		add(s, ' ' + random_below(s->random, 95));
}

static void add_piece(struct string *s)
{
	switch (random_below(s->random, 8)) {
	case 0 ... 1:
		add(s, ONE_OF(s, boundary_bytes));
		break;
	case 2 ... 4:
		add_boundary_point(s);
		break;
	case 5:
		add_ascii(s, random_below(s->random, 20));
		break;
	case 6:
		add(s, random_below(s->random, 256));
		break;
	default:
		add_text(s, random_below(s->random, 12));
	}
}

/* Changes, inserts or removes one byte. */
static void damage(struct string *s)
{
	size_t at = random_below(s->random, s->length + 1);
	uint8_t *p = s->bytes + at;

	switch (random_below(s->random, 3)) {
	case 0:
		if (at < s->length)
			*p = ONE_OF(s, boundary_bytes);
		break;
	case 1:
		if (s->length < s->limit) {
			memmove(p + 1, p, s->length++ - at);
			*p = ONE_OF(s, boundary_bytes);
		}
		break;
	default:
		if (at < s->length)
			memmove(p, p + 1, --s->length - at);
	}
}

static void make_short(struct string *s)
{
	size_t n = 1 + random_below(s->random, 12);

	s->limit = 80;
	switch (random_below(s->random, 8)) {
	case 0:
		while (n--)
			add(s, random_below(s->random, 256));
		break;
	case 1 ... 2:
		while (n--)
			add(s, ONE_OF(s, boundary_bytes));
		break;
	case 3 ... 5:
		for (n = (n + 1) / 2; n; n--)
			add_piece(s);
		break;
	default:
		add_text(s, random_below(s->random, 40));
		if (random_below(s->random, 2))
			damage(s);
	}
}

static void make_long(struct string *s)
{
	size_t n;

	s->limit = 256 + random_below(s->random, STRING_MAX - 256 + 1);
	while (s->length + 4 < s->limit) {
		if (!random_below(s->random, 6))
			add_ascii(s, random_below(s->random, 200));
		add_text(s, 1 + random_below(s->random, 60));
	}
	for (n = random_below(s->random, 4); n; n--)
		damage(s);
}

static void put(FILE *out, const struct string *s)
{
	uint32_t n = s->length;
	uint8_t head[4] = { n, n >> 8, n >> 16, n >> 24 };

	if (fwrite(head, 1, 4, out) != 4 || fwrite(s->bytes, 1, n, out) != n)
		trouble("strings");
}

void generate(FILE *out, uint64_t seed, unsigned long count)
{
	static struct string s;
	uint64_t random = seed;

	s.random = &random;
	while (count--) {
		s.length = 0;
		if (random_below(&random, 250))
			make_short(&s);
		else
			make_long(&s);
		put(out, &s);
	}
}
