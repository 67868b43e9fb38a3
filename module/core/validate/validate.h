/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of validation: how far UTF-8 is well-formed, its code points, lines and columns
 * counted, its errors replaced.
 */
#ifndef U8C_VALIDATE_H
#define U8C_VALIDATE_H

#include "codec/decode.h"

/* Repair stops when less text, or less room for output, is left. */
#define U8C_REPAIR_TEXT 128
#define U8C_REPAIR_ROOM 256

/**
 * struct u8c_replacement - a text that is repaired, and how far
 *
 * What is well-formed is copied, each maximal subpart of an ill-formed sequence becomes U+FFFD
 * (Unicode 3.9, D93b and U+FFFD Substitution of Maximal Subparts).
 *
 * @in: the next byte; where a sequence begins.
 * @end: after the text.
 * @out: the next byte of output; may not overlap the text.
 * @out_end: after its room.
 * @by_length: by_length[i] grows by the number of well-formed sequences of
 *	i + 1 bytes.
 * @by_reason: grows by the number of maximal subparts, by enum utf8check_reason.
 */
struct u8c_replacement {
	const u8 *in;
	const u8 *end;
	u8 *out;
	u8 *out_end;
	u64 *by_length;
	u64 *by_reason;
};

/* The reason of the ill-formed sequence that begins with @a and @b (RFC 3629). */
static inline enum utf8check_reason u8c_ill_formed_reason(u8 a, u8 b)
{
	if (a < 0xc0)
		return UTF8CHECK_REASON_UNEXPECTED_CONTINUATION;
	if (a < 0xc2)
		return UTF8CHECK_REASON_OVERLONG;
	if (a >= 0xfe)
		return UTF8CHECK_REASON_INVALID_BYTE;
	if ((b & 0xc0) != 0x80)
		return a < 0xf5 ? UTF8CHECK_REASON_TRUNCATED : UTF8CHECK_REASON_OUT_OF_RANGE;
	if ((a == 0xe0 && b < 0xa0) || (a == 0xf0 && b < 0x90) ||
	    (a == 0xf8 && b < 0x88) || (a == 0xfc && b < 0x84))
		return UTF8CHECK_REASON_OVERLONG;
	if (a == 0xed && b >= 0xa0)
		return UTF8CHECK_REASON_SURROGATE;
	if (a >= 0xf5 || (a == 0xf4 && b >= 0x90))
		return UTF8CHECK_REASON_OUT_OF_RANGE;
	return UTF8CHECK_REASON_TRUNCATED;
}

/**
 * struct u8c_position - a place in text as people count it
 *
 * @line: from 1; LF ends a line.
 * @column: from 1, in code points; an ill-formed maximal subpart counts one.
 */
struct u8c_position {
	u64 line;
	u64 column;
};

struct u8c_validate_impl;

/* Each gets its own table as @self, see struct u8c_impl. */
typedef size_t u8c_valid_up_to_fn(const u8 *p, size_t n, const struct u8c_validate_impl *self);
typedef u64 u8c_count_fn(const u8 *p, size_t n, u64 *by_length,
			 const struct u8c_validate_impl *self);
typedef void u8c_advance_fn(struct u8c_position *pos, const u8 *p, size_t n,
			    const struct u8c_validate_impl *self);
typedef size_t u8c_copy_valid_fn(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_validate_impl *self);
typedef void u8c_replace_fn(struct u8c_replacement *r, const struct u8c_validate_impl *self);

/**
 * struct u8c_validate_impl - validation, for one instruction set
 *
 * @valid_up_to: the length of the longest prefix of @n bytes at @p that is a
 *	sequence of complete well-formed sequences (RFC 3629).
 * @count: the number of code points in @n bytes of well-formed UTF-8 at @p,
 *	whole sequences; by_length[i] grows by the number of sequences of i + 1
 *	bytes, for i from 0 to 3.
 * @advance: moves a place past @n bytes of well-formed UTF-8 at @p, which may begin and end
 *	within a sequence.
 * @copy_valid: returns what @valid_up_to returns; copies these bytes to @out, unless @out
 *	is NULL, and counts them in @by_length as @count does.  More bytes of
 *	@out, up to @n, may be written.
 * @replace: replaces errors until less than U8C_REPAIR_TEXT bytes of text or
 *	U8C_REPAIR_ROOM bytes of room are left; never stops within a sequence.
 */
struct u8c_validate_impl {
	u8c_valid_up_to_fn *valid_up_to;
	u8c_count_fn *count;
	u8c_advance_fn *advance;
	u8c_copy_valid_fn *copy_valid;
	u8c_replace_fn *replace;
};

/* The jobs with general registers only; vectors leave short texts and ends to these. */
extern const struct u8c_validate_impl u8c_validate_scalar;

/* These three ignore @self: NULL will do. */
u8c_valid_up_to_fn u8c_valid_up_to_scalar;
u8c_count_fn u8c_count_scalar;
u8c_advance_fn u8c_advance_scalar;
/* Validates with @self, counts with @self, then copies. */
u8c_copy_valid_fn u8c_copy_valid_in_turn;
/* Text without errors goes to @self->copy_valid(). */
u8c_replace_fn u8c_replace_scalar;

/*
 * Where the sequence begins that the byte at @p, the first wrong one, cuts short; @p if that
 * byte is wrong by itself.
 */
static __always_inline const u8 *u8c_sequence_of(const u8 *start, const u8 *p)
{
	if (p - start >= 1 && p[-1] >= 0xc0)
		return p - 1;
	if (p - start >= 2 && p[-2] >= 0xe0)
		return p - 2;
	if (p - start >= 3 && p[-3] >= 0xf0)
		return p - 3;
	return p;
}

/*
 * 80 in each byte of @w that is @b: there the byte of the exclusive or is 0.  7F plus the lowest
 * seven bits of any other byte sets bit 7, or bit 7 is in the byte itself; nothing carries.
 */
static __always_inline u64 u8c_bytes_that_are(u64 w, u8 b)
{
	const u64 differs = w ^ U8C_BYTES(b);

	return ~(((differs & ~U8C_HIGH_BITS) + ~U8C_HIGH_BITS) | differs) & U8C_HIGH_BITS;
}

/* ASCII at the start, up to a multiple of 32 bytes. */
static __always_inline size_t u8c_ascii_up_to(const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; n - i >= 32; i += 32)
		if ((u8c_load64(p + i) | u8c_load64(p + i + 8) |
		     u8c_load64(p + i + 16) | u8c_load64(p + i + 24)) &
		    U8C_HIGH_BITS)
			break;
	return i;
}

#endif /* U8C_VALIDATE_H */
