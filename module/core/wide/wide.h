/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole texts of UTF-16 and UTF-32, to and from UTF-8.  A text is bytes, in either byte order and
 * at any alignment.
 */
#ifndef U8C_WIDE_H
#define U8C_WIDE_H

#include "validate/validate.h"

/**
 * struct u8c_transcoding - where a conversion writes, and what came of it
 *
 * @out: the next byte of output.  A conversion moves @out past what it made;
 *	the bytes after that may be written too, up to @out_end.
 * @out_end: the end of the room for output.
 * @pairs: grows by the number of surrogate pairs in the input; only a
 *	conversion from UTF-16 counts them.
 * @by_length: by_length[i] grows by the number of sequences of i + 1 bytes in the
 *	input; only a conversion from UTF-8 counts them.
 */
struct u8c_transcoding {
	u8 *out;
	u8 *out_end;
	size_t pairs;
	u64 by_length[4];
};

/*
 * Adds the counts of a conversion of @bytes to @to->by_length: of @points code points @three
 * have three bytes and @four have four.
 */
static inline void u8c_count_converted(struct u8c_transcoding *to, size_t bytes,
				       size_t points, u64 three, u64 four)
{
	const u64 two = bytes - points - 2 * three - 3 * four;

	to->by_length[0] += points - two - three - four;
	to->by_length[1] += two;
	to->by_length[2] += three;
	to->by_length[3] += four;
}

struct u8c_wide_impl;

typedef size_t u8c_valid_utf16_fn(const u8 *p, size_t n, bool big, size_t *pairs,
				  const struct u8c_wide_impl *self);
typedef size_t u8c_transcode_fn(const u8 *in, size_t n, bool big,
				struct u8c_transcoding *to, const struct u8c_wide_impl *self);

/**
 * struct u8c_wide_impl - UTF-16 and UTF-32, for one instruction set
 *
 * @valid_utf16: u8c_valid_utf16_scalar().
 * @from_utf16: u8c_from_utf16_scalar().
 * @to_utf16: u8c_to_utf16_scalar().
 * @from_utf32: u8c_from_utf32_scalar().
 * @to_utf32: u8c_to_utf32_scalar().
 */
struct u8c_wide_impl {
	u8c_valid_utf16_fn *valid_utf16;
	u8c_transcode_fn *from_utf16;
	u8c_transcode_fn *to_utf16;
	u8c_transcode_fn *from_utf32;
	u8c_transcode_fn *to_utf32;
};

extern const struct u8c_wide_impl u8c_wide_scalar;

/* utf16.c (Unicode section 3.10, D91) */

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

/* utf32.c (section 3.10, D90): a unit is well-formed when it is a Unicode scalar value (D76) */

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

#endif /* U8C_WIDE_H */
