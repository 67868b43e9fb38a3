/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Masks of 64 bytes: a bit for each byte that is of a kind.
 */
#ifndef DETECT_BYTE_MASKS_H
#define DETECT_BYTE_MASKS_H

#include "core/u8c.h"

#define BYTES_MASKED 64

#ifdef __SSE2__
#include <emmintrin.h>

/* The bytes from @from to @to. */
static __always_inline u64 bytes_between(const u8 *p, u8 from, u8 to)
{
	__m128i first = _mm_set1_epi8((char)from);
	__m128i range = _mm_set1_epi8((char)(to - from));
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(p + i));
		__m128i above = _mm_sub_epi8(v, first);
		__m128i is = _mm_cmpeq_epi8(_mm_min_epu8(above, range), above);

		mask |= (u64)(u32)_mm_movemask_epi8(is) << i;
	}
	return mask;
}

/* The bytes that are the same at @p and @q. */
static __always_inline u64 bytes_same(const u8 *p, const u8 *q)
{
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(p + i));
		__m128i w = _mm_loadu_si128((const __m128i *)(q + i));

		mask |= (u64)(u32)_mm_movemask_epi8(_mm_cmpeq_epi8(v, w)) << i;
	}
	return mask;
}

/* For each byte of ASCII at @p, write @letter or @other to @to. */
static __always_inline void bytes_name_letters(u8 *to, const u8 *p, u8 letter, u8 other)
{
	__m128i letters = _mm_set1_epi8((char)letter), others = _mm_set1_epi8((char)other);
	__m128i first = _mm_set1_epi8('a'), range = _mm_set1_epi8('z' - 'a');
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16) {
		__m128i *out = (__m128i *)(to + i);
		__m128i v = _mm_loadu_si128((const __m128i *)(p + i));
		__m128i above = _mm_sub_epi8(_mm_or_si128(v, _mm_set1_epi8(' ')), first);
		__m128i is = _mm_cmpeq_epi8(_mm_min_epu8(above, range), above);
		__m128i name = _mm_or_si128(_mm_and_si128(is, letters), _mm_andnot_si128(is, others));
		__m128i high = _mm_cmpgt_epi8(_mm_setzero_si128(), v);

		_mm_storeu_si128(out, _mm_or_si128(_mm_andnot_si128(high, name),
						   _mm_and_si128(high, _mm_loadu_si128(out))));
	}
}

#else

static __always_inline u64 bytes_between(const u8 *p, u8 from, u8 to)
{
	u64 mask = 0;
	unsigned int i;

	for (i = 0; i < BYTES_MASKED; i++)
		mask |= (u64)((u8)(p[i] - from) <= (u8)(to - from)) << i;
	return mask;
}

static __always_inline u64 bytes_same(const u8 *p, const u8 *q)
{
	u64 mask = 0;
	unsigned int i;

	for (i = 0; i < BYTES_MASKED; i++)
		mask |= (u64)(p[i] == q[i]) << i;
	return mask;
}

static __always_inline void bytes_name_letters(u8 *to, const u8 *p, u8 letter, u8 other)
{
	unsigned int i;

	for (i = 0; i < BYTES_MASKED; i++)
		if (p[i] < 0x80)
			to[i] = (u8)((p[i] | ' ') - 'a') <= 'z' - 'a' ? letter : other;
}

#endif

static __always_inline u64 bytes_equal(const u8 *p, u8 byte)
{
	return bytes_between(p, byte, byte);
}

#endif /* DETECT_BYTE_MASKS_H */
