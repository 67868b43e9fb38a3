/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors of NEON.
 *
 * Instructions are spelled here, as the compiler's header of intrinsics has types of its own
 * that the kernel's do not agree with.  TBL counts its entries from the lowest byte, so
 * this is for little endian.
 */
#ifndef U8C_ARM64_NEON_H
#define U8C_ARM64_NEON_H

#define VECTOR 16
#define HAS_BYTE_SHIFT 1
#define HAS_LOOK_UP_128 0
#define HAS_ROWS 0
#define HAS_POPCNT 0
#include "vec/vector.h"

#define HAS_PACK 0

/* Keeps @v in a register: else the compiler makes it anew at each use. */
static __always_inline vector in_register(vector v)
{
	__asm__ ("" : "+w" (v));
	return v;
}

/* The 16 bytes at @p, in each part of a vector that look_up_16() looks up in. */
static __always_inline vector sixteen(const u8 *p)
{
	return load(p);
}

static __always_inline vector look_up_16(vector table, vector index)
{
	vector v;

	__asm__ ("tbl %0.16b, {%1.16b}, %2.16b"
		 : "=w" (v) : "w" (table), "w" (index));
	return v;
}

/* A difference that stops at 0. */
static __always_inline vector subtract_to_zero(vector a, vector b)
{
	vector v;

	__asm__ ("uqsub %0.16b, %1.16b, %2.16b"
		 : "=w" (v) : "w" (a), "w" (b));
	return v;
}

static __always_inline vector high_half(vector v, vector low_half)
{
	(void)low_half;	/* Zeros are shifted in. */
	return v >> 4;
}

static __always_inline vector greater_of(vector a, vector b)
{
	__asm__ ("umax %0.16b, %0.16b, %1.16b" : "+w" (a) : "w" (b));
	return a;
}

/* A bit for bit 7 of each byte: the product moves them to the highest byte. */
static __always_inline u64 bits_7(vector v)
{
	qwords w = (qwords)(v >> 7);

	return w[0] * 0x0102040810204080ull >> 56 |
	       w[1] * 0x0102040810204080ull >> 56 << 8;
}

static __always_inline u64 any_bits(vector v)
{
	return ((qwords)v)[0] | ((qwords)v)[1];
}

static __always_inline bool any_bit_7(vector v)
{
	return (any_bits(v) & U8C_HIGH_BITS) != 0;
}

/* Is any bit set? */
static __always_inline bool any(vector v)
{
	return any_bits(v) != 0;
}

#include "vec/without_masks.h"

#endif /* U8C_ARM64_NEON_H */
