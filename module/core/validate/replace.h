/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text with errors: what is well-formed is copied, each maximal subpart of an
 * ill-formed sequence becomes U+FFFD (Unicode 3.9, D93b and U+FFFD Substitution
 * of Maximal Subparts).
 */
#ifndef U8C_VALIDATE_REPLACE_H
#define U8C_VALIDATE_REPLACE_H

#include "codec/names.h"

/* Repair stops when less text, or less room for output, is left. */
#define U8C_REPAIR_TEXT 128
#define U8C_REPAIR_ROOM 256

/**
 * struct u8c_replacement - a text that is repaired, and how far
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
static inline enum utf8check_reason u8c_reason_of(u8 a, u8 b)
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

#endif /* U8C_VALIDATE_REPLACE_H */
