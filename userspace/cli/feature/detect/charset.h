/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A charset with one or two bytes for each character, as the system's iconv knows it.
 */
#ifndef DETECT_CHARSET_H
#define DETECT_CHARSET_H

#include "base/types.h"

/* All code points of the charsets used here are below this. */
#define CHARSET_END 0x10000

/**
 * struct charset - the characters of a charset that are not ASCII
 *
 * @name: as iconv and IANA know it.
 * @code: for each code point from 80 on its byte, or its two bytes, the first as the high
 *	one; 0 where there is none.
 */
struct charset {
	const char *name;
	u16 code[CHARSET_END];
};

/**
 * charset_load() - ask iconv
 * @set: all zero; filled
 * @name: the charset
 *
 * A byte that the charset leaves undefined stands for the code point of the same number, as
 * lenient readers take it (as in the Encoding Standard's index windows-1252).
 *
 * Return: false when iconv does not know it.
 */
bool charset_load(struct charset *set, const char *name);

/* The byte or the two bytes that a code point is written as; -1 when it cannot be. */
static inline int charset_code(const struct charset *set, u32 cp)
{
	if (cp < 0x80)
		return cp;
	return cp < CHARSET_END && set->code[cp] ? set->code[cp] : -1;
}

#endif /* DETECT_CHARSET_H */
