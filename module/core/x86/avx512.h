/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors of AVX-512 (F, BW, VL, VBMI, VBMI2).
 */
#ifndef U8C_X86_AVX512_H
#define U8C_X86_AVX512_H

#include "x86/intrinsics.h"

#define VECTOR 64
#define HAS_POPCNT 1
#include "vec/vector.h"

/* To pack is not faster here than to test vector by vector. */
#define HAS_PACK 0

#define ZMM(v) ((__m512i)(v))

/* Keeps @v in a register: else the compiler makes it anew at each use. */
static __always_inline vector keep(vector v)
{
	__asm__ ("" : "+v" (v));
	return v;
}

/* The 16 bytes at @p, in each part of a vector that look_up_16() looks up in. */
static __always_inline vector sixteen(const u8 *p)
{
	return (vector)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
}

static __always_inline vector look_up_16(vector table, vector index)
{
	return (vector)_mm512_shuffle_epi8(ZMM(table), ZMM(index));
}

/* A difference that stops at 0. */
static __always_inline vector subtract_to_zero(vector a, vector b)
{
	return (vector)_mm512_subs_epu8(ZMM(a), ZMM(b));
}

/* There is no shift of single bytes: bits that come from the next byte are cut off. */
static __always_inline vector high_half(vector v, vector low_half)
{
	return (vector)((two_bytes)v >> 4) & low_half;
}

static __always_inline vector greater_of(vector a, vector b)
{
	return (vector)_mm512_max_epu8(ZMM(a), ZMM(b));
}

static __always_inline u64 bits_7(vector v)
{
	return _mm512_movepi8_mask(ZMM(v));
}

static __always_inline bool any_bit_7(vector v)
{
	return bits_7(v) != 0;
}

static __always_inline bool is_zero(vector v)
{
	return !_mm512_test_epi8_mask(ZMM(v), ZMM(v));
}

#endif /* U8C_X86_AVX512_H */
