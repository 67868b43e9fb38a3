/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 in vectors of 64 bytes, with AVX-512 (VBMI, VBMI2): what is wrong.
 *
 * Each byte is looked up by its lower six bits: a lead (C0..FF) in one table, for
 * all others there it is zero, and a continuation (80..BF) in another.
 *
 *   a lead's class          bit 7: one continuation is due after it
 *                           bit 6: two are, bit 5: three are
 *                           bits 2..0: ranges its second byte may not lie in
 *   a continuation's class  its range: bit 0 is 80..8F, 1 is 90..9F, 2 is A0..BF
 *
 * Then the leads' classes, not the text, are shifted by one, two and three
 * bytes and a bit more each, so that bit 7 says whether a continuation is due:
 * a funnel shift of 32-bit lanes does both at once.  A byte is wrong where what
 * is due differs from what it is (bit 7), or where its range is forbidden by
 * the lead before it (bits 2..0).  Leads that Table 3-7 does not have forbid
 * all ranges.
 *
 * Both kinds of errors are collected over a block, and looked at once.
 *
 * The only limit is that the processor does two of these operations in a cycle: each one less
 * counts.  So
 *
 *   what is due is the exclusive or of the three shifted classes.  Two of them
 *	meet in one byte only after a lead where a continuation was due, and
 *	that is an error before it.
 *   a continuation is where bit 7 of the text differs from bit 7 of the leads.
 *   the range is looked up of any byte.  Where it is no continuation there is
 *	either no lead before it, which would forbid one, or an error anyway.
 *   what is wrong with two vectors is collected at once.
 */
#ifndef U8C_X86_AVX512_VECTOR_H
#define U8C_X86_AVX512_VECTOR_H

#include "x86/avx512.h"
#include "x86/x86.h"

#define DUE_1 0x80
#define DUE_2 0xc0
#define DUE_3 0xe0
#define LOW 1		/* 80..8F */
#define MIDDLE 2	/* 90..9F */
#define HIGH 4		/* A0..BF */
#define NONE (DUE_1 | LOW | MIDDLE | HIGH)

#define FOUR(x) x, x, x, x
#define SIXTEEN(x) FOUR(x), FOUR(x), FOUR(x), FOUR(x)

static const u8 lead_classes[VECTOR] __aligned(VECTOR) = {
	NONE, NONE, DUE_1, DUE_1, FOUR(DUE_1), FOUR(DUE_1), FOUR(DUE_1),
	SIXTEEN(DUE_1),
	DUE_2 | LOW | MIDDLE, DUE_2, DUE_2, DUE_2, FOUR(DUE_2), FOUR(DUE_2),
	DUE_2, DUE_2 | HIGH, DUE_2, DUE_2,
	DUE_3 | LOW, DUE_3, DUE_3, DUE_3, DUE_3 | MIDDLE | HIGH,
	NONE, NONE, NONE, FOUR(NONE), FOUR(NONE),
};

static const u8 continuation_classes[VECTOR] __aligned(VECTOR) = {
	SIXTEEN(LOW), SIXTEEN(MIDDLE), SIXTEEN(HIGH), SIXTEEN(HIGH),
};

/* Classes of leads that are open at the end of a vector: more bytes must follow them. */
static const u8 open_classes[VECTOR] __aligned(VECTOR) = {
	[VECTOR - 3] = 0x20, [VECTOR - 2] = 0x40, [VECTOR - 1] = 0x80,
};

/**
 * struct state - what is known of the text so far
 *
 * @lead_table: the classes of leads.
 * @continuation_table: the classes of continuations.
 * @leads: the classes of the leads of the last vector.
 * @differs: bit 7 where what is due differs from what is.
 * @forbidden: bits 2..0 where a second byte is forbidden.
 * @opened: not zero if a sequence was open where ASCII began.
 */
struct state {
	__m512i lead_table;
	__m512i continuation_table;
	__m512i leads;
	__m512i differs;
	__m512i forbidden;
	__m512i opened;
};

static __always_inline __m512i zmm_load(const u8 *p)
{
	return _mm512_loadu_si512(p);
}

static __always_inline void zmm_begin(struct state *s)
{
	s->lead_table = zmm_load(lead_classes);
	s->continuation_table = zmm_load(continuation_classes);
	s->leads = _mm512_setzero_si512();
	s->differs = _mm512_setzero_si512();
	s->forbidden = _mm512_setzero_si512();
	s->opened = _mm512_setzero_si512();
}

