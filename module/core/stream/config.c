// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which configurations of a stream make sense.
 */
#include "stream/stream.h"

bool u8c_config_needs_work(const struct utf8check_config *c)
{
	return c->form || c->flags & UTF8CHECK_FLAG_STREAM_SAFE;
}

/* Control to private use, and all from white space on. */
static_assert(U8C_REASONS == UTF8CHECK_REASON_MISPLACED_IGNORABLE + 1,
	      "the last reason is one of texts, or TEXT_REASONS must change");
#define TEXT_REASONS \
	((1ull << (UTF8CHECK_REASON_PRIVATE_USE + 1)) - (1ull << UTF8CHECK_REASON_CONTROL) + \
	 (1ull << U8C_REASONS) - (1ull << UTF8CHECK_REASON_WHITE_SPACE))

static bool is_in_range(const struct utf8check_config *c)
{
	return c->profile < U8C_PROFILES && c->to_profile < U8C_PROFILES &&
	       c->from < U8C_ENCODINGS && c->to < UTF8CHECK_ENCODING_AUTO &&
	       c->action < U8C_ACTIONS && c->form < U8C_FORMS &&
	       c->bom < U8C_BOMS && !(c->flags & ~U8C_STREAM_FLAGS) &&
	       c->records <= UTF8CHECK_RECORDS_MAX &&
	       !(c->forbid & ~(TEXT_REASONS | 1ull << UTF8CHECK_REASON_NOT_NORMALIZED));
}

/* Only UTF-8 is written with pairs of surrogates; UTF-32 needs a profile beyond 16 bits. */
static bool config_fits(u8 profile, u8 encoding)
{
	const struct u8c_rule *rule = &u8c_rules[U8C_INDEX(profile, U8C_PROFILES)];

	if (encoding == UTF8CHECK_ENCODING_UTF8 || encoding == UTF8CHECK_ENCODING_AUTO)
		return true;
	if (encoding == UTF8CHECK_ENCODING_UTF16LE || encoding == UTF8CHECK_ENCODING_UTF16BE)
		return !rule->pairs;
	return !rule->pairs && rule->last > 0xffff;
}

/*
 * A hostile text differs from its form at every code point, and each time a long run is
 * compared anew.  So a stream continues after a difference only where every error is asked for.
 */
static bool lists_every_error(const struct utf8check_config *c)
{
	return c->action == UTF8CHECK_ACTION_PASS && c->records;
}

/*
 * Escaping keeps the text as it was, so no form goes with it.  Whether a text
 * is normalized is known only after a filter would have written it.
 */
static bool form_makes_sense(const struct utf8check_config *c)
{
	bool asks = c->forbid >> UTF8CHECK_REASON_NOT_NORMALIZED & 1;

	if (!u8c_config_needs_work(c))
		return !asks;
	if (c->action == UTF8CHECK_ACTION_ESCAPE || c->flags & UTF8CHECK_FLAG_UNESCAPE)
		return false;
	if (c->flags & UTF8CHECK_FLAG_NO_OUTPUT)
		return !asks || c->action == UTF8CHECK_ACTION_REJECT || lists_every_error(c);
	return !asks && c->to_profile != UTF8CHECK_PROFILE_UCS2;
}

bool u8c_config_makes_sense(const struct utf8check_config *c)
{
	if (!is_in_range(c) || !config_fits(c->profile, c->from))
		return false;
	if (c->flags & UTF8CHECK_FLAG_UNESCAPE && (c->from != UTF8CHECK_ENCODING_UTF8 ||
					      c->action == UTF8CHECK_ACTION_ESCAPE))
		return false;
	if (!form_makes_sense(c))
		return false;
	if (c->flags & UTF8CHECK_FLAG_NO_OUTPUT)
		return true;
	/* Ill-formed bytes can pass only in their own encoding. */
	if (c->from != c->to && (c->action == UTF8CHECK_ACTION_PASS ||
				 c->flags & UTF8CHECK_FLAG_UNESCAPE))
		return false;
	return config_fits(c->to_profile, c->to);
}
