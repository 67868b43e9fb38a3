/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two texts of a caller's, compared.
 */
#ifndef UTF8CHECK_COMPARE_H
#define UTF8CHECK_COMPARE_H

#include <linux/types.h>

#include "core/u8c.h"

/**
 * struct utf8check_text - a text of a caller's
 *
 * @p: where it is.
 * @n: its bytes.
 */
struct utf8check_text {
	const u8 __user *p;
	u64 n;
};

/**
 * utf8check_around() - the bytes around a place of a caller's text
 * @t: the text
 * @at: the place, at most the text's length
 * @to: U8C_WINDOW bytes of room
 *
 * Return: how many there are; -EFAULT.
 */
int utf8check_around(const struct utf8check_text *t, u64 at, u8 *to);

/**
 * utf8check_differ() - u8c_differ() of a caller's texts, of any size
 * @c: how both are written
 * @a: the one
 * @b: the other
 * @d: filled
 *
 * May sleep.  Should the texts change under its hands, the answer may be that
 * of no text there was.
 *
 * Return: 0; -EFAULT; -EINTR when killed; -ENOMEM.
 */
int utf8check_differ(const struct u8c_coding *c, const struct utf8check_text *a,
		     const struct utf8check_text *b, struct u8c_difference *d);

#endif /* UTF8CHECK_COMPARE_H */
