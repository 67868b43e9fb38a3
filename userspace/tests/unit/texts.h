/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Random texts in every profile and encoding.
 */
#ifndef TESTS_TEXTS_H
#define TESTS_TEXTS_H

#include "core/u8c.h"

/* A number below another: of the program that makes the texts. */
u32 random_below(u32 limit);

/* A code point up to @last, of each length about as often as of any other. */
u64 texts_code_point(u64 last);

/**
 * texts_well_formed() - code points, one after the other
 * @c: how they are written
 * @only: no code point that this cannot hold; NULL for all
 * @p: the text
 * @room: bytes at most
 *
 * Return: the length.
 */
size_t texts_well_formed(const struct u8c_coding *c,
			 const struct u8c_coding *only, u8 *p, size_t room);

/* The same, with errors of all kinds strewn in.  Return: the length. */
size_t texts_any(const struct u8c_coding *c, u8 *p, size_t room);

#endif /* TESTS_TEXTS_H */
