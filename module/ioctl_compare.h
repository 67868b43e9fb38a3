/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compares two texts in the memory of a process.
 */
#ifndef UTF8CHECK_IOCTL_COMPARE_H
#define UTF8CHECK_IOCTL_COMPARE_H

#include <linux/types.h>

#include "core/u8c.h"

/**
 * struct utf8check_text - a text in the memory of a process
 *
 * @p: where it is.
 * @n: its bytes.
 */
struct utf8check_text {
	const u8 __user *p;
	u64 n;
};

/**
 * utf8check_around() - the bytes around a place of such a text
 * @t: the text
 * @at: the place, at most the text's length
 * @to: U8C_WINDOW bytes of room
 *
 * Return: how many there are; -EFAULT.
 */
int utf8check_around(const struct utf8check_text *t, u64 at, u8 *to);

/**
 * utf8check_differ() - u8c_differ() for such texts, of any size
 * @c: the profile and encoding of both
 * @a: the one
 * @b: the other
 * @d: filled
 *
 * May sleep.  If the texts change meanwhile, the answer may fit no text that was
 * ever there.
 *
 * Return: 0; -EFAULT; -EINTR when killed; -ENOMEM.
 */
int utf8check_differ(const struct u8c_coding *c, const struct utf8check_text *a,
		     const struct utf8check_text *b, struct u8c_difference *d);

#endif /* UTF8CHECK_IOCTL_COMPARE_H */
