// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All strings of four bytes, alone and at one place of a block; all strings of
 * three in every place.
 *
 * The slow reference takes too long for 2^32 strings, so the oracle is a table that
 * the reference fills: for each two bytes, how long a well-formed sequence is that
 * begins with them, where continuations follow.  In Table 3-7 all bytes after the
 * second are 80..BF, so no more is needed.  Nothing of it comes from the core.  It
 * is compared with the reference for each string of three, and for strings of four
 * of the bytes where a rule changes.
 */
#include <string.h>
#include "kunit/exhaustive.h"
#include "prove.h"

/* Around what a vector of 32 bytes has in its two halves. */
#define PLACE 30
#define AROUND 'a'

/* By the first byte times 256 and the second; 0 where none begins so. */
static u8 lengths[0x10000];

/**
 * struct verdict - what must be said of a string
 *
 * @good: the bytes before the first error.
 * @bad: the length of the first error; 0 where there is none.
 */
struct verdict {
	size_t good;
	unsigned int bad;
};

static void fill_lengths(void)
{
	struct utf8check_error e;
	unsigned int i;
	u64 cp;

	for (i = 0; i < U8C_ARRAY_SIZE(lengths); i++) {
		const u8 p[] = { i >> 8, i, 0x80, 0x80 };

		lengths[i] = u8c_ref_decode(p, sizeof(p), true, &cp, &e);
	}
}

/* How much of a sequence of @length is at @p, where the first two bytes fit? */
static size_t part_of(const u8 *p, size_t n, size_t length)
{
	size_t i = 2;

	while (i < n && i < length && p[i] >= 0x80 && p[i] <= 0xbf)
		i++;
	return i;
}

static struct verdict judge(const u8 *p, size_t n)
{
	size_t i, length, there;

	for (i = 0; i < n; i += length) {
		/* After the end is what is no continuation. */
		length = lengths[p[i] << 8 | (i + 1 < n ? p[i + 1] : 0)];
		if (length == 1)
			continue;
		there = length ? part_of(p + i, n - i, length) : 1;
		if (there != length)
			return (struct verdict){ i, there };
	}
	return (struct verdict){ n, 0 };
}

/* The verdict of a text that has its first error, if any, in @n bytes at @at. */
static struct verdict within(struct verdict v, size_t at, size_t n)
{
	return (struct verdict){ v.bad ? at + v.good : n, v.bad };
}

static void try_text(const u8 *p, size_t n, struct verdict want)
{
	const struct u8c_impl *const *impl;
	struct utf8check_error e;

	for (impl = (const struct u8c_impl *const *)prove_impls; *impl; impl++)
		if ((*impl)->validate->valid_up_to(p, n, (*impl)->validate) != want.good)
			prove_failed("valid_up_to", *impl, p, n);
	/* The implementations differ in where the error is; the record is made there. */
	if (u8c_validate(prove_impls[0], &u8c_rfc3629, p, n, &e) != !want.bad)
		prove_failed("validate", prove_impls[0], p, n);
	else if (want.bad && (e.offset != want.good || e.length != want.bad))
		prove_failed("the error", prove_impls[0], p, n);
}

static void try_oracle(const u8 *p, size_t n)
{
	struct verdict got = judge(p, n);
	struct u8c_judged want;

	u8c_judge(p, n, &want);
	if (got.good != want.good || got.bad != want.e.length)
		prove_failed("the verdict", NULL, p, n);
}

/* Strings of four, the last three of which are bytes where a rule changes. */
static void try_oracle_on_edges(u8 first)
{
	unsigned int i;

	for (i = 0; i < U8C_EDGES * U8C_EDGES * U8C_EDGES; i++) {
		const u8 p[] = { first, u8c_edges[i % U8C_EDGES],
				 u8c_edges[i / U8C_EDGES % U8C_EDGES],
				 u8c_edges[i / U8C_EDGES / U8C_EDGES] };

		try_oracle(p, sizeof(p));
	}
}

static void try_four(u8 first, u8 *block)
{
	u8 *p = block + PLACE;
	struct verdict want;
	u32 i;

	p[0] = first;
	for (i = 0; i < 1u << 24; i++) {
		u8 alone[4] = { first, i >> 16, i >> 8, i };

		want = judge(alone, 4);
		try_text(alone, 4, want);
		memcpy(p, alone, 4);
		try_text(block, BLOCK, within(want, PLACE, BLOCK));
	}
}

unsigned long prove_four(unsigned int piece)
{
	unsigned int first;
	u8 block[BLOCK];

	fill_lengths();
	memset(block, AROUND, sizeof(block));
	for (first = piece; first < 256; first += PIECES) {
		try_oracle_on_edges(first);
		try_four(first, block);
	}
	return prove_failures();
}

static void try_places(const u8 *p)
{
	struct verdict want = judge(p, 3);
	u8 block[BLOCK];
	size_t at;

	memset(block, AROUND, sizeof(block));
	for (at = 0; at + 3 <= BLOCK; at++) {
		memcpy(block + at, p, 3);
		try_text(block, BLOCK, within(want, at, BLOCK));
		block[at] = AROUND;
	}
}

unsigned long prove_three(unsigned int piece)
{
	unsigned int first;
	u32 i;

	fill_lengths();
	for (first = piece; first < 256; first += PIECES)
		for (i = 0; i < 0x10000; i++) {
			const u8 p[] = { first, i >> 8, i };

			try_oracle(p, sizeof(p));
			try_text(p, sizeof(p), judge(p, sizeof(p)));
			try_places(p);
		}
	return prove_failures();
}
