/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Bytes at hand, and one code point of them, read or written at once: of well-formed text
 * (RFC 3629), and with u8c_strict_point_of() of any.
 */
#ifndef U8C_CODEC_POINT_H
#define U8C_CODEC_POINT_H

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
		/* Bytes 4 to @n - 1 are the highest of the last four. */
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

/*
 * The bytes from @p to @end, up to three, the first one lowest; 0 for none.  Not inline, as it
 * is rare.
 */
static noinline u32 u8c_last_bytes(const u8 *p, const u8 *end)
{
	u32 w = 0, i;

	for (i = 0; i < 3 && p < end; i++, p++)
		w |= (u32)*p << 8 * i;
	return w;
}

/*
 * Up to four bytes from @p on and before @end, the first one lowest, and zeros after the end of
 * the text.  Each byte is loaded once.  A code point is decoded from this word alone, so that
 * it is one code point even when the text changes.
 */
static __always_inline u32 u8c_head(const u8 *p, const u8 *end)
{
	u32 w;

	if (likely(end - p >= 4))
		w = u8c_load32_le(p);
	else
		w = u8c_last_bytes(p, end);
	U8C_ONCE(w);
	return w;
}

/*
 * The eight bytes at @p, before @end, the first one lowest; after the end of the text "a",
 * a letter without properties.  Each byte is loaded once.
 */
static __always_inline u64 u8c_next_8(const u8 *p, const u8 *end)
{
	const size_t n = end - p;
	u8 some[U8C_SEQUENCE_MAX];
	u64 w;

	if (likely(n >= 8)) {
		w = u8c_load64_le(p);
	} else {
		u8c_snapshot(some, p, n);
		w = u8c_load64_le(some) | U8C_BYTES('a') << 8 * n;
	}
	U8C_ONCE(w);
	return w;
}

/* The place after a code point of @n bytes, not after @end. */
static __always_inline const u8 *u8c_after(const u8 *p, const u8 *end,
					   unsigned int n)
{
	const bool fits = likely(end - p >= 4) || n < (size_t)(end - p);

	return fits ? p + n : end;
}

/*
 * The code point that the bytes of @w begin with, the first one lowest, and its
 * length.  Of bytes that are not well-formed it is any number up to 1FFFFF.
 */
static __always_inline u32 u8c_point_of(u32 w, u32 *n)
{
	if ((w & 0xff) < 0x80) {
		*n = 1;
		return w & 0x7f;
	}
	if ((w & 0xff) < 0xe0) {
		*n = 2;
		return (w & 0x1f) << 6 | (w >> 8 & 0x3f);
	}
	if (likely((w & 0xff) < 0xf0)) {
		*n = 3;
		return (w & 0xf) << 12 | (w >> 2 & 0xfc0) | (w >> 16 & 0x3f);
	}
	*n = 4;
	return (w & 7) << 18 | (w << 4 & 0x3f000) | (w >> 10 & 0xfc0) |
	       (w >> 24 & 0x3f);
}

/*
 * The code point that the bytes of @w begin with, above U+007F, where they are
 * well-formed (Unicode table 3-7).  Return: its length; 0 where they are not.
 */
static __always_inline u32 u8c_strict_point_of(u32 w, u32 *cp)
{
	u32 n;

	*cp = u8c_point_of(w, &n);
	switch (n) {
	case 2:
		return (w & 0xc0e0) == 0x80c0 && *cp >= 0x80 ? n : 0;
	case 3:
		return (w & 0xc0c000) == 0x808000 && *cp >= 0x800 &&
		       *cp - 0xd800 >= 0x800 ? n : 0;
	default:
		return (w & 0xc0c0c0f8) == 0x808080f0 &&
		       *cp - 0x10000 < 0x100000 ? n : 0;
	}
}

/* The code point at *@p, before @end; moves *@p to the next one. */
static __always_inline u32 u8c_take(const u8 **p, const u8 *end)
{
	u32 n, cp = u8c_point_of(u8c_head(*p, end), &n);

	*p = u8c_after(*p, end, n);
	return cp;
}

/* Writes a code point, or any number up to 1FFFFF. */
static __always_inline unsigned int u8c_put(u32 cp, u8 *out)
{
	if (cp < 0x80) {
		out[0] = cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = 0xc0 | cp >> 6;
		out[1] = 0x80 | (cp & 0x3f);
		return 2;
	}
	if (cp < 0x10000) {
		out[0] = 0xe0 | cp >> 12;
		out[1] = 0x80 | (cp >> 6 & 0x3f);
		out[2] = 0x80 | (cp & 0x3f);
		return 3;
	}
	out[0] = 0xf0 | cp >> 18;
	out[1] = 0x80 | (cp >> 12 & 0x3f);
	out[2] = 0x80 | (cp >> 6 & 0x3f);
	out[3] = 0x80 | (cp & 0x3f);
	return 4;
}

#endif /* U8C_CODEC_POINT_H */
