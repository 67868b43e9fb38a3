/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Masks of 64 bytes: a bit for each byte that is of a kind.
 */
#ifndef TEXT_BYTE_MASKS_H
#define TEXT_BYTE_MASKS_H

#include "base/types.h"

#define BYTES_MASKED 64

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes that are compared at once, where the processor can. */
typedef u8 bytes16 __attribute__((vector_size(16)));

static __always_inline bytes16 bytes_load(const u8 *p)
{
	bytes16 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

/* A bit for each byte; each is FF or 0. */
static __always_inline u64 bytes_mask(bytes16 is)
{
#ifdef __SSE2__
	return (u32)_mm_movemask_epi8((__m128i)is);
#else
	u64 mask = 0;
	unsigned int i;

	for (i = 0; i < sizeof(is); i++)
		mask |= (u64)(is[i] & 1) << i;
	return mask;
#endif
}

static __always_inline bytes16 bytes_are_between(bytes16 v, u8 from, u8 to)
{
	return (bytes16)(v - from <= (u8)(to - from));
}

/* The bytes from @from to @to. */
static __always_inline u64 bytes_between(const u8 *p, u8 from, u8 to)
{
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16)
		mask |= bytes_mask(bytes_are_between(bytes_load(p + i), from, to)) << i;
	return mask;
}

/* The bytes that are the same at @p and @q. */
static __always_inline u64 bytes_same(const u8 *p, const u8 *q)
{
	u64 mask = 0;
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16)
		mask |= bytes_mask((bytes16)(bytes_load(p + i) == bytes_load(q + i))) << i;
	return mask;
}

/* For each byte of ASCII at @p, write @letter or @other to @to. */
static __always_inline void bytes_name_letters(u8 *to, const u8 *p, u8 letter, u8 other)
{
	unsigned int i;

#pragma GCC unroll 4
	for (i = 0; i < BYTES_MASKED; i += 16) {
		bytes16 v = bytes_load(p + i);
		bytes16 ascii = bytes_are_between(v, 0, 0x7f);
		bytes16 is = bytes_are_between(v | (u8)' ', 'a', 'z');
		bytes16 name = (is & letter) | (~is & other);

		name = (ascii & name) | (~ascii & bytes_load(to + i));
		__builtin_memcpy(to + i, &name, sizeof(name));
	}
}

static __always_inline u64 bytes_equal(const u8 *p, u8 byte)
{
	return bytes_between(p, byte, byte);
}

#endif /* TEXT_BYTE_MASKS_H */
