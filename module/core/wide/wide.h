/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of UTF-16 and UTF-32.
 */
#ifndef U8C_WIDE_H
#define U8C_WIDE_H

#include "validate/count.h"

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

#endif /* U8C_WIDE_H */
