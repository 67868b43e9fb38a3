/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names that Windows does not have, or takes for something else (Microsoft, Naming
 * Files, Paths, and Namespaces).
 */
#ifndef U8C_NAME_WINDOWS_H
#define U8C_NAME_WINDOWS_H

#include "codec/names.h"

/**
 * u8c_is_reserved() - is a whole component reserved on Windows?
 * @p: its bytes
 * @n: how many
 *
 * Return: true when it names a device, whatever its case, and also with an extension
 * or a stream; or is the short form of .git, whatever its case, and also with dots and
 * spaces after it or a stream.
 */
bool u8c_is_reserved(const u8 *p, size_t n);

/* Is a byte one of the characters that no name has on Windows: < > : " | ? *  */
bool u8c_is_reserved_byte(u8 b);

/* Three lower-case letters in a word, the first one lowest. */
#define U8C_LETTERS(a, b, c) ((a) | (b) << 8 | (c) << 16)

/* The first letters of reserved names, in the order of the top bits of their products. */
static const u32 u8c_reserved_letters[8] = {
	U8C_LETTERS('c', 'o', 'n'),
	U8C_LETTERS('a', 'u', 'x'),
	U8C_LETTERS('c', 'o', 'm'),
	0,
	U8C_LETTERS('n', 'u', 'l'),
	U8C_LETTERS('l', 'p', 't'),
	U8C_LETTERS('p', 'r', 'n'),
	U8C_LETTERS('g', 'i', 't'),
};

#define U8C_RESERVED_FACTOR 0xd5f4b3b3u

/* May a reserved name begin with the first three bytes of @w, the first one lowest? */
static __always_inline bool u8c_begins_reserved(u32 w)
{
	const u32 letters = (w & 0xffffff) | 0x202020;

	return letters == u8c_reserved_letters[letters * U8C_RESERVED_FACTOR >> 29];
}

/* May it be that u8c_is_reserved() says yes?  Three letters decide. */
static __always_inline bool u8c_may_be_reserved(const u8 *p, size_t n)
{
	return n >= 3 && u8c_begins_reserved(U8C_LETTERS(p[0], p[1], p[2]));
}

#endif /* U8C_NAME_WINDOWS_H */
