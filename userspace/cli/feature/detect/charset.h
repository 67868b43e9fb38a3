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
 * @wide: most of them have two bytes.
 * @frequent_first: the first code of frequent characters of Han; 0: not known.
 * @frequent_last: the last code of these.
 * @code: for each code point from 80 on its byte, or its two bytes, the first as the high
 *	one; 0 where there is none.
 */
struct charset {
	const char *name;
	bool wide;
	u16 frequent_first;
	u16 frequent_last;
	u16 code[CHARSET_END];
};

/**
 * charset_load() - ask iconv
 * @set: all zero; filled
 * @name: the charset
 *
 * A byte from 80 to 9F that the charset leaves undefined stands for the C1
 * control of the same number, as lenient readers take it (WHATWG Encoding
 * Standard, index windows-1252).
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

/*
 * Is a code point a character of Han that is not frequent?  Those of GBK that have a second
 * byte below A1 are not, the first level of JIS has all second bytes.
 */
static inline bool charset_is_rare(const struct charset *set, u32 cp)
{
	u16 code = cp < CHARSET_END ? set->code[cp] : 0;

	return cp >= 0x4e00 && cp <= 0x9fff &&
	       (code < set->frequent_first || code > set->frequent_last ||
		(set->frequent_first > 0xa0a0 && (code & 0xff) < 0xa1));
}

#endif /* DETECT_CHARSET_H */
