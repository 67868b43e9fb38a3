/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Which code points come back from a charset as they went into it.
 *
 * iconv(3) of glibc writes some code points that a charset does not have as others,
 * without an error: the yen sign as a backslash in CP932, what EBCDIC lacks as SUB, tags
 * as no bytes at all.
 */
#ifndef CHARSET_ROUND_TRIP_H
#define CHARSET_ROUND_TRIP_H

#include <stddef.h>
#include "base/types.h"

struct round_trip;

/* Return: NULL without memory, or for a charset that iconv cannot both write and read. */
struct round_trip *round_trip_open(const char *charset);

/* NULL is allowed. */
void round_trip_close(struct round_trip *r);

/* Does this character of ASCII come back as itself? */
bool round_trip_has(struct round_trip *r, char ascii);

/*
 * How many of @n bytes, whole sequences, come before a code point that is changed.
 * ASCII that stays the same byte counts as unchanged.
 */
size_t round_trip_length(struct round_trip *r, const u8 *p, size_t n);

#endif /* CHARSET_ROUND_TRIP_H */
