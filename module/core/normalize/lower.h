/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Small letters of ASCII in place of its capitals.  No other byte changes.
 */
#ifndef U8C_NORMALIZE_LOWER_H
#define U8C_NORMALIZE_LOWER_H

#include "impl/impl.h"

/* Bit 7 of each byte of the word that is a capital of ASCII. */
static __always_inline u64 u8c_capitals(u64 word)
{
	u64 low = word & ~U8C_HIGH_BITS;
	u64 from_a = low + U8C_BYTES(0x80 - 'A');
	u64 after_z = low + U8C_BYTES(0x80 - 'Z' - 1);

	return from_a & ~after_z & ~word & U8C_HIGH_BITS;
}

/* The word with small letters in place of capitals of ASCII. */
static __always_inline u64 u8c_lower_word(u64 word)
{
	return word | u8c_capitals(word) >> 2;
}

/* u8c_impl.lower for any processor; @self is ignored. */
u8c_lower_fn u8c_lower_scalar;

#endif /* U8C_NORMALIZE_LOWER_H */
