/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a well-formed name becomes when it is normalized, stripped of what
 * cannot be seen, transliterated, or narrowed to a code page; and on Windows.
 */
#ifndef U8C_NAME_DANGER_H
#define U8C_NAME_DANGER_H

#include "codec/names.h"
#include "name/ucd_property.h"

/* The first row of a code point; NULL when no code page narrows it to what is printed in ASCII. */
const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp);

/* The next row of the same code point; NULL after the last one. */
const struct u8c_best_fit_row *u8c_best_fit_next(const struct u8c_best_fit_row *row);

/**
 * u8c_dangers() - what does a code point become?
 * @cp: the code point
 * @begins: it begins a component
 *
 * Return: one bit for each class that holds.  UTF8CHECK_CLASS_COMPAT_DANGER: its canonical or
 * compatibility decomposition (NFD, NFKD) holds a slash, a backslash, a dot, a NUL, or one of
 * the other characters that the shell may treat specially (POSIX.1-2024, XCU 2.2, but for
 * blanks), or where @begins, begins with a dash.  UTF8CHECK_CLASS_TRANSLIT_DANGER: that does
 * not hold, but common transliteration writes it with a slash or a backslash.
 * UTF8CHECK_CLASS_URL_DANGER: NFKC makes a @ : ? # or slash of it;
 * UTF8CHECK_CLASS_BESTFIT_DANGER: a code page of Windows narrows it to one of these characters
 * or to a dash.  ASCII has no danger.
 */
u64 u8c_dangers(u64 cp, bool begins);

/* Does the decomposition of a code point begin with a dash?  Not that of a dash itself. */
bool u8c_becomes_dash(u64 cp);

/*
 * Does a component hold default-ignorable code points and, without these, begin with a dot?  Then
 * it is taken for ".", "..", ".git" or another name that tools hide or trust.  What is ill-formed
 * is not ignorable.
 */
bool u8c_hides_dot(const u8 *p, size_t n);

/*
 * windows.c: names that Windows does not have, or takes for something else (Microsoft, Naming
 * Files, Paths, and Namespaces)
 */

/*
 * Is a whole component reserved on Windows?  It names a device, also with an extension or a
 * stream, or is the short form of .git, also with dots and spaces after it or a stream; whatever
 * its case.
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

/* Found by trying: no two products of the letters have the same top three bits. */
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

#endif /* U8C_NAME_DANGER_H */
