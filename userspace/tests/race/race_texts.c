// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the racer writes: texts of many kinds, half of them well-formed, and
 * the order in which they follow each other.
 *
 * Most calls validate first.  So a text has to be well-formed for a while and
 * then something else: whole texts follow each other; single bytes, above all the
 * last ones, change and change back; and all bytes are set to the same value.
 */
#include <string.h>
#include "race.h"

/* The first and the last code point of a range from which a text is made. */
struct range {
	u32 first;
	u32 last;
};

static const struct range well_formed[][4] = {
	{ { ' ', '~' } },
	{ { '\n', '\n' }, { 'a', 'z' }, { '.', '/' }, { '\\', '\\' } },
	{ { 0xc0, 0x17f } },
	{ { 0x430, 0x44f }, { ' ', ' ' } },
	{ { 'a', 'e' }, { 0x300, 0x304 } },
	{ { 0x300, 0x33f } },
	{ { 0x300, 0x345 }, { 0x591, 0x5bd }, { 0x1d165, 0x1d172 } },
	{ { 0x1100, 0x1112 }, { 0x1161, 0x1175 }, { 0x11a8, 0x11c2 } },
	{ { 0xac00, 0xd7a3 }, { ' ', ' ' } },
	{ { 0x1100, 0x1101 }, { 0x1161, 0x1162 }, { 0xac00, 0xac01 } },
	{ { 0x4e00, 0x9fff } },
	{ { 0x2000, 0x2100 }, { 0xff00, 0xff60 }, { 0xfb00, 0xfdfb } },
	{ { 0x1f600, 0x1f64f }, { 'a', 'a' } },
	{ { 0x2f800, 0x2fa1d }, { 0x1d15e, 0x1d164 } },
	{ { 0x200b, 0x200f }, { '.', '.' }, { 0xe0100, 0xe01ef } },
	{ { 0x80, 0x7ff }, { 0x800, 0xd7ff }, { 0x10000, 0x10ffff } },
};
#define WELL_FORMED U8C_ARRAY_SIZE(well_formed)

/* Pieces for ill-formed texts; each list ends with NULL. */
static const char *const ill_formed[][6] = {
	{ "\x80", "\xbf" },
	{ "\xe0", "\xef", "\xf4" },
	{ "\xf7\xbf\xbf\xbf", "\xf5\x80\x80\x80", "\xff" },
	{ "\xf0\x9f\x98", "a", "\xe2\x82" },
	{ "\xc0\xaf", "\xe0\x80\xaf", ".", "/", "\xc0\xae" },
	{ "\xed\xa0\x80", "\xed\xb0\x80", "\xed" },
	{ "\xfc\x80\x80\x80\x80\xaf", "\xfe\x80\x80\x80\x80\x80\x80", "\xff" },
	{ "\xcc\x81", "\xcc", "\xe1\x85\xa1", "\xe1\x84", "\xe1\x87" },
	/* units of UTF-16, in both orders */
	{ "a\x01", "\x01" "a", "\xd8\x01", "\x01\xdc", "\x01\xd8", "\xdc\x01" },
};
#define ILL_FORMED U8C_ARRAY_SIZE(ill_formed)

/* Bytes that change the meaning of the bytes around them. */
static const u8 bytes[] = {
	0x00, '\n', '.', '/', '\\', 'a', 0x7f, 0x80, 0x81, 0xbf, 0xc0, 0xc2,
	0xcc, 0xdf, 0xe0, 0xe1, 0xea, 0xed, 0xef, 0xf0, 0xf4, 0xf7, 0xfc, 0xff,
};

/* Each is longer than a text, so that a text can begin at any place. */
#define LENGTH (2 * RACE_MAX)
static u8 made[WELL_FORMED + ILL_FORMED][LENGTH];

static u32 point_of(const struct range *ranges, u64 *random)
{
	unsigned int n = 1;
	const struct range *r;

	while (n < 4 && ranges[n].first)
		n++;
	r = &ranges[race_below(random, n)];
	return r->first + race_below(random, r->last - r->first + 1);
}

