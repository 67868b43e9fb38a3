// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries.
 *
 * UTF-8 is self-synchronizing: a byte that is no continuation starts a sequence.  In CESU-8 a
 * low surrogate after a high one does not.  UTF-16 and UTF-32 are cut at whole units, counted
 * from the start; UTF-16 not within a pair.
 */
#include "codec/boundary.h"

static unsigned int unit_size(const struct u8c_coding *c)
{
	switch (c->encoding) {
	case UTF8CHECK_ENCODING_UTF8:
		return 1;
	case UTF8CHECK_ENCODING_UTF16LE:
	case UTF8CHECK_ENCODING_UTF16BE:
		return 2;
	default:
		return 4;
	}
}

/*
 * Is @at between the two surrogates of a pair, three bytes each?  The last byte of the low
 * one may be missing: it may still come.
 */
static bool splits_utf8_pair(const u8 *p, size_t n, size_t at)
{
	if (at < 3 || n - at < 2 || p[at] != 0xed ||
	    (p[at + 1] & 0xf0) != 0xb0)
		return false;
	if (n - at > 2 && !u8c_is_continuation(p[at + 2]))
		return false;
	return p[at - 3] == 0xed && (p[at - 2] & 0xf0) == 0xa0 &&
	       u8c_is_continuation(p[at - 1]);
}

static bool splits_utf16_pair(const struct u8c_coding *c, const u8 *p, size_t n,
			      size_t at)
{
	/* Where the high byte of a unit is.  A unit begins at @at, and it is not the first. */
	size_t high = c->encoding == UTF8CHECK_ENCODING_UTF16LE;

	return n - at >= 2 && (p[at + high] & 0xfc) == 0xdc &&
	       (p[at - 2 + high] & 0xfc) == 0xd8;
}

bool u8c_is_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
		     size_t at)
{
	if (at == 0 || at == n)
		return true;
	if (at % unit_size(c))
		return false;
	if (unit_size(c) == 2)
		return !splits_utf16_pair(c, p, n, at);
	if (unit_size(c) == 4)
		return true;
	if (u8c_is_continuation(p[at]))
		return false;
	return !u8c_rules[c->profile].pairs || !splits_utf8_pair(p, n, at);
}

size_t u8c_next_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			 size_t at)
{
	size_t stop = n - at < U8C_SEQUENCE_MAX ? n : at + U8C_SEQUENCE_MAX;

	while (at < stop && !u8c_is_boundary(c, p, n, at))
		at++;
	return at;
}

size_t u8c_previous_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			     size_t at)
{
	size_t stop = at < U8C_SEQUENCE_MAX ? 0 : at - U8C_SEQUENCE_MAX;

	while (at > stop && !u8c_is_boundary(c, p, n, at))
		at--;
	return at;
}

bool u8c_resync(const struct u8c_coding *c, const u8 *p, size_t n, size_t at,
		struct u8c_place *place)
{
	place->previous = u8c_previous_boundary(c, p, n, at);
	place->next = u8c_next_boundary(c, p, n, at);
	/* In ill-formed text the search may end at a place that is no boundary. */
	place->has_previous = u8c_is_boundary(c, p, n, place->previous);
	place->has_next = u8c_is_boundary(c, p, n, place->next);
	return place->has_previous && place->has_next;
}
