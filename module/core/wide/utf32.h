/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole texts of UTF-32 (Unicode section 3.10, D90), to and from UTF-8.
 *
 * A text is bytes, in either byte order and at any alignment.  A unit is well-formed
 * when it is a Unicode scalar value (D76): up to 10FFFF, and no surrogate.
 */
#ifndef U8C_UTF32_H
#define U8C_UTF32_H

#include "wide/wide.h"

/**
 * u8c_valid_utf32() - how far UTF-32 is well-formed
 * @p: the text
 * @n: bytes
 * @big: the highest byte of each unit comes first
 *
 * Return: the length in bytes of the longest prefix of whole units.
 */
size_t u8c_valid_utf32(const u8 *p, size_t n, bool big);

/**
 * u8c_from_utf32_scalar() - the longest prefix of UTF-32 that fits, as UTF-8
 * @in: the text
 * @n: bytes
 * @big: the highest byte of each unit comes first
 * @to: where the UTF-8 goes
 * @self: ignored
 *
 * Stops at a unit that is ill-formed or cut short, and where the next code point
 * has no room.
 *
 * Return: how many bytes of the text were converted.
 */
size_t u8c_from_utf32_scalar(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to, const struct u8c_wide_impl *self);

/**
 * u8c_to_utf32_scalar() - the longest prefix of UTF-8 that fits, as UTF-32
 * @in: the text
 * @n: bytes
 * @big: the highest byte of each unit comes first
 * @to: where the UTF-32 goes
 * @self: ignored
 *
 * Stops where the text is not well-formed (RFC 3629), where its last sequence is cut
 * short, and where the next code point has no room.
 *
 * Return: how many bytes of the text were converted, whole sequences.
 */
size_t u8c_to_utf32_scalar(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_wide_impl *self);

/**
 * u8c_swap_utf32() - the same text in the other byte order
 * @in: the text
 * @n: bytes, whole units
 * @out: as many bytes; not the same ones
 */
void u8c_swap_utf32(const u8 *in, size_t n, u8 *out);

/**
 * u8c_position_advance_utf32() - move past well-formed text
 * @pos: the place, moved
 * @p: UTF-32, whole units
 * @n: bytes
 * @big: the highest byte of each unit comes first
 */
void u8c_position_advance_utf32(struct u8c_position *pos, const u8 *p, size_t n, bool big);

#endif /* U8C_UTF32_H */
