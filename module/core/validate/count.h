/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Counting in well-formed text: code points by length, lines and columns.
 */
#ifndef U8C_VALIDATE_COUNT_H
#define U8C_VALIDATE_COUNT_H

#include "codec/decode.h"

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

/**
 * u8c_position_advance() - move past well-formed text
 * @impl: the jobs to use
 * @pos: the place, moved
 * @p: well-formed UTF-8, whole sequences
 * @n: bytes
 */
void u8c_position_advance(const struct u8c_validate_impl *impl,
			  struct u8c_position *pos, const u8 *p, size_t n);

#endif /* U8C_VALIDATE_COUNT_H */
