/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What conversions from UTF-16 and UTF-32 to UTF-8 with AVX2 share: sixteen units of 16 bits
 * each.
 *
 * Each becomes two bytes in its place and, in another vector, a third that goes before them,
 * as in from_wide_avx512.h.  A shuffle drops the bytes that are not there, by a table with a
 * row for each set of lengths, one or two, of eight units, or one to three, of four.  32 units
 * are tested together, as a mispredicted branch costs more than it saves.
 */
#ifndef U8C_X86_FROM_WIDE_AVX2_H
#define U8C_X86_FROM_WIDE_AVX2_H

#include "x86/utf16_avx2.h"

#define UNITS 16

/* The tables, in from_utf16_avx2.c. */
extern const u8 u8c_two_rows[256][16], u8c_three_rows[256][16];

static inline bool any(__m256i v, __m256i bits)
{
	return !_mm256_testz_si256(v, bits);
}

/* Two bits for each unit. */
static inline u32 mask_of(__m256i units)
{
	return _mm256_movemask_epi8(units);
}

/* Writes eight units; @longer has a bit for each that takes two bytes. */
static __always_inline u8 *put_eight(__m128i two, u8 longer, u8 *out)
{
	__m128i row = _mm_load_si128((const __m128i *)u8c_two_rows[longer]);

	store_half(out, _mm_shuffle_epi8(two, row));
	return out + 8 + __builtin_popcount(longer);
}

/* Writes sixteen units of one or two bytes. */
static __always_inline u8 *put_two(__m256i two, __m256i longer, u8 *out)
{
	u32 m = _mm256_movemask_epi8(_mm256_packs_epi16(longer, longer));

	out = put_eight(_mm256_castsi256_si128(two), m, out);
	return put_eight(_mm256_extracti128_si256(two, 1), m >> 16, out);
}

/* Writes four units; @m has two bits for each, for its second and its third byte. */
static __always_inline u8 *put_four(__m128i three, u8 m, u8 *out)
{
	__m128i row = _mm_load_si128((const __m128i *)u8c_three_rows[m]);

	store_half(out, _mm_shuffle_epi8(three, row));
	return out + 4 + __builtin_popcount(m);
}

/*
 * Writes sixteen units of up to three bytes; those of @first go before the two.  @m has two
 * bits for each, for its second and its third byte.
 */
static __always_inline u8 *put_three(__m256i two, __m256i first, u32 m, u8 *out)
{
	__m256i a = _mm256_unpacklo_epi16(first, two);
	__m256i b = _mm256_unpackhi_epi16(first, two);

	out = put_four(_mm256_castsi256_si128(a), m, out);
	out = put_four(_mm256_castsi256_si128(b), m >> 8, out);
	out = put_four(_mm256_extracti128_si256(a, 1), m >> 16, out);
	return put_four(_mm256_extracti128_si256(b, 1), m >> 24, out);
}

/* @two with the bytes of pairs of surrogates, as in from_wide_avx512.h. */
static inline __m256i join(__m256i two, __m256i v, __m256i high,
				    __m256i low)
{
	/* The unit before each unit. */
	__m256i before = _mm256_alignr_epi8(v,
		_mm256_permute2x128_si256(v, v, 0x08), 14);
	__m256i cp = _mm256_add_epi16(v, EACH(0x40));
	__m256i first = _mm256_or_si256(
		_mm256_and_si256(_mm256_slli_epi16(cp, 6), EACH(0x3f00)),
		_mm256_and_si256(_mm256_srli_epi16(cp, 8), EACH(0x0007)));

	before = _mm256_and_si256(_mm256_slli_epi16(before, 4), EACH(0x0030));
	before = _mm256_or_si256(before, _mm256_andnot_si256(EACH(0x0030), two));
	two = blend(two, before, low);
	return blend(two, _mm256_or_si256(first, EACH(0x80f0)), high);
}

/**
 * struct tools - the constants of conversions from UTF-16 and UTF-32
 *
 * @zero: no bits.
 * @from_80: the bits of units from 80 on.
 * @from_800: the bits of units from 800 on.
 * @d800: the first surrogate.
 * @low_bytes: the low byte of each unit.
 * @value: the bits of a byte after a tag.
 * @tag_two: the tags of the two bytes of units from 80 to 7FF.
 * @tag_last: the tags of the last two of three bytes.
 * @tag_first: the tag of the first of three bytes.
 */
struct tools {
	__m256i zero;
	__m256i from_80;
	__m256i from_800;
	__m256i d800;
	__m256i low_bytes;
	__m256i value;
	__m256i tag_two;
	__m256i tag_last;
	__m256i tag_first;
};

static __always_inline void take(struct tools *t)
{
	t->zero = ymm_kept(_mm256_setzero_si256());
	t->from_80 = KEPT(0xff80);
	t->from_800 = KEPT(0xf800);
	t->d800 = KEPT(0xd800);
	t->low_bytes = KEPT(0x00ff);
	t->value = KEPT(0x3f3f);
	t->tag_two = KEPT(0x80c0);
	t->tag_last = KEPT(0x8080);
	t->tag_first = KEPT(0xe000);
}

/* Writes sixteen units below 800. */
static __always_inline u8 *put_below_800(const struct tools *t, __m256i v,
					 u8 *out)
{
	__m256i last = _mm256_slli_epi16(v, 8);
	__m256i longer = _mm256_cmpgt_epi16(v, _mm256_srli_epi16(t->from_80, 9));
	__m256i two = _mm256_or_si256(last, _mm256_srli_epi16(v, 6));

	two = _mm256_or_si256(_mm256_and_si256(two, t->value), t->tag_two);
	return put_two(blend(last, two, longer), longer, out);
}

/* The first and the second halves of pairs of surrogates, all bits of each. */
struct halves {
	__m256i high;
	__m256i low;
};

/* Writes sixteen units, of which those in @pairs, if not NULL, are halves of pairs. */
static __always_inline u8 *put(const struct tools *t, __m256i v,
			       const struct halves *pairs, u8 *out)
{
	__m256i ascii = have(v, t->from_80, t->zero);
	__m256i no_three = have(v, t->from_800, t->zero), two_only = no_three;
	__m256i last = _mm256_slli_epi16(v, 8), two, first;

	two = blend(last, _mm256_srli_epi16(v, 6), t->low_bytes);
	two = _mm256_or_si256(_mm256_and_si256(two, t->value), t->tag_last);
	two = _mm256_or_si256(two, _mm256_and_si256(two_only, EACH(0x40)));
	if (pairs) {
		two = join(two, v, pairs->high, pairs->low);
		no_three = _mm256_or_si256(_mm256_or_si256(pairs->high, pairs->low),
					   no_three);
	}
	two = blend(two, last, ascii);
	if (pairs && _mm256_testc_si256(no_three, _mm256_cmpeq_epi16(v, v)))
		return put_two(two, _mm256_cmpeq_epi16(ascii, t->zero), out);
	/* E0 | bits 15..12, above a byte that is not kept. */
	first = _mm256_slli_epi16(_mm256_srli_epi16(v, 12), 8);
	first = _mm256_or_si256(first, t->tag_first);
	/* In each unit the low byte says second, the high byte third. */
	no_three = _mm256_and_si256(no_three,
		_mm256_or_si256(ascii, _mm256_slli_epi16(t->low_bytes, 8)));
	return put_three(two, first, ~mask_of(no_three), out);
}

/* What put() may write. */
#define PUT_ROOM 64

#endif /* U8C_X86_FROM_WIDE_AVX2_H */
