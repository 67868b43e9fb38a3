/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The order of code points.
 */
#ifndef U8C_CODEC_COMPARE_H
#define U8C_CODEC_COMPARE_H

#include "codec/boundary.h"

/* In place of a code point where there is none; greater than all code points. */
#define U8C_NO_POINT (~(u64)0)

/**
 * struct u8c_difference - where two texts first differ
 *
 * @order: -1, 0 or 1 as @a is before @b, equal to it or after it.
 * @offset: of the first sequence that differs, the same in both texts; the length of
 *	equal texts.
 * @cp: the code point there in each; U8C_NO_POINT where the text is ill-formed
 *	or at its end.
 * @length: bytes of it, of an ill-formed one's maximal subpart; 0 at the end.
 */
struct u8c_difference {
	int order;
	u64 offset;
	u64 cp[2];
	u8 length[2];
};

/**
 * u8c_differ() - compare two texts by code points
 * @c: how both are written
 * @a: the one
 * @b: the other
 * @d: filled
 *
 * For UTF-8 without pairs of surrogates that is the order of the bytes; this keeps code point
 * order in all encodings and profiles.  Ill-formed sequences are after all code points, in the
 * order of their bytes; a text is after its own prefixes.
 */
void u8c_differ(const struct u8c_coding *c, struct u8c_text a,
		struct u8c_text b, struct u8c_difference *d);

/* As u8c_differ(), but only the order: -1, 0 or 1. */
int u8c_compare(const struct u8c_coding *c, struct u8c_text a, struct u8c_text b);

/* The order of the bytes: -1, 0 or 1. */
int u8c_compare_bytes(const u8 *a, size_t an, const u8 *b, size_t bn);

/* How many bytes two texts of @n bytes have in common at their start. */
size_t u8c_same_start(const u8 *a, const u8 *b, size_t n);

#endif /* U8C_CODEC_COMPARE_H */
