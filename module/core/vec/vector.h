/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors of VECTOR bytes, as far as the compiler knows them.  The header of a machine defines
 * before this:
 *	VECTOR		bytes of a vector
 *	HAS_POPCNT	does the machine have that instruction?
 *	HAS_BYTE_SHIFT	does it shift single bytes?  If so it has high_half() itself
 *	HAS_LOOK_UP_128	does it look up in tables of 128?  If so it has look_up_64() and
 *			look_up_128()
 *	HAS_ROWS	does it judge vectors in a row?  If so it has struct row and row_*()
 *			(x86/avx512_row.h), load_part() and load_end()
 * and after this:
 *	all that without_masks.h has, which it may include
 *	in_register(), sixteen(), look_up_16(), subtract_to_zero(), greater_of()
 *	bits_7(), any_bit_7(), any()
 *	HAS_PACK	are there pack_dwords() and pack_words() too?
 */
#ifndef U8C_VEC_VECTOR_H
#define U8C_VEC_VECTOR_H

#include "platform.h"

typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef signed char numbers __attribute__((vector_size(VECTOR)));
typedef u16 words __attribute__((vector_size(VECTOR)));
typedef u32 dwords __attribute__((vector_size(VECTOR)));
typedef u64 qwords __attribute__((vector_size(VECTOR)));

/* A piece: bytes of text for which a word has a bit each. */
#define PIECE 64

/* Numbers from @i on. */
#define EIGHT(i) i, (i) + 1, (i) + 2, (i) + 3, (i) + 4, (i) + 5, (i) + 6, (i) + 7
#define SIXTEEN(i) EIGHT(i), EIGHT((i) + 8)

static __always_inline vector load(const u8 *p)
{
	vector v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static __always_inline void store(u8 *p, vector v)
{
	__builtin_memcpy(p, &v, sizeof(v));
}

static __always_inline vector each(u8 byte)
{
	return (vector){ 0 } + byte;
}

/* Four bytes, over and over. */
static __always_inline dwords each_dword(u32 number)
{
	return (dwords){ 0 } + number;
}

/* Eight bytes, over and over. */
static __always_inline qwords each_qword(u64 number)
{
	return (qwords){ 0 } + number;
}

#if !HAS_BYTE_SHIFT
/* The high half of each byte.  A shift of two bytes moves bits into the lower one: cut off. */
static __always_inline vector high_half(vector v, vector low_half)
{
	return (vector)((words)v >> 4) & low_half;
}
#endif

/* A word with the @n lowest bits set. */
static inline u64 first_bits(unsigned int n)
{
	return n < 64 ? (1ull << n) - 1 : ~0ull;
}

/* SSSE3 comes without POPCNT, in place of which gcc would call a function. */
static __always_inline u64 count_bits(u64 w)
{
#if HAS_POPCNT
	return __builtin_popcountll(w);
#else
	w -= w >> 1 & 0x5555555555555555ull;
	w = (w & 0x3333333333333333ull) + (w >> 2 & 0x3333333333333333ull);
	w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0full;
	return w * 0x0101010101010101ull >> 56;
#endif
}

#endif /* U8C_VEC_VECTOR_H */
