/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Bytes at hand.
 */
#ifndef U8C_CODEC_TEXT_H
#define U8C_CODEC_TEXT_H

#include "platform.h"

/**
 * struct u8c_text - bytes at hand
 *
 * Given by value, which costs no more than its two members do.
 *
 * @p: the first byte.
 * @n: how many.
 */
struct u8c_text {
	const u8 *p;
	size_t n;
};

static inline struct u8c_text u8c_text(const void *p, size_t n)
{
	return (struct u8c_text){ p, n };
}

#endif /* U8C_CODEC_TEXT_H */
