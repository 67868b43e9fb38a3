/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The helper of tests/peers/profiles: strings, and what a decoder says of each.
 *
 * A file of answers holds for each string the offset of its first error, or NO_ERROR
 * (four bytes), and what was read before the error: a number (four bytes) and so many
 * items; items of eight bytes are code points, items of one byte are text in another
 * encoding.
 */
#ifndef TESTS_PROFILES_H
#define TESTS_PROFILES_H

#include "strings.h"

/**
 * struct answer - what a decoder says of one string
 *
 * @offset: of the first error, or NO_ERROR.
 * @many: number of code points, or bytes, before the error.
 * @points: the code points.
 * @bytes: the bytes, if the decoder converts.
 */
struct answer {
	u32 offset;
	u32 many;
	u64 points[STRING_MAX];
	u8 bytes[8 * STRING_MAX];
};

/* One decoder: the code points of @p, or its conversion. */
typedef void (*decoder_fn)(const u8 *p, size_t n, struct answer *a);

/* ICU's CESU-8; without ICU the program ends. */
decoder_fn profiles_icu_start(void);

#endif /* TESTS_PROFILES_H */
