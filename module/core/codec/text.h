/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Bytes at hand, and words of them.
 */
#ifndef U8C_CODEC_TEXT_H
#define U8C_CODEC_TEXT_H

#include "platform.h"

/* The longest sequence of any encoding: eight bytes under FF. */
#define U8C_SEQUENCE_MAX 8

/**
 * struct u8c_text - bytes at hand
 *
 * Given by value, which costs no more than its two members do.
 *
 * @p: the first byte.
 * @n: how many.
 */
struct u8c_text {
	const u8 *p;
	size_t n;
};

static inline struct u8c_text u8c_text(const void *p, size_t n)
{
	return (struct u8c_text){ p, n };
}

/**
 * u8c_snapshot() - the bytes of a sequence as they are now
 * @copy: room for the longest sequence
 * @p: the text, which may be written meanwhile
 * @n: its bytes
 *
 * A sequence is examined more than once only in such a copy, so that all results agree.
 *
 * Return: how many bytes were copied; the others are zero.
 */
static inline size_t u8c_snapshot(u8 copy[U8C_SEQUENCE_MAX], const u8 *p,
				  size_t n)
{
	u64 w = 0;

	if (likely(n >= sizeof(w))) {
		w = u8c_load64_le(p);
		n = sizeof(w);
	} else if (n >= 4) {
		w = u8c_load32_le(p + n - 4);
		w = u8c_load32_le(p) | w >> 8 * (8 - n) << 32;
	} else if (n) {
		w = p[0];
		w |= n > 1 ? (u64)p[1] << 8 : 0;
		w |= n > 2 ? (u64)p[2] << 16 : 0;
	}
	U8C_ONCE(w);
	u8c_store_le(copy, w, sizeof(w));
	return n;
}

static inline bool u8c_is_continuation(u8 b)
{
	return (b & 0xc0) == 0x80;
}

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

#endif /* U8C_CODEC_TEXT_H */
