/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of validation: how far UTF-8 is well-formed, its code points and lines
 * counted, its errors replaced.
 */
#ifndef U8C_VALIDATE_H
#define U8C_VALIDATE_H

#include "validate/count.h"
#include "validate/replace.h"

struct u8c_validate_impl;

/* Each gets its own table as @self, see struct u8c_impl. */
typedef size_t u8c_valid_up_to_fn(const u8 *p, size_t n, const struct u8c_validate_impl *self);
typedef u64 u8c_count_fn(const u8 *p, size_t n, u64 *by_length,
			 const struct u8c_validate_impl *self);
typedef u64 u8c_lines_fn(const u8 *p, size_t n, const struct u8c_validate_impl *self);
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
 * @lines: how many of @n bytes at @p are LF.
 * @copy_valid: returns what @valid_up_to returns; copies these bytes to @out, unless @out
 *	is NULL, and counts them in @by_length as @count does.  More bytes of
 *	@out, up to @n, may be written.
 * @replace: replaces errors until less than U8C_REPAIR_TEXT bytes of text or
 *	U8C_REPAIR_ROOM bytes of room are left; never stops within a sequence.
 */
struct u8c_validate_impl {
	u8c_valid_up_to_fn *valid_up_to;
	u8c_count_fn *count;
	u8c_lines_fn *lines;
	u8c_copy_valid_fn *copy_valid;
	u8c_replace_fn *replace;
};

/* The jobs with general registers only; vectors leave short texts and ends to these. */
extern const struct u8c_validate_impl u8c_validate_scalar;

/* All but the last two ignore @self: NULL will do. */
u8c_valid_up_to_fn u8c_valid_up_to_scalar;
u8c_count_fn u8c_count_scalar;
u8c_lines_fn u8c_lines_scalar;
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

#endif /* U8C_VALIDATE_H */