static void make_well_formed(u8 *p, const struct range *ranges, u64 *random)
{
	size_t at = 0, n;
	u8 sequence[U8C_SEQUENCE_MAX];

	while (at < LENGTH) {
		n = u8c_encode(&u8c_rfc3629, point_of(ranges, random), sequence);
		if (n > LENGTH - at)
			n = LENGTH - at;
		memcpy(p + at, sequence, n);
		at += n;
	}
}

static void make_ill_formed(u8 *p, const char *const *pieces, u64 *random)
{
	unsigned int count = 0;
	size_t at = 0, n;

	while (count < 6 && pieces[count])
		count++;
	while (at < LENGTH) {
		const char *piece = pieces[race_below(random, count)];

		n = strlen(piece);
		if (n > LENGTH - at)
			n = LENGTH - at;
		memcpy(p + at, piece, n);
		at += n;
	}
}

void race_texts_make(u64 seed)
{
	size_t i;

	for (i = 0; i < WELL_FORMED; i++)
		make_well_formed(made[i], well_formed[i], &seed);
	for (i = 0; i < ILL_FORMED; i++)
		make_ill_formed(made[WELL_FORMED + i], ill_formed[i], &seed);
}

/* The compiler must write all bytes so far, and write them now. */
static void written(void)
{
	__asm__ volatile("" : : : "memory");
}

static void wait(u64 *random, u32 limit)
{
	u32 n = race_below(random, limit);

	while (n--)
		written();
}

/* Writes a well-formed text, which begins and ends at a boundary. */
static void write_well_formed(const struct race_text *t, u64 *random)
{
	const u8 *from = made[race_below(random, WELL_FORMED)] +
			 race_below(random, RACE_MAX);
	size_t n = t->n, i;

	while (u8c_is_continuation(*from))
		from++;
	while (n && u8c_is_continuation(from[n]))
		n--;
	memcpy(t->p, from, n);
	for (i = n; i < t->n; i++)
		t->p[i] = 'x';
	written();
}

static void write_any(const struct race_text *t, u64 *random)
{
	if (race_below(random, 2)) {
		write_well_formed(t, random);
		return;
	}
	memcpy(t->p, made[WELL_FORMED + race_below(random, ILL_FORMED)] +
		     race_below(random, RACE_MAX), t->n);
	written();
}

/* Changes the byte at @at to others, and back again. */
static void write_byte(const struct race_text *t, size_t at, u64 *random)
{
	u8 before = t->p[at];
	unsigned int i;

	for (i = race_below(random, 12); i; i--) {
		t->p[at] = bytes[race_below(random, sizeof(bytes))];
		written();
		wait(random, 60);
		t->p[at] = before;
		written();
		wait(random, 200);
	}
}

static void write_bytes(const struct race_text *t, u64 *random)
{
	unsigned int i;

	for (i = 0; i < 8; i++)
		write_byte(t, race_below(random, t->n), random);
}

/* Makes the last sequence longer than the bytes that are left, or shorter. */
static void write_end(const struct race_text *t, u64 *random)
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		write_byte(t, t->n - 1 - race_below(random, t->n < 5 ? t->n : 5),
			   random);
}

/* Sets all bytes to the same value for a moment. */
static void write_one(const struct race_text *t, u64 *random)
{
	memset(t->p, bytes[race_below(random, sizeof(bytes))], t->n);
	written();
	wait(random, 400);
	write_well_formed(t, random);
	wait(random, 2000);
}

/* Texts one after the other, in rhythm. */
static void write_texts(const struct race_text *t, u64 *random)
{
	u32 rhythm = 1 + race_below(random, 3000);
	unsigned int i;

	for (i = 0; i < 6; i++) {
		write_well_formed(t, random);
		wait(random, rhythm);
		write_any(t, random);
		wait(random, rhythm / 4 + 1);
	}
}

void race_texts_write(const struct race_text *t, u64 *random)
{
	static void (*const ways[])(const struct race_text *t, u64 *random) = {
		write_texts, write_bytes, write_end, write_one,
	};

	write_well_formed(t, random);
	wait(random, 2000);
	ways[race_below(random, U8C_ARRAY_SIZE(ways))](t, random);
}
