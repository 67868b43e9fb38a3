/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Boundaries found from anywhere, and order.
 */
#ifndef U8C_RESYNC_H
#define U8C_RESYNC_H

#include "decode.h"

/**
 * u8c_next_boundary() - the first place at or after an offset where a sequence
 *	can start
 * @c: how the text is written
 * @p: the text, or any part of it that begins @n bytes before its end
 * @n: how many bytes
 * @at: the offset, at most @n
 *
 * Looks at no more than a sequence's length.  In well-formed text the answer
 * is the start of the next sequence, or @at itself if one starts there.
 *
 * Return: the offset, @n where there is none before.
 */
size_t u8c_next_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			 size_t at);

/**
 * u8c_previous_boundary() - the last place at or before an offset where a
 *	sequence can start
 *
 * As u8c_next_boundary().  Return: the offset; 0 is always one.
 */
size_t u8c_previous_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			     size_t at);

/**
 * u8c_compare() - compare two well-formed texts by code points
 * @c: how both are written
 * @a: the one
 * @an: its bytes
 * @b: the other
 * @bn: its bytes
 *
 * For UTF-8 without pairs of surrogates that is the order of the bytes; this
 * keeps code point order in all encodings and profiles.  Ill-formed sequences
 * stand after all code points, in the order of their bytes.
 *
 * Return: less than, equal to or greater than 0 as @a stands before @b, is
 * equal to it or stands after it.
 */
int u8c_compare(const struct u8c_coding *c, const u8 *a, size_t an,
		const u8 *b, size_t bn);

#endif /* U8C_RESYNC_H */
