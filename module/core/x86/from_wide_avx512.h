/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What conversions from UTF-16 and UTF-32 to UTF-8 with AVX-512 (VBMI, VBMI2) share: 32 units
 * of 16 bits each.
 *
 * The last two bytes of what a unit becomes stay in its 16 bits, the byte that comes
 * first lowest:
 *
 *   a unit             first of the two     second
 *   below 80           0, to be dropped     the unit
 *   below 800          C0 | bits 10..6      80 | bits 5..0
 *   high surrogate     F0 | bits of the code point's first two bytes
 *   low surrogate      80 | bits of the code point's last two bytes
 *   any other          80 | bits 11..6      80 | bits 5..0, E0 | bits 15..12
 *                                           before both
 *
 * so that surrogates are two units of two bytes each.  Where no unit takes
 * three bytes one compression drops the bytes that are not there.  Else each
 * unit is spread to three bytes first.  A byte is there if its bit 7 is set or
 * it is a unit's last.
 */
#ifndef U8C_X86_FROM_WIDE_AVX512_H
#define U8C_X86_FROM_WIDE_AVX512_H

#include "x86/utf16_avx512.h"

/* For byte @i of units of three bytes: which of the last two it is. */
#define OF_THREE(i) (2 * ((i) / 3) + ((i) % 3 == 2))

static const u8 of_three[3 * UNITS] __aligned(VECTOR) = {
	THIRTY_TWO(0, OF_THREE), THIRTY_TWO(32, OF_THREE),
	THIRTY_TWO(64, OF_THREE),
};

/* Of 96 bytes, three a unit: the first and the last of each. */
#define FIRST_LOW 0x9249249249249249ull
#define FIRST_HIGH 0x24924924u
#define LAST_LOW 0x4924924924924924ull
#define LAST_HIGH 0x92492492u
/* Of 64 bytes, two a unit: the last of each. */
#define LAST_OF_TWO 0xaaaaaaaaaaaaaaaaull

static u32 are_surrogates(__m512i v)
{
	return _mm512_cmpeq_epi16_mask(_mm512_and_si512(v, EACH(0xf800)),
				       EACH(0xd800));
}

/**
 * struct tools - the constants of conversions from UTF-16 and UTF-32
 *
 * @from_80: the bits of units from 80 on.
 * @from_800: the bits of units from 800 on.
 * @d800: the first surrogate.
 * @high_bytes: the high byte of each unit.
 * @value: the bits of a byte after a tag.
 * @tag_two: the tags of the two bytes of units from 80 to 7FF.
 * @tag_last: the tags of the last two of three bytes.
 * @tag_first: the tag of the first of three bytes.
 * @tag_more: turns the tag of a later byte into that of a first one.
 * @low_of_three: the order of the first 64 of 96 bytes.
 * @high_of_three: the order of the others.
 * @low_first: the first of each three bytes, among the first 64.
 * @high_first: the first of each three bytes, among the others.
 */
struct tools {
	__m512i from_80;
	__m512i from_800;
	__m512i d800;
	__m512i high_bytes;
	__m512i value;
	__m512i tag_two;
	__m512i tag_last;
	__m512i tag_first;
	__m512i tag_more;
	__m512i low_of_three;
	__m512i high_of_three;
	__mmask64 low_first;
	__mmask64 high_first;
};

static __always_inline void zmm_take(struct tools *t)
{
	t->from_80 = KEPT(0xff80);
	t->from_800 = KEPT(0xf800);
	t->d800 = KEPT(0xd800);
	t->high_bytes = KEPT(0xff00);
	t->value = KEPT(0x3f3f);
	t->tag_two = KEPT(0x80c0);
	t->tag_last = KEPT(0x8080);
	t->tag_first = KEPT(0x00e0);
	t->tag_more = KEPT(0x0040);
	t->low_of_three = units_load(of_three);
	t->high_of_three = _mm512_castsi256_si512(_mm256_load_si256(
		(const __m256i *)(of_three + VECTOR)));
	t->low_first = FIRST_LOW;
	t->high_first = FIRST_HIGH;
	__asm__ ("" : "+Yk" (t->low_first), "+Yk" (t->high_first));
}

