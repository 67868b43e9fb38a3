/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole texts of UTF-16 (Unicode section 3.10, D91), to and from UTF-8.
 *
 * A text is bytes, in either byte order and at any alignment.
 */
#ifndef U8C_UTF16_H
#define U8C_UTF16_H

#include "wide/wide.h"

/**
 * u8c_valid_utf16_scalar() - how far UTF-16 is well-formed
 * @p: the text
 * @n: bytes
 * @big: the high byte of each unit comes first
 * @pairs: grows by the number of surrogate pairs up to there
 * @self: ignored
 *
 * Return: the length in bytes of the longest prefix of whole code points.
 */
size_t u8c_valid_utf16_scalar(const u8 *p, size_t n, bool big, size_t *pairs,
			      const struct u8c_wide_impl *self);

/**
 * u8c_from_utf16_scalar() - the longest prefix of UTF-16 that fits, as UTF-8
 * @in: the text
 * @n: bytes
 * @big: the high byte of each unit comes first
 * @to: where the UTF-8 goes
 * @self: ignored
 *
 * Stops at a surrogate that stands alone, at half a pair or half a unit at the
 * end, and where the next code point has no room.
 *
 * Return: how many bytes of the text were converted.
 */
size_t u8c_from_utf16_scalar(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to,
			     const struct u8c_wide_impl *self);

/**
 * u8c_to_utf16_scalar() - the longest prefix of UTF-8 that fits, as UTF-16
 * @in: the text
 * @n: bytes
 * @big: the high byte of each unit comes first
 * @to: where the UTF-16 goes
 * @self: ignored
 *
 * Stops where the text is not well-formed (RFC 3629), where its last sequence is cut
 * short, and where the next code point has no room.
 *
 * Return: how many bytes of the text were converted, whole sequences.
 */
size_t u8c_to_utf16_scalar(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to,
			   const struct u8c_wide_impl *self);

/**
 * u8c_swap_utf16() - the same text in the other byte order
 * @in: the text
 * @n: bytes, whole units
 * @out: as many bytes; not the same ones
 */
void u8c_swap_utf16(const u8 *in, size_t n, u8 *out);

/**
 * u8c_position_advance_utf16() - move past well-formed text
 * @pos: the place, moved
 * @p: well-formed UTF-16, whole code points
 * @n: bytes
 * @pairs: how many of them are pairs of surrogates
 * @big: the high byte of each unit comes first
 */
void u8c_position_advance_utf16(struct u8c_position *pos, const u8 *p, size_t n,
				size_t pairs, bool big);

#endif /* U8C_UTF16_H */
