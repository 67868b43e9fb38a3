// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which two options do not go together.
 *
 * The core only says that a configuration makes no sense.  So each pair of the
 * options given is put to the core, with the defaults for all other options.
 * The message names the first pair that the core refuses.
 */
#include <stddef.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/converter.h"
#include "base/charset/encoder.h"
#include "base/option/stream_config.h"

/* The options that may not go with another option, a bit for each. */
enum {
	PROFILE = 1 << 0,
	TO_PROFILE = 1 << 1,
	FROM = 1 << 2,
	TO = 1 << 3,
	ON_ERROR = 1 << 4,
	UNESCAPE = 1 << 5,
	FORM = 1 << 6,
	STREAM_SAFE = 1 << 7,
};

/*
 * The options of the bits above, in their order: each sets a member of the
 * configuration to a value that has a name, or a flag.
 */
static const struct item {
	const char *option;
	const char *(*value_name)(unsigned int i);
	size_t member;
	u32 flag;
} items[] = {
	{ "--profile=", .value_name = utf8check_profile_name,
	  .member = offsetof(struct utf8check_config, profile) },
	{ "--to-profile=", .value_name = utf8check_profile_name,
	  .member = offsetof(struct utf8check_config, to_profile) },
	{ "--from=", .value_name = utf8check_encoding_name,
	  .member = offsetof(struct utf8check_config, from) },
	{ "--to=", .value_name = utf8check_encoding_name,
	  .member = offsetof(struct utf8check_config, to) },
	{ "--on-error=", .value_name = utf8check_action_name,
	  .member = offsetof(struct utf8check_config, action) },
	{ "--unescape", .flag = UTF8CHECK_FLAG_UNESCAPE },
	{ "--form=", .value_name = utf8check_form_name,
	  .member = offsetof(struct utf8check_config, form) },
	{ "--stream-safe", .flag = UTF8CHECK_FLAG_STREAM_SAFE },
};

/*
 * The first row with the bits of both options says why they do not go together.
 */
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

/* The value that an item has in a configuration. */
static unsigned int config_value(const struct utf8check_config *c,
				 const struct item *item)
{
	return ((const u8 *)c)[item->member];
}

static void copy_item(struct utf8check_config *to,
		      const struct utf8check_config *c, const struct item *item)
{
	if (item->value_name)
		((u8 *)to)[item->member] = config_value(c, item);
	to->flags |= c->flags & item->flag;
}

static const char *value_name(const struct utf8check_config *c,
			      const struct item *item)
{
	const char *name = item->value_name ?
			   item->value_name(config_value(c, item)) : NULL;

	return name ? name : "";
}

/* What "auto" finds may be any encoding: it takes what each of them takes. */
static bool fits_encodings(const struct utf8check_config *config)
{
	struct utf8check_config c = *config;
	bool fits = !utf8check_config_check(config);

	if (config->from == UTF8CHECK_ENCODING_AUTO)
		for (c.from = 0; c.from < UTF8CHECK_ENCODING_AUTO; c.from++)
			fits &= !utf8check_config_check(&c);
	return fits;
}

static bool do_conflict(const struct utf8check_config *config,
			const struct item *a, const struct item *b)
{
	struct utf8check_config both = { .size = sizeof(both) };

	/*
	 * Whether there is output is a matter of the command, not of an option.
	 */
	both.flags = config->flags & UTF8CHECK_FLAG_NO_OUTPUT;
	copy_item(&both, config, a);
	copy_item(&both, config, b);
	return !fits_encodings(&both);
}

static void complain_of_conflict(const struct utf8check_config *config, size_t a, size_t b)
{
	unsigned int both = 1 << a | 1 << b, i = 0;

	while ((reasons[i].items & both) != both)
		i++;
	cli_complain("%s%s and %s%s do not go together: %s",
		     items[a].option, value_name(config, &items[a]),
		     items[b].option, value_name(config, &items[b]),
		     reasons[i].why);
}

bool config_makes_sense(const struct utf8check_config *config, const char *from,
			const char *to)
{
	size_t a, b;

	if (fits_encodings(config))
		return converter_fits(from, config) && encoder_fits(to, config);
	for (a = 0; a < ARRAY_SIZE(items); a++)
		for (b = a + 1; b < ARRAY_SIZE(items); b++)
			if (do_conflict(config, &items[a], &items[b])) {
				complain_of_conflict(config, a, b);
				return false;
			}
	cli_complain("these options make no sense together");
	return false;
}
