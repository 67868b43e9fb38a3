// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which two options do not go together.
 *
 * The core only says that a configuration makes no sense.  So each pair of the
 * options given is put to the core, with the defaults for all other options.  The
 * message names the first pair that the core refuses.
 */
#include <string.h>
#include "cli.h"
#include "abi.h"
#include "option/stream_config.h"

/* The options that may not go with another option; a bit for each. */
enum item {
	PROFILE = 1 << 0,
	TO_PROFILE = 1 << 1,
	FROM = 1 << 2,
	TO = 1 << 3,
	ON_ERROR = 1 << 4,
	UNESCAPE = 1 << 5,
	FORM = 1 << 6,
	STREAM_SAFE = 1 << 7,
	ITEMS_END = 1 << 8
};

/* The first row with the bits of both options says why they do not go together. */
static const struct {
	unsigned int items;
	const char *why;
} reasons[] = {
	{ PROFILE | FROM | TO_PROFILE | TO,
	  "cesu8 and mutf8 are ways to write UTF-8 only, and ucs2 has no UTF-32" },
	{ ON_ERROR | UNESCAPE, "the one undoes the other" },
	{ ON_ERROR | FROM | TO,
	  "ill-formed bytes can pass only when the encoding does not change" },
	{ UNESCAPE | FROM | TO, "only UTF-8 is unescaped, and into UTF-8" },
	{ ON_ERROR | FORM | STREAM_SAFE,
	  "what is escaped comes back byte for byte, a form changes it" },
	{ UNESCAPE | FORM | STREAM_SAFE,
	  "what was escaped comes back byte for byte, a form changes it" },
	{ TO_PROFILE | FORM | STREAM_SAFE,
	  "a form may make code points that ucs2 does not have" },
	{ ~0u, "this combination is not supported" },
};

static void copy_item(struct utf8check_config *to, const struct utf8check_config *c,
		 enum item item)
{
	switch (item) {
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
	case ITEMS_END:
		break;
	}
}

static const char *describe(const struct utf8check_config *c, enum item item,
			    char *to, size_t size)
{
	const char *option = "", *value = NULL;

	switch (item) {
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
	case ITEMS_END:
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

static bool do_conflict(const struct utf8check_config *config, enum item a,
			enum item b)
{
	struct utf8check_config both = { .size = sizeof(both) };

	/* Whether there is output is a matter of the command, not of an option. */
	both.flags = config->flags & UTF8CHECK_NO_OUTPUT;
	copy_item(&both, config, a);
	copy_item(&both, config, b);
	return is_refused(&both);
}

static void complain(const struct utf8check_config *config, enum item a,
		     enum item b)
{
	char first[64], second[64];
	unsigned int both = a | b, i = 0;

	while ((reasons[i].items & both) != both)
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
	for (a = PROFILE; a < ITEMS_END; a <<= 1)
		for (b = a << 1; b < ITEMS_END; b <<= 1)
			if (do_conflict(config, a, b)) {
				complain(config, a, b);
				return false;
			}
	cli_complain("these options make no sense together");
	return false;
}
