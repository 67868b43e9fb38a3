/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors of AVX-512 (F, BW, VL, VBMI, VBMI2).
 */
#ifndef U8C_X86_AVX512_H
#define U8C_X86_AVX512_H

#include "x86/intrinsics.h"

#define VECTOR 64
#define HAS_BYTE_SHIFT 0
#define HAS_LOOK_UP_128 1
#define HAS_ROWS 1
#define HAS_POPCNT 1
#include "vec/vector.h"

/* To pack is not faster here than to test vector by vector. */
#define HAS_PACK 0

#define ZMM(v) ((__m512i)(v))

/* Keeps @v in a register: else the compiler makes it anew at each use. */
static __always_inline vector in_register(vector v)
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

static __always_inline vector greater_of(vector a, vector b)
{
	return (vector)_mm512_max_epu8(ZMM(a), ZMM(b));
}

/* A bit for bit 7 of each byte. */
static __always_inline u64 bits_7(vector v)
{
	return _mm512_movepi8_mask(ZMM(v));
}

static __always_inline bool any_bit_7(vector v)
{
	return bits_7(v) != 0;
}

/* Is any bit set? */
static __always_inline bool any(vector v)
{
	return _mm512_test_epi8_mask(ZMM(v), ZMM(v)) != 0;
}

/* A bit for each byte. */
typedef __mmask64 truth;

static __always_inline truth equal(vector a, vector b)
{
	return _mm512_cmpeq_epi8_mask(ZMM(a), ZMM(b));
}

static __always_inline truth not_below(vector a, vector b)
{
	return _mm512_cmpge_epu8_mask(ZMM(a), ZMM(b));
}

/* @v, and 0 where @t is not. */
static __always_inline vector only(truth t, vector v)
{
	return (vector)_mm512_maskz_mov_epi8(t, ZMM(v));
}

static __always_inline u64 where(truth t)
{
	return t;
}

static __always_inline u64 where_not_zero(vector v)
{
	return _mm512_test_epi8_mask(ZMM(v), ZMM(v));
}

static __always_inline u64 where_not_below(vector v, u8 least)
{
	return _mm512_cmpge_epu8_mask(ZMM(v), _mm512_set1_epi8((char)least));
}

/* Adds 1 to the bytes of @counters where @v is not below @least. */
static __always_inline vector count_not_below(vector counters, vector v, u8 least)
{
	return (vector)_mm512_mask_sub_epi8(ZMM(counters), where_not_below(v, least),
					    ZMM(counters), _mm512_set1_epi8(-1));
}

static __always_inline vector count_equal(vector counters, vector v, u8 byte)
{
	return (vector)_mm512_mask_sub_epi8(ZMM(counters), equal(v, each(byte)),
					    ZMM(counters), _mm512_set1_epi8(-1));
}

/*
 * The @n bytes at @p, at least one, which become the bytes from @at on; the others are NUL.
 * Only the part of memory that a page holds may be touched: where a masked load begins or
 * ends in a page that is not there, the processor takes 120 ns on Zen 4.
 */
static __always_inline vector load_part(const u8 *p, size_t n, size_t at)
{
	return (vector)_mm512_maskz_loadu_epi8(~0ull >> (VECTOR - n) << at, p - at);
}

/* By the lower six bits of each byte, that of 64 bytes at @table. */
static __always_inline vector look_up_64(const u8 *table, vector index)
{
	return (vector)_mm512_permutexvar_epi8(ZMM(index), ZMM(load(table)));
}

/* By the lower seven bits of each byte, that of 128 bytes at @table. */
static __always_inline vector look_up_128(const u8 *table, vector index)
{
	return (vector)_mm512_permutex2var_epi8(ZMM(load(table)), ZMM(index),
						ZMM(load(table + VECTOR)));
}

/* The last @n bytes before @end, less than a vector; the others are NUL. */
static __always_inline vector load_end(const u8 *end, size_t n)
{
	static const u8 places[VECTOR] __aligned(VECTOR) = {
		SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)
	};

	/* Indices are taken modulo 64.  Not a load of a part: no page is touched after @end. */
	return (vector)_mm512_maskz_permutexvar_epi8(_bzhi_u64(~0ull, n),
		ZMM(*(const vector *)places - (u8)n), ZMM(load(end - VECTOR)));
}

#endif /* U8C_X86_AVX512_H */
