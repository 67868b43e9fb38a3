/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The short names ("8.3") that Windows gives to files with long names.
 */
#ifndef U8C_NAME_SHORT_NAME_H
#define U8C_NAME_SHORT_NAME_H

#include "platform.h"

/* The longest short name: 8 characters, a dot and 3 characters. */
#define U8C_SHORT_NAME_MAX 12

/**
 * struct u8c_short_name - all short names that one long name may get
 *
 * In small letters.
 *
 * @stem: the characters before the tilde in the first four of them.
 * @stem_n: its bytes, up to 6; 0 where the long name gets no short one.
 * @hash: the characters before the tilde in all others: up to two characters of @stem and the
 *	four digits of the checksum.
 * @hash_n: its bytes.
 * @extension: what follows the last dot, up to 3 characters.
 * @extension_n: its bytes; 0 where there is no dot.
 */
struct u8c_short_name {
	u8 stem[6];
	u8 stem_n;
	u8 hash[6];
	u8 hash_n;
	u8 extension[3];
	u8 extension_n;
};

/**
 * u8c_short_name_make() - the short names of a file
 * @s: filled
 * @p: its long name
 * @n: bytes of it, at least 1
 *
 * There are none where the long name is short enough itself, is not ASCII, or has a
 * character that no name of Windows has.
 */
void u8c_short_name_make(struct u8c_short_name *s, const u8 *p, size_t n);

/**
 * u8c_short_name_is() - is a name one of these?
 * @s: the short names
 * @p: the name, in small letters
 * @n: bytes of it
 *
 * The number after the tilde may be 1 to 4 after the stem, and any number after the
 * checksum, of which the number then takes the place.
 *
 * Return: whether it is.
 */
bool u8c_short_name_is(const struct u8c_short_name *s, const u8 *p, size_t n);

#endif /* U8C_NAME_SHORT_NAME_H */
