/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A charset with one byte for each character, as the system's iconv knows it.
 */
#ifndef DETECT_SINGLE_BYTE_H
#define DETECT_SINGLE_BYTE_H

#include "base/types.h"

/* All code points of the charsets used here are below this. */
#define CHARSET_END 0x2600

/**
 * struct charset - the bytes 80..FF of a charset; 00..7F are ASCII
 *
 * @name: as iconv and IANA know it.
 * @byte: the byte for each code point from 80 on; 0 where there is none.
 */
struct charset {
	const char *name;
	u8 byte[CHARSET_END];
};

/**
 * single_byte_load() - ask iconv
 * @set: filled
 * @name: the charset
 *
 * A byte from 80 to 9F that the charset leaves undefined stands for the C1
 * control of the same number, as lenient readers take it (WHATWG Encoding
 * Standard, index windows-1252).
 *
 * Return: false when iconv does not know it.
 */
bool single_byte_load(struct charset *set, const char *name);

/* The byte that a code point is written as; -1 when it cannot be. */
static inline int charset_byte(const struct charset *set, u32 cp)
{
	if (cp < 0x80)
		return cp;
	return cp < CHARSET_END && set->byte[cp] ? set->byte[cp] : -1;
}

#endif /* DETECT_SINGLE_BYTE_H */
