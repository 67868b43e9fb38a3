/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Random texts in every profile and encoding.
 */
#ifndef TESTS_TEXTS_H
#define TESTS_TEXTS_H

#include "core/u8c.h"

/* A random number below @limit; the program that uses the texts has this function. */
u32 random_below(u32 limit);

/* A code point up to @last; all lengths are about equally frequent. */
u64 texts_code_point(u64 last);

/**
 * texts_well_formed() - makes a well-formed text
 * @c: how the text is written
 * @only: only code points that this coding can hold; NULL for all
 * @p: the text
 * @room: bytes at most
 *
 * Return: the length.
 */
size_t texts_well_formed(const struct u8c_coding *c,
			 const struct u8c_coding *only, u8 *p, size_t room);

/* The same, with errors of all kinds.  Return: the length. */
size_t texts_any(const struct u8c_coding *c, u8 *p, size_t room);

#endif /* TESTS_TEXTS_H */
