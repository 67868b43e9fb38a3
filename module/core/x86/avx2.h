/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors of AVX2.
 */
#ifndef U8C_X86_AVX2_H
#define U8C_X86_AVX2_H

#include "x86/intrinsics.h"

#define VECTOR 32
#define HAS_BYTE_SHIFT 0
#define HAS_LOOK_UP_128 0
#define HAS_ROWS 0
#define HAS_POPCNT 1
#include "vec/vector.h"

#define HAS_PACK 1

#define YMM(v) ((__m256i)(v))

/* Keeps @v in a register: else the compiler makes it anew at each use. */
static __always_inline vector in_register(vector v)
{
	__asm__ ("" : "+x" (v));
	return v;
}

/* The 16 bytes at @p, in each part of a vector that look_up_16() looks up in. */
static __always_inline vector sixteen(const u8 *p)
{
	return (vector)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

static __always_inline vector look_up_16(vector table, vector index)
{
	return (vector)_mm256_shuffle_epi8(YMM(table), YMM(index));
}

/* A difference that stops at 0. */
static __always_inline vector subtract_to_zero(vector a, vector b)
{
	return (vector)_mm256_subs_epu8(YMM(a), YMM(b));
}

static __always_inline vector greater_of(vector a, vector b)
{
	return (vector)_mm256_max_epu8(YMM(a), YMM(b));
}

/* A bit for bit 7 of each byte. */
static __always_inline u64 bits_7(vector v)
{
	return (u32)_mm256_movemask_epi8(YMM(v));
}

static __always_inline bool any_bit_7(vector v)
{
	return bits_7(v) != 0;
}

/* Is any bit set? */
static __always_inline bool any(vector v)
{
	return !_mm256_testz_si256(YMM(v), YMM(v));
}

/*
 * Numbers of four or two bytes become numbers of half the size, in their order within 16
 * bytes; what is too large becomes the largest.
 */
static __always_inline vector pack_dwords(vector a, vector b)
{
	return (vector)_mm256_packs_epi32(YMM(a), YMM(b));
}

static __always_inline vector pack_words(vector a, vector b)
{
	return (vector)_mm256_packs_epi16(YMM(a), YMM(b));
}

#include "vec/without_masks.h"

#endif /* U8C_X86_AVX2_H */
