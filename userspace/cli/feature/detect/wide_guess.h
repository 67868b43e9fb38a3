/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-16 and UTF-32 without a byte order mark.
 */
#ifndef DETECT_WIDE_GUESS_H
#define DETECT_WIDE_GUESS_H

#include "base/types.h"

/* So many bytes of a text say enough. */
#define WIDE_GUESS_MAX 4096

/**
 * wide_guess() - may a text be UTF-16 or UTF-32?
 * @p: the start of the text, or all of it
 * @n: its bytes, at most WIDE_GUESS_MAX
 *
 * Return: the name of the encoding in which the bytes look as if people had
 * written them; NULL when there is none.
 */
const char *wide_guess(const u8 *p, size_t n);

#endif /* DETECT_WIDE_GUESS_H */
