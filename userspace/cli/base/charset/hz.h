/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * HZ: RFC 1843.
 */
#ifndef CHARSET_HZ_H
#define CHARSET_HZ_H

#include "base/charset/decoder.h"

/* Return: the state of a text; NULL, and errno is set. */
void *hz_open(const char *name);
void hz_close(void *hz);

/* As utf_1_take(); *cp is NO_POINT where a sequence only shifts. */
int hz_take(void *hz, const u8 *p, size_t n, u32 *cp);

#endif /* CHARSET_HZ_H */
