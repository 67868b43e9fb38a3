// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which configurations of a stream make sense.
 */
#include "stream/stream.h"

bool u8c_config_needs_work(const struct u8c_config *c)
{
	return c->form || c->flags & U8C_STREAM_SAFE;
}

#define TEXT_REASONS \
	(1ull << U8C_CONTROL | 1ull << U8C_BIDI_CONTROL | \
	 1ull << U8C_DEFAULT_IGNORABLE | 1ull << U8C_NONCHARACTER | \
	 1ull << U8C_UNASSIGNED | 1ull << U8C_PRIVATE_USE)

static bool is_in_range(const struct u8c_config *c)
{
	return c->profile < U8C_PROFILES && c->to_profile < U8C_PROFILES &&
	       c->from < U8C_ENCODINGS && c->to < U8C_AUTO &&
	       c->action < U8C_ACTIONS && c->form < U8C_FORMS &&
	       c->bom < U8C_BOMS && !(c->flags & ~U8C_STREAM_FLAGS) &&
	       !(c->forbid & ~(TEXT_REASONS | 1ull << U8C_NOT_NORMALIZED));
}

/*
 * CESU-8 and Java's UTF-8 are ways to write UTF-8 and nothing else; what has
 * at most 16 bits is not written in 32.
 */
static bool fits(u8 profile, u8 encoding)
{
	switch (encoding) {
	case U8C_UTF8:
	case U8C_AUTO:
		return true;
	case U8C_UTF16LE:
	case U8C_UTF16BE:
		return profile != U8C_CESU8 && profile != U8C_MUTF8;
	default:
		return profile != U8C_CESU8 && profile != U8C_MUTF8 &&
		       profile != U8C_UCS2;
	}
}

/*
 * Escaping keeps the text as it was, so no form goes with it.  Whether a text
 * is normalized is known only after a filter would have written it.
 */
static bool form_makes_sense(const struct u8c_config *c)
{
	bool asks = c->forbid >> U8C_NOT_NORMALIZED & 1;

	if (!u8c_config_needs_work(c))
		return !asks;
	if (c->action == U8C_ESCAPE || c->flags & U8C_UNESCAPE)
		return false;
	if (c->flags & U8C_NO_OUTPUT)
		return !asks || c->action == U8C_REJECT;
	return !asks && c->to_profile != U8C_UCS2;
}

bool u8c_config_makes_sense(const struct u8c_config *c)
{
	if (!is_in_range(c) || !fits(c->profile, c->from))
		return false;
	if (c->flags & U8C_UNESCAPE && (c->from != U8C_UTF8 ||
					c->action == U8C_ESCAPE))
		return false;
	if (!form_makes_sense(c))
		return false;
	if (c->flags & U8C_NO_OUTPUT)
		return true;
	/* Ill-formed bytes can pass only as what they came as. */
	if (c->from != c->to && (c->action == U8C_PASS ||
				 c->flags & U8C_UNESCAPE))
		return false;
	return fits(c->to_profile, c->to);
}
