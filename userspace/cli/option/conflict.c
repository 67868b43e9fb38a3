// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which two options do not go together.
 *
 * The core only says that a configuration makes no sense.  So it is asked
 * about each pair of the options given, all else being as by default: the
 * first pair that it refuses is the one to name.
 */
#include <string.h>
#include "cli.h"
#include "abi.h"
#include "option/stream_config.h"

/* The options that can be at odds with another; one bit each, for the reasons. */
enum part {
	PROFILE = 1 << 0,
	TO_PROFILE = 1 << 1,
	FROM = 1 << 2,
	TO = 1 << 3,
	ON_ERROR = 1 << 4,
	UNESCAPE = 1 << 5,
	FORM = 1 << 6,
	STREAM_SAFE = 1 << 7,
	PARTS_END = 1 << 8
};

/* The first row that holds the two tells why. */
static const struct {
	unsigned int parts;
	const char *why;
} reasons[] = {
	{ PROFILE | FROM | TO_PROFILE | TO,
	  "cesu8 and mutf8 are ways to write UTF-8 only, and ucs2 has no UTF-32" },
	{ ON_ERROR | UNESCAPE, "the one undoes the other" },
	{ ON_ERROR | FROM | TO,
	  "ill-formed bytes can pass only in the encoding that they came in" },
	{ UNESCAPE | FROM | TO, "only UTF-8 is unescaped, and into UTF-8" },
	{ ON_ERROR | FORM | STREAM_SAFE,
	  "what is escaped comes back byte for byte, a form changes it" },
	{ UNESCAPE | FORM | STREAM_SAFE,
	  "what was escaped comes back byte for byte, a form changes it" },
	{ TO_PROFILE | FORM | STREAM_SAFE,
	  "a form may make code points that ucs2 does not have" },
	{ ~0u, "they ask for what there is not" },
};

static void take(struct utf8check_config *to, const struct utf8check_config *c,
		 enum part part)
{
	switch (part) {
	case PROFILE:
		to->profile = c->profile;
		break;
	case TO_PROFILE:
		to->to_profile = c->to_profile;
		break;
	case FROM:
		to->from = c->from;
		break;
	case TO:
		to->to = c->to;
		break;
	case ON_ERROR:
		to->action = c->action;
		break;
	case UNESCAPE:
		to->flags |= c->flags & UTF8CHECK_UNESCAPE;
		break;
	case FORM:
		to->form = c->form;
		break;
	case STREAM_SAFE:
		to->flags |= c->flags & UTF8CHECK_STREAM_SAFE;
		break;
	case PARTS_END:
		break;
	}
}

static const char *describe(const struct utf8check_config *c, enum part part,
			    char *to, size_t size)
{
	const char *option = "", *value = NULL;

	switch (part) {
	case PROFILE:
		option = "--profile=";
		value = u8c_profile_name(c->profile);
		break;
	case TO_PROFILE:
		option = "--to-profile=";
		value = u8c_profile_name(c->to_profile);
		break;
	case FROM:
		option = "--from=";
		value = u8c_encoding_name(c->from);
		break;
	case TO:
		option = "--to=";
		value = u8c_encoding_name(c->to);
		break;
	case ON_ERROR:
		option = "--on-error=";
		value = u8c_action_name(c->action);
		break;
	case UNESCAPE:
		option = "--unescape";
		break;
	case FORM:
		option = "--form=";
		value = u8c_form_name(c->form);
		break;
	case STREAM_SAFE:
		option = "--stream-safe";
		break;
	case PARTS_END:
		break;
	}
	snprintf(to, size, "%s%s", option, value ? value : "");
	return to;
}

static bool is_refused(const struct utf8check_config *config)
{
	struct u8c_config core;

	utf8check_config_to_core(&core, config);
	return !u8c_config_makes_sense(&core);
}

static bool are_at_odds(const struct utf8check_config *config, enum part a,
			enum part b)
{
	struct utf8check_config both = { .size = sizeof(both) };

	/* Whether there is output is no option. */
	both.flags = config->flags & UTF8CHECK_NO_OUTPUT;
	take(&both, config, a);
	take(&both, config, b);
	return is_refused(&both);
}

static void complain(const struct utf8check_config *config, enum part a,
		     enum part b)
{
	char first[64], second[64];
	unsigned int both = a | b, i = 0;

	while ((reasons[i].parts & both) != both)
		i++;
	cli_complain("%s and %s do not go together: %s",
		     describe(config, a, first, sizeof(first)),
		     describe(config, b, second, sizeof(second)),
		     reasons[i].why);
}

bool config_makes_sense(const struct utf8check_config *config)
{
	unsigned int a, b;

	if (!is_refused(config))
		return true;
	for (a = PROFILE; a < PARTS_END; a <<= 1)
		for (b = a << 1; b < PARTS_END; b <<= 1)
			if (are_at_odds(config, a, b)) {
				complain(config, a, b);
				return false;
			}
	cli_complain("these options make no sense together");
	return false;
}
