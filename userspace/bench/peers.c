// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The peers that are compiled beside the core, by each compiler.
 *
 * The automaton is the well-known shift-based one: a row for each byte, the
 * state is a bit position in it, a step is a load and a shift.  Sixteen bytes
 * of ASCII are skipped at once when no sequence is open.
 */
#include "core/u8c.h"
#include "variant.h"

/* Bit positions of the states. */
enum {
	OK = 0,
	ONE = 6,	/* continuations that are due */
	TWO = 12,
	THREE = 18,
	E0 = 24,	/* what stands before */
	ED = 30,
	F0 = 36,
	F4 = 42,
	BAD = 48,
};

#define ROW(ok, one, two, three, e0, ed, f0, f4) \
	((u64)(ok) << OK | (u64)(one) << ONE | (u64)(two) << TWO | \
	 (u64)(three) << THREE | (u64)(e0) << E0 | (u64)(ed) << ED | \
	 (u64)(f0) << F0 | (u64)(f4) << F4 | (u64)BAD << BAD)
#define LEAD(next) ROW(next, BAD, BAD, BAD, BAD, BAD, BAD, BAD)
#define TAIL(e0, ed, f0, f4) ROW(BAD, OK, ONE, TWO, e0, ed, f0, f4)

static const u64 rows[256] = {
	[0x00 ... 0x7f] = LEAD(OK),
	[0x80 ... 0x8f] = TAIL(BAD, ONE, BAD, TWO),
	[0x90 ... 0x9f] = TAIL(BAD, ONE, TWO, BAD),
	[0xa0 ... 0xbf] = TAIL(ONE, BAD, TWO, BAD),
	[0xc0 ... 0xc1] = LEAD(BAD),
	[0xc2 ... 0xdf] = LEAD(ONE),
	[0xe0] = LEAD(E0),
	[0xe1 ... 0xec] = LEAD(TWO),
	[0xed] = LEAD(ED),
	[0xee ... 0xef] = LEAD(TWO),
	[0xf0] = LEAD(F0),
	[0xf1 ... 0xf3] = LEAD(THREE),
	[0xf4] = LEAD(F4),
	[0xf5 ... 0xff] = LEAD(BAD),
};

#define HIGH_BITS 0x8080808080808080ull
#define STEP(i) (state = rows[p[i]] >> (state & 63))

static size_t dfa(const u8 *p, size_t n)
{
	u64 state = OK;
	size_t left = n;

	for (; left >= 16; left -= 16, p += 16) {
		if (!((u8c_load64(p) | u8c_load64(p + 8)) & HIGH_BITS) &&
		    (state & 63) == OK)
			continue;
		STEP(0), STEP(1), STEP(2), STEP(3);
		STEP(4), STEP(5), STEP(6), STEP(7);
		STEP(8), STEP(9), STEP(10), STEP(11);
		STEP(12), STEP(13), STEP(14), STEP(15);
		if ((state & 63) == BAD)
			return 0;
	}
	for (; left; left--, p++)
		STEP(0);
	return (state & 63) == OK;
}

/* Takes a word as it is, so that no compiler makes vectors of the loop. */
#define TAKE(i) ({ w = u8c_load64(p + 8 * (i)); \
		   __asm__("" : "+r"(w)); any |= w; })

static size_t read_words(const u8 *p, size_t n)
{
	u64 any = 0, w;

	for (; n >= 64; n -= 64, p += 64) {
		TAKE(0), TAKE(1), TAKE(2), TAKE(3);
		TAKE(4), TAKE(5), TAKE(6), TAKE(7);
	}
	for (; n >= 8; n -= 8, p += 8)
		TAKE(0);
	for (; n; n--, p++)
		any |= *p;
	return any;
}

/* What this CPU gets; asked once, for to ask it takes longer than a string. */
static const struct u8c_impl *impl(void)
{
	static const struct u8c_impl *chosen;

	if (!chosen)
		chosen = u8c_impl_find(NULL);
	return chosen;
}

static void ours(valid_fn *fn)
{
	*fn = impl()->valid_up_to;
}

static size_t ours_error(const u8 *p, size_t n)
{
	struct u8c_error e = { .offset = n };

	u8c_validate(impl(), &u8c_rfc3629, p, n, &e);
	return e.offset;
}

const struct variant VARIANT = {
	.compiler = COMPILER,
	.flags = FLAGS,
	.kernel = KERNEL_BUILD,
	.ours = ours,
	.ours_error = ours_error,
	.dfa = dfa,
	.read = read_words,
};
