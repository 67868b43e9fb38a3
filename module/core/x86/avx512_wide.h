/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What conversions from and to UTF-16 and UTF-32 need of AVX-512 (VBMI2): compression drops
 * the bytes that are not there.
 */
#ifndef U8C_X86_AVX512_WIDE_H
#define U8C_X86_AVX512_WIDE_H

#include "x86/avx512.h"
#include "vec/wide_vector.h"

/* @yes where @mask is set, else @no. */
static __always_inline words choose(words mask, words yes, words no)
{
	return (words)_mm512_ternarylogic_epi32((__m512i)mask, (__m512i)yes, (__m512i)no, 0xca);
}

/* @yes in the units of @v that have none of @bits, else @no. */
static __always_inline words choose_without(words v, words bits, words yes, words no)
{
	return (words)_mm512_mask_mov_epi16(ZMM(yes), _mm512_test_epi16_mask(ZMM(v), ZMM(bits)),
					    ZMM(no));
}

static __always_inline bool any_bits_set(words v, words bits)
{
	return _mm512_test_epi16_mask((__m512i)v, (__m512i)bits);
}

/* A bit for each unit. */
#define UNIT_BITS 1
#define LAST_UNIT (1u << 31)

static __always_inline u32 unit_bits(words mask)
{
	return _mm512_movepi16_mask((__m512i)mask);
}

/* The eighths of @v in the order in which packing leaves them. */
static __always_inline __m512i packed(__m512i v)
{
	return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), v);
}

/* The eighths of @v in the order in which unpacking takes them. */
static __always_inline __m512i unpackable(__m512i v)
{
	return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), v);
}

static __always_inline words narrow_dwords(dwords a, dwords b)
{
	return (words)packed(_mm512_packus_epi32((__m512i)a, (__m512i)b));
}

static __always_inline vector narrow_words(words a, words b)
{
	return (vector)packed(_mm512_packus_epi16((__m512i)a, (__m512i)b));
}

/* The low bytes of numbers below 80. */
static __always_inline vector narrow_twice(dwords a, dwords b, dwords c, dwords d)
{
	__m512i v = _mm512_packus_epi16(_mm512_packus_epi32(ZMM(a), ZMM(b)),
					_mm512_packus_epi32(ZMM(c), ZMM(d)));

	return (vector)_mm512_permutexvar_epi32(_mm512_setr_epi32(
		0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), v);
}

/* The unit before each unit. */
static __always_inline words unit_before(words v)
{
	return (words)_mm512_shldi_epi32((__m512i)v,
		_mm512_alignr_epi32((__m512i)v, (__m512i)v, 15), 16);
}

static __always_inline u8 *put_kept(__m512i v, u64 kept, u8 *out)
{
	store(out, (vector)_mm512_maskz_compress_epi8(kept, v));
	return out + (u32)__builtin_popcountll(kept);
}

/* Writes the second byte of each unit, and the first one where that has bit 7. */
static __always_inline u8 *put_two(words two, words one, u8 *out)
{
	return put_kept((__m512i)two, bits_7((vector)two) | 0xaaaaaaaaaaaaaaaa, out);
}

/*
 * Writes the last byte of each four, and those before it that have bit 7.  Bytes that are not
 * there have no bit 7, so @one_more and @two_more are not needed.
 */
static __always_inline u8 *put_four(dwords bytes, dwords one_more, dwords two_more, u8 *out)
{
	return put_kept((__m512i)bytes, bits_7((vector)bytes) | 0x8888888888888888, out);
}

/*
 * Writes the bytes of each unit: the high byte of @first, but where @not_three, and those of
 * @two that have bit 7 or are the second.
 */
static __always_inline u8 *put_three(words first, words two, words one, words not_three, u8 *out)
{
	__m512i a = unpackable((__m512i)(first & ~not_three)), b = unpackable((__m512i)two);

	out = put_four((dwords)_mm512_unpacklo_epi16(a, b), (dwords){ 0 }, (dwords){ 0 }, out);
	return put_four((dwords)_mm512_unpackhi_epi16(a, b), (dwords){ 0 }, (dwords){ 0 }, out);
}

/* Units that are lined up together. */
#define GROUP 32
typedef __m512i group;

/* Orders the eighths of each vector so that the halves of half_of() are in the text's order. */
static __always_inline void lay_out(vector *a, vector *b, vector *c)
{
	*a = (vector)unpackable((__m512i)*a);
	*b = (vector)unpackable((__m512i)*b);
	*c = (vector)unpackable((__m512i)*c);
}

static __always_inline vector half_of(vector a, vector b, bool upper)
{
	return (vector)(upper ? _mm512_unpackhi_epi8((__m512i)a, (__m512i)b) :
			_mm512_unpacklo_epi8((__m512i)a, (__m512i)b));
}

/* Each byte times its weight; the sums of two. */
static __always_inline words weighed(vector v, vector weights)
{
	return (words)_mm512_maddubs_epi16((__m512i)v, (__m512i)weights);
}

static __always_inline group group_of(const words units[2], unsigned int i)
{
	return (group)units[i];
}

static __always_inline group compressed(group v, u32 kept)
{
	return _mm512_maskz_compress_epi16(kept, v);
}

static __always_inline void store_group(u8 *p, group v)
{
	store(p, (vector)v);
}

static __always_inline void store_half(u8 *p, __m256i units, __m256i tops, bool big)
{
	vector v = (vector)_mm512_or_si512(_mm512_cvtepu16_epi32(units),
		_mm512_slli_epi32(_mm512_cvtepu16_epi32(tops), 16));

	store(p, turned(v, 4, big));
}

static __always_inline void store_points(u8 *p, group units, group tops, bool big, u32 n)
{
	store_half(p, _mm512_castsi512_si256(units), _mm512_castsi512_si256(tops), big);
	if (n > GROUP / 2)
		store_half(p + VECTOR, _mm512_extracti64x4_epi64(units, 1),
		   _mm512_extracti64x4_epi64(tops, 1), big);
}

static __always_inline vector widened(const u8 *p, unsigned int size)
{
	return (vector)(size == 2 ? _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)p)) :
			_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)p)));
}

#endif /* U8C_X86_AVX512_WIDE_H */
