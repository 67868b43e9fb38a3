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

	for (i = 0; i < BYTES_MASKED; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(p + i));
		__m128i above = _mm_sub_epi8(v, first);
		__m128i is = _mm_cmpeq_epi8(_mm_min_epu8(above, range), above);

		mask |= (u64)(u32)_mm_movemask_epi8(is) << i;
	}
	return mask;
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

#endif

static __always_inline u64 bytes_equal(const u8 *p, u8 byte)
{
	return bytes_between(p, byte, byte);
}

#endif /* DETECT_BYTE_MASKS_H */
