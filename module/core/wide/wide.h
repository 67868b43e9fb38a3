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

/* Each gets its own table as @self; in UTF-16 and UTF-32 the high byte comes first if @big. */
typedef size_t u8c_valid_utf16_fn(const u8 *p, size_t n, bool big, size_t *pairs,
				  const struct u8c_wide_impl *self);
typedef size_t u8c_transcode_fn(const u8 *in, size_t n, bool big,
				struct u8c_transcoding *to, const struct u8c_wide_impl *self);

/**
 * struct u8c_wide_impl - UTF-16 and UTF-32, for one instruction set
 *
 * A conversion stops where the @n bytes at @in are not well-formed (Unicode section 3.9: UTF-8
 * by RFC 3629, no surrogate that stands alone), where their last code point is cut short, and
 * where the next one has no room.  It returns how many bytes it converted.
 *
 * @valid_utf16: the length of the longest prefix of whole code points; @pairs grows by
 *	the number of surrogate pairs in it.
 * @from_utf16: UTF-16 to UTF-8.
 * @to_utf16: UTF-8 to UTF-16.
 * @from_utf32: UTF-32 to UTF-8.
 * @to_utf32: UTF-8 to UTF-32.
 */
struct u8c_wide_impl {
	u8c_valid_utf16_fn *valid_utf16;
	u8c_transcode_fn *from_utf16;
	u8c_transcode_fn *to_utf16;
	u8c_transcode_fn *from_utf32;
	u8c_transcode_fn *to_utf32;
};

/* Functions of utf16.c and utf32.c; defined in core/scalar.c. */
extern const struct u8c_wide_impl u8c_wide_scalar;

/* For any processor; @self is ignored. */
u8c_valid_utf16_fn u8c_valid_utf16_scalar;
u8c_transcode_fn u8c_from_utf16_scalar;
u8c_transcode_fn u8c_to_utf16_scalar;
u8c_transcode_fn u8c_from_utf32_scalar;
u8c_transcode_fn u8c_to_utf32_scalar;

/* How many bytes, whole units, are UTF-32: Unicode scalar values (D76, D90). */
size_t u8c_valid_utf32(const u8 *p, size_t n, bool big);

/* Writes @n bytes, whole units, in the other byte order.  @out must not overlap @in. */
void u8c_swap_utf16(const u8 *in, size_t n, u8 *out);
void u8c_swap_utf32(const u8 *in, size_t n, u8 *out);

/**
 * u8c_position_advance_utf16() - move past well-formed text
 * @pos: the place, moved
 * @p: well-formed UTF-16, whole code points
 * @n: bytes
 * @pairs: surrogate pairs in them
 * @big: the high byte of each unit comes first
 */
void u8c_position_advance_utf16(struct u8c_position *pos, const u8 *p, size_t n,
				size_t pairs, bool big);

/* As u8c_position_advance_utf16(), in UTF-32. */
void u8c_position_advance_utf32(struct u8c_position *pos, const u8 *p, size_t n, bool big);

#endif /* U8C_WIDE_H */
