// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-32 with AVX-512.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/to_wide_avx512.h"

#define LANES 16

static __always_inline __m512i swapped_points(__m512i v, bool big)
{
	const __m512i order = _mm512_set4_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607,
						0x00010203);

	return big ? _mm512_shuffle_epi8(v, order) : v;
}

/* A quarter of the bytes of @v, each to 32 bits. */
static __always_inline __m512i widen(__m512i v, unsigned int quarter)
{
	switch (quarter) {
	case 0:
		return _mm512_cvtepu8_epi32(_mm512_castsi512_si128(v));
	case 1:
		return _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(v, 1));
	case 2:
		return _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(v, 2));
	default:
		return _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(v, 3));
	}
}

/*
 * Writes 32 units: their low 16 bits are @v, the others are in the top of @points from
 * @from on.
 */
static __always_inline void put_32(__m512i v, const struct points *points, unsigned int from,
				   bool big, u8 *out)
{
	__m512i a = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(v));
	__m512i b = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(v, 1));

	if (points->has_four) {
		a = _mm512_or_si512(a, _mm512_slli_epi32(widen(points->top, from), 16));
		b = _mm512_or_si512(b, _mm512_slli_epi32(widen(points->top, from + 1), 16));
	}
	zmm_store(out, swapped_points(a, big));
	zmm_store(out + VECTOR, swapped_points(b, big));
}

static __always_inline void zmm_put_utf32(const struct points *points, bool big, u8 *out)
{
	/* The quarters in the order in which unpacking takes them of each half. */
	const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
	__m512i low = _mm512_permutexvar_epi64(order, points->low);
	__m512i high = _mm512_permutexvar_epi64(order, points->high);

	put_32(_mm512_unpacklo_epi8(low, high), points, 0, big, out);
	/* If all sequences have three bytes or four, there are never more. */
	if (__builtin_popcountll(points->ends) > 2 * LANES)
		put_32(_mm512_unpackhi_epi8(low, high), points, 2, big, out + 2 * VECTOR);
}

static void zmm_ascii_to_utf32(const u8 *p, bool big, u8 *out)
{
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < VECTOR; i += LANES)
		zmm_store(out + 4 * i, swapped_points(_mm512_cvtepu8_epi32(
			_mm_loadu_si128((const __m128i *)(p + i))), big));
}

size_t u8c_to_utf32_avx512(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
			   const struct u8c_wide_impl *self)
{
	const struct target units = { 4, big, zmm_put_utf32, zmm_ascii_to_utf32 };

	return zmm_to_wide(in, n, to, units, u8c_to_utf32_scalar);
}
#endif
