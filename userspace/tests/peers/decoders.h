/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The helper of tests/peers/decoders: strings, and what a decoder says of each.
 *
 * A file of strings holds for each its length (four bytes, little-endian) and its bytes.
 * A file of answers holds for each string the offset of its first error, or NO_ERROR
 * (four bytes), and what was read before the error: a number (four bytes) and so many
 * items; items of eight bytes are code points, items of one byte are text in another
 * encoding, or text with U+FFFD for each maximal subpart.
 */
#ifndef TESTS_DECODERS_H
#define TESTS_DECODERS_H

#include <stdio.h>
#include "kunit/sample_coding.h"

/* No string is longer. */
#define STRING_MAX 4096

/* The offset of the first error where there is none. */
#define NO_ERROR 0xffffffffu

/**
 * struct answer - what a decoder says of one string
 *
 * @offset: of the first error, or NO_ERROR.
 * @many: number of code points, or bytes.
 * @points: the code points.
 * @bytes: the bytes, if the decoder converts or repairs.
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
decoder_fn decoders_icu_start(void);

/* Says what failed and why (errno), and ends the program. */
void trouble(const char *what) __attribute__((noreturn));

#endif /* TESTS_DECODERS_H */
