/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When a code point was assigned, by DerivedAge.txt.
 */
#ifndef U8C_AGE_H
#define U8C_AGE_H

#include "support.h"

/* The file, and a NUL. */
extern const char u8c_age_text[];

/**
 * u8c_age_up_to() - the code points of a version of the Unicode Standard
 * @test: the test; frees the bitmap at its end
 * @major: the major version
 * @minor: the minor version
 *
 * Return: a bitmap of 0x110000 bits.
 */
unsigned long *u8c_age_up_to(struct kunit *test, unsigned int major,
			     unsigned int minor);

#endif /* U8C_AGE_H */
