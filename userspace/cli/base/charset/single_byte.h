/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Charsets of which each byte is a code point, or none.
 */
#ifndef CHARSET_SINGLE_BYTE_H
#define CHARSET_SINGLE_BYTE_H

#include "base/types.h"
#include "base/charset/decoder.h"

/**
 * single_byte_points() - what the bytes of a charset are
 * @name: a charset
 * @first: the first byte that is asked for; the last is FF
 * @points: their code points; NO_POINT where the charset has none
 *
 * Return: true; false where one of them only begins a character, is more than one, may
 * compose with the next, or shifts; or where iconv(3) does not know the charset.
 */
bool single_byte_points(const char *name, unsigned int first, u32 *points);

#endif /* CHARSET_SINGLE_BYTE_H */