/* Writes two bytes a unit, without those that are not there. */
static __always_inline u8 *put_bytes(__m512i two, unsigned int units, u8 *out)
{
	u64 keep = _mm512_movepi8_mask(two) | LAST_OF_TWO;

	if (units < UNITS)
		keep = _bzhi_u64(keep, 2 * units);
	units_store(out, _mm512_maskz_compress_epi8(keep, two));
	return out + __builtin_popcountll(keep);
}

/* Writes units below 800; @longer are those from 80 on. */
static __always_inline u8 *zmm_put_two(const struct tools *t, __m512i v,
				       unsigned int units, __mmask32 longer,
				       u8 *out)
{
	__m512i last = _mm512_slli_epi16(v, 8);
	__m512i two = _mm512_ternarylogic_epi32(last, _mm512_srli_epi16(v, 6),
						t->value, A_OR_B_AND_C);

	two = _mm512_mask_add_epi16(last, longer, two, t->tag_two);
	return put_bytes(two, units, out);
}

/* The last two bytes of units that are no surrogates; of units below 80 the only one. */
static __m512i zmm_last_two(const struct tools *t, __m512i v,
					    __mmask32 two_only)
{
	__m512i two = _mm512_ternarylogic_epi32(t->high_bytes,
		_mm512_slli_epi16(v, 8), _mm512_srli_epi16(v, 6),
		A_SELECTS_B_C);

	two = _mm512_ternarylogic_epi32(two, t->value, t->tag_last,
					A_AND_B_OR_C);
	return _mm512_mask_add_epi16(two, two_only, two, t->tag_more);
}

/* The first bytes of those units that have three. */
static __m512i first_of_three(const struct tools *t, __m512i v,
					      __mmask32 three)
{
	return _mm512_maskz_add_epi16(three, _mm512_srli_epi16(v, 12), t->tag_first);
}

/*
 * Writes @units units, of which some have a byte in @first, before those in @two.  There is
 * room for 96 bytes.
 */
static __always_inline u8 *zmm_put_three(const struct tools *t, __m512i two,
					 __m512i first, unsigned int units, u8 *out)
{
	__m512i lo = _mm512_permutexvar_epi8(t->low_of_three, two);
	__m512i hi = _mm512_permutexvar_epi8(t->high_of_three, two);
	u64 keep, keep_hi;

	lo = _mm512_mask_permutexvar_epi8(lo, t->low_first, t->low_of_three,
					  first);
	hi = _mm512_mask_permutexvar_epi8(hi, t->high_first, t->high_of_three,
					  first);
	keep = _mm512_movepi8_mask(lo) | LAST_LOW;
	keep_hi = (u32)_mm512_movepi8_mask(hi) | LAST_HIGH;
	if (units < UNITS) {
		keep = _bzhi_u64(keep, 3 * units);
		keep_hi = 3 * units < VECTOR ? 0 :
			  _bzhi_u64(keep_hi, 3 * units - VECTOR);
	}
	units_store(out, _mm512_maskz_compress_epi8(keep, lo));
	out += __builtin_popcountll(keep);
	_mm256_storeu_si256((__m256i *)out, _mm256_maskz_compress_epi8(keep_hi,
		_mm512_castsi512_si256(hi)));
	return out + __builtin_popcountll(keep_hi);
}

/* Writes units that are no surrogates; @three are those from 800 on. */
static __always_inline u8 *zmm_put_any(const struct tools *t, __m512i v, unsigned int units,
				       __mmask32 three, u8 *out)
{
	__mmask32 longer = _mm512_test_epi16_mask(v, t->from_80);
	__m512i two = zmm_last_two(t, v, _kandn_mask32(three, longer));

	two = _mm512_mask_mov_epi16(_mm512_slli_epi16(v, 8), longer, two);
	return zmm_put_three(t, two, first_of_three(t, v, three), units, out);
}

/* What 32 units may write, and a little more. */
#define PUT_ROOM 128

#endif /* U8C_X86_FROM_WIDE_AVX512_H */