/*
 * Looks at the next vector and collects what is forbidden in it.  Return: bit 7 where what
 * is due differs from what is.
 */
static __always_inline __m512i zmm_look_at(struct state *s, __m512i v)
{
	const __m512i c0 = _mm512_set1_epi8((char)0xc0);
	__m512i leads = _mm512_maskz_permutexvar_epi8(
		_mm512_cmpge_epu8_mask(v, c0), v, s->lead_table);
	__m512i range = _mm512_permutexvar_epi8(v, s->continuation_table);
	/* The lane before each lane. */
	__m512i before = _mm512_alignr_epi32(leads, s->leads, 15);
	__m512i first = _mm512_shldi_epi32(leads, before, 8);
	__m512i second = _mm512_shldi_epi32(leads, before, 16 + 1);
	__m512i third = _mm512_shldi_epi32(leads, before, 24 + 2);
	/* first ^ second ^ third */
	__m512i due = _mm512_ternarylogic_epi32(first, second, third, 0x96);

	/* forbidden |= first & range */
	s->forbidden = _mm512_ternarylogic_epi32(s->forbidden, first, range,
						 0xf8);
	s->leads = leads;
	/* due ^ (v ^ leads) */
	return _mm512_ternarylogic_epi32(due, v, leads, 0x96);
}

static __always_inline void zmm_step(struct state *s, __m512i v)
{
	s->differs = _mm512_or_si512(s->differs, zmm_look_at(s, v));
}

static __always_inline void step_2(struct state *s, __m512i v, __m512i w)
{
	__m512i a = zmm_look_at(s, v), b = zmm_look_at(s, w);

	/* differs | a | b */
	s->differs = _mm512_ternarylogic_epi32(s->differs, a, b, 0xfe);
}

static __always_inline void step_8(struct state *s, const u8 *p)
{
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < 8 * VECTOR; i += 2 * VECTOR)
		step_2(s, zmm_load(p + i), zmm_load(p + i + VECTOR));
}

/* One bit for each byte that is wrong, of all vectors since zmm_begin(). */
static __always_inline u64 zmm_wrong(const struct state *s)
{
	const __m512i bit7 = _mm512_set1_epi8((char)DUE_1);
	/* bit7 ? differs : forbidden */
	__m512i both = _mm512_ternarylogic_epi32(bit7, s->differs, s->forbidden,
						 0xca);

	return _mm512_test_epi8_mask(both, _mm512_set1_epi8((char)NONE));
}

/* ASCII begins: what is open before it is an error, which is collected. */
static __always_inline void collect_open(struct state *s)
{
	/* opened |= leads & open_classes */
	s->opened = _mm512_ternarylogic_epi32(s->opened, s->leads,
					    zmm_load(open_classes), 0xf8);
	s->leads = _mm512_setzero_si512();
}

/* Was anything wrong since zmm_begin(), also what collect_open() found? */
static __always_inline bool is_wrong(const struct state *s)
{
	return zmm_wrong(s) || _mm512_test_epi8_mask(s->opened, s->opened);
}

static __always_inline bool zmm_is_open(const struct state *s)
{
	return _mm512_test_epi8_mask(s->leads, zmm_load(open_classes));
}

/* Up to 64 bytes, NUL after them. */
static inline __m512i zmm_load_part(const u8 *p, size_t n)
{
	return _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, n), p);
}

/*
 * A step over the first @n bytes of a text, less than a vector, so that those
 * after it begin where a line of the cache does.  They end a vector of which
 * the rest is NUL.  Return: that vector.
 */
static __always_inline __m512i step_head(struct state *s, const u8 *p, size_t n)
{
	u64 which = n ? ~0ull << (VECTOR - n) : 0;
	__m512i v = _mm512_maskz_loadu_epi8(which, p + n - VECTOR);

	zmm_step(s, v);
	return v;
}

/* Bytes up to the next line of the cache. */
static inline size_t to_line(const u8 *p)
{
	return -(unsigned long)p % VECTOR;
}

/*
 * Where the first error of the vector at @p begins, or what is open at the end
 * of the text when there is none.
 */
static __always_inline size_t place(const struct state *s, const u8 *start,
				    const u8 *p, const u8 *end)
{
	u64 bad = zmm_wrong(s);

	/* NUL after the text is wrong where a sequence is open. */
	if (bad && p + __builtin_ctzll(bad) < end)
		end = p + __builtin_ctzll(bad);
	return u8c_sequence_of(start, end) - start;
}

#endif /* U8C_X86_AVX512_VECTOR_H */
