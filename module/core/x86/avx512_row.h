/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors of AVX-512 that follow each other, judged in a row: what is open at the end of one is
 * carried to the next.  The bytes before each byte are not loaded again, as a load of 64 bytes
 * that is not aligned touches two lines of the cache.
 *
 * Each byte is looked up by its lower six bits: a lead (C0..FF) in one table, for
 * all others there it is zero, and a continuation (80..BF) in another.
 *
 *   a lead's class          bit 7: one continuation is due after it
 *                           bit 6: two are, bit 5: three are
 *                           bits 2..0: ranges its second byte may not lie in
 *   a continuation's class  its range: bit 0 is 80..8F, 1 is 90..9F, 2 is A0..BF
 *
 * Then the leads' classes are shifted by one, two and three bytes and a bit more each, so that
 * bit 7 says whether a continuation is due: a funnel shift of 32-bit lanes does both at once.
 * A byte is wrong where what is due differs from what it is (bit 7), or where its range is
 * forbidden by the lead before it (bits 2..0).  Leads that Table 3-7 does not have forbid
 * all ranges.  To save operations,
 *
 *   what is due is the exclusive or of the three shifted classes.  Two of them meet in one byte
 *	only after a lead where a continuation was due, and that is an error before it.
 *   a continuation is where bit 7 of the text differs from bit 7 of the leads.
 *   the range is looked up of any byte.  Where it is no continuation there is
 *	either no lead before it, which would forbid one, or an error anyway.
 */
#ifndef U8C_X86_AVX512_ROW_H
#define U8C_X86_AVX512_ROW_H

#include "x86/avx512.h"

#define DUE_1 0x80
#define DUE_2 0xc0
#define DUE_3 0xe0
#define RANGE_8 1	/* 80..8F */
#define RANGE_9 2	/* 90..9F */
#define RANGE_AB 4	/* A0..BF */
#define NONE (DUE_1 | RANGE_8 | RANGE_9 | RANGE_AB)

static const u8 lead_classes[VECTOR] __aligned(VECTOR) = {
	NONE, NONE, [2 ... 0x1f] = DUE_1,
	DUE_2 | RANGE_8 | RANGE_9, [0x21 ... 0x2c] = DUE_2, DUE_2 | RANGE_AB, DUE_2, DUE_2,
	DUE_3 | RANGE_8, DUE_3, DUE_3, DUE_3, DUE_3 | RANGE_9 | RANGE_AB,
	[0x35 ... 0x3f] = NONE,
};

static const u8 continuation_classes[VECTOR] __aligned(VECTOR) = {
	[0 ... 0xf] = RANGE_8, [0x10 ... 0x1f] = RANGE_9, [0x20 ... 0x3f] = RANGE_AB,
};

/* Classes of leads that are open at the end of a vector: more bytes must follow them. */
static const u8 open_classes[VECTOR] __aligned(VECTOR) = {
	[VECTOR - 3] = 0x20, [VECTOR - 2] = 0x40, [VECTOR - 1] = 0x80,
};

/**
 * struct row - what is known of the vectors so far
 *
 * @leads: the classes of the leads of the last vector.
 * @differs: bit 7 where what is due differs from what is.
 * @forbidden: bits 2..0 where a second byte is forbidden.
 */
struct row {
	__m512i leads;
	__m512i differs;
	__m512i forbidden;
};

static __always_inline __m512i classes_of(vector v)
{
	return _mm512_maskz_permutexvar_epi8(where_not_below(v, 0xc0), ZMM(v),
					     *(const __m512i *)lead_classes);
}

/* A row where a text begins. */
static __always_inline struct row row_begin(void)
{
	const __m512i zero = _mm512_setzero_si512();

	return (struct row){ zero, zero, zero };
}

/* A row after a vector of text that was judged. */
static __always_inline struct row row_after(vector before)
{
	struct row r = row_begin();

	r.leads = classes_of(before);
	return r;
}

/* Return: bit 7 where what is due in @v differs from what is. */
static __always_inline __m512i row_look_at(struct row *r, vector v)
{
	__m512i leads = classes_of(v);
	__m512i range = _mm512_permutexvar_epi8(ZMM(v), *(const __m512i *)continuation_classes);
	/* The lane before each lane. */
	__m512i before = _mm512_alignr_epi32(leads, r->leads, 15);
	__m512i first = _mm512_shldi_epi32(leads, before, 8);
	__m512i second = _mm512_shldi_epi32(leads, before, 16 + 1);
	__m512i third = _mm512_shldi_epi32(leads, before, 24 + 2);
	/* first ^ second ^ third */
	__m512i due = _mm512_ternarylogic_epi32(first, second, third, 0x96);

	/* forbidden |= first & range */
	r->forbidden = _mm512_ternarylogic_epi32(r->forbidden, first, range, 0xf8);
	r->leads = leads;
	/* due ^ v ^ leads */
	return _mm512_ternarylogic_epi32(due, ZMM(v), leads, 0x96);
}

static __always_inline void row_take(struct row *r, vector v)
{
	r->differs = _mm512_or_si512(r->differs, row_look_at(r, v));
}

static __always_inline void row_take_two(struct row *r, vector v, vector w)
{
	__m512i a = row_look_at(r, v), b = row_look_at(r, w);

	/* differs | a | b */
	r->differs = _mm512_ternarylogic_epi32(r->differs, a, b, 0xfe);
}

/* Not zero if anything is wrong so far; what is open at the end is not. */
static __always_inline vector row_wrong(const struct row *r)
{
	const __m512i bit7 = _mm512_set1_epi8((char)DUE_1);
	/* bit7 ? differs : forbidden */
	__m512i both = _mm512_ternarylogic_epi32(bit7, r->differs, r->forbidden, 0xca);

	return (vector)both & NONE;
}

/* Not zero if a sequence is open at the end. */
static __always_inline vector row_open(const struct row *r)
{
	return (vector)r->leads & *(const vector *)open_classes;
}

#endif /* U8C_X86_AVX512_ROW_H */
