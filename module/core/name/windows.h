/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names that Windows does not have, or takes for something else (Microsoft, Naming
 * Files, Paths, and Namespaces).
 */
#ifndef U8C_NAME_WINDOWS_H
#define U8C_NAME_WINDOWS_H

#include "codec/names.h"

/**
 * u8c_is_reserved() - is a component no name of a file on Windows, as a whole?
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

#define U8C_LETTERS(a, b, c) ((a) | (b) << 8 | (c) << 16)

/*
 * May it be that u8c_is_reserved() says yes?  Three letters decide.
 */
static __always_inline bool u8c_may_be_reserved(const u8 *p, size_t n)
{
	u32 w;

	if (n < 3)
		return false;
	w = (p[0] | (u32)p[1] << 8 | (u32)p[2] << 16) | 0x202020;
	return w == U8C_LETTERS('c', 'o', 'n') || w == U8C_LETTERS('p', 'r', 'n') ||
	       w == U8C_LETTERS('a', 'u', 'x') || w == U8C_LETTERS('n', 'u', 'l') ||
	       w == U8C_LETTERS('c', 'o', 'm') || w == U8C_LETTERS('l', 'p', 't') ||
	       w == U8C_LETTERS('g', 'i', 't');
}

#endif /* U8C_NAME_WINDOWS_H */
