/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-1: ISO-IR-178, once Annex G of ISO/IEC 10646-1:1993.
 */
#ifndef CHARSET_UTF_1_H
#define CHARSET_UTF_1_H

#include "base/types.h"

/**
 * utf_1_take() - one sequence
 * @p: the bytes
 * @n: how many, at least one
 * @cp: set to the code point
 *
 * Return: the length; 0: it is not complete; less than 0: so many bytes are ill-formed.
 */
int utf_1_take(const u8 *p, size_t n, u32 *cp);

#endif /* CHARSET_UTF_1_H */
