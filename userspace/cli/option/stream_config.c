// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a stream's configuration.  The words are those of the
 * core.
 */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "option/stream_config.h"

static const char *const option_names[CONFIG_ITEMS] = {
	[CONFIG_PROFILE] = "--profile",
	[CONFIG_FROM] = "--from",
	[CONFIG_TO] = "--to",
	[CONFIG_TO_PROFILE] = "--to-profile",
	[CONFIG_ON_ERROR] = "--on-error",
	[CONFIG_UNESCAPE] = "--unescape",
	[CONFIG_FORM] = "--form",
	[CONFIG_NORMALIZED] = "--normalized",
	[CONFIG_BOM] = "--bom",
	[CONFIG_FORBID] = "--forbid",
	[CONFIG_STREAM_SAFE] = "--stream-safe",
};

/* An encoding, or a profile: then UTF-8 in that profile. */
static const char *target_name(unsigned int i)
{
	/* "auto" is no target: the profiles take its place. */
	return i < UTF8CHECK_AUTO ? u8c_encoding_name(i) :
			      u8c_profile_name(i - UTF8CHECK_AUTO);
}

static bool set_target(struct utf8check_config *config, const char *word)
{
	int i = cli_choose(option_names[CONFIG_TO], word, target_name);

	if (i < 0)
		return false;
	config->to = i < UTF8CHECK_AUTO ? i : UTF8CHECK_UTF8;
	if (i >= UTF8CHECK_AUTO)
		config->to_profile = i - UTF8CHECK_AUTO;
	return true;
}

/* The reasons for which a text can be refused, where somebody asks for it. */
static const u8 forbiddable[] = {
	UTF8CHECK_CONTROL, UTF8CHECK_BIDI_CONTROL, UTF8CHECK_DEFAULT_IGNORABLE,
	UTF8CHECK_NONCHARACTER, UTF8CHECK_UNASSIGNED, UTF8CHECK_PRIVATE_USE,
};

static const char *forbid_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(forbiddable) ?
	       u8c_reason_name(forbiddable[i]) : NULL;
}

/* That reason takes a form with it, and is known too late for a filter. */
static bool is_about_form(const char *word)
{
	if (strcmp(word, u8c_reason_name(UTF8CHECK_NOT_NORMALIZED)))
		return false;
	cli_complain("%s=%s: 'check --normalized=FORM' asks whether a text is in a form, 'filter --form=FORM' makes it so",
		     option_names[CONFIG_FORBID], word);
	return true;
}

static bool forbid(struct utf8check_config *config, const char *word)
{
	int i;

	if (is_about_form(word))
		return false;
	i = cli_choose(option_names[CONFIG_FORBID], word, forbid_name);
	if (i >= 0)
		config->forbid |= (u64)1 << forbiddable[i];
	return i >= 0;
}

static bool set_forbid(struct utf8check_config *config, const char *words)
{
	char *list = strdup(words), *rest = list, *word;
	bool good = list;

	while (good && (word = strsep(&rest, ",")))
		good = forbid(config, word);
	free(list);
	return good;
}

/* Every form but none. */
static const char *asked_form_name(unsigned int i)
{
	return u8c_form_name(i + 1);
}

static bool set_normalized(struct utf8check_config *config, const char *word)
{
	int i = cli_choose(option_names[CONFIG_NORMALIZED], word,
			   asked_form_name);

	if (i < 0)
		return false;
	config->form = i + 1;
	config->forbid |= (u64)1 << UTF8CHECK_NOT_NORMALIZED;
	return true;
}

static bool choose(__u8 *member, enum config_item item, const char *word,
		   const char *(*name)(unsigned int))
{
	int i = cli_choose(option_names[item], word, name);

	if (i < 0)
		return false;
	*member = i;
	return true;
}

bool config_set(struct utf8check_config *config, enum config_item item,
		const char *word)
{
	switch (item) {
	case CONFIG_PROFILE:
		return choose(&config->profile, item, word, u8c_profile_name);
	case CONFIG_FROM:
		return choose(&config->from, item, word, u8c_encoding_name);
	case CONFIG_TO:
		return set_target(config, word);
	case CONFIG_TO_PROFILE:
		return choose(&config->to_profile, item, word,
			      u8c_profile_name);
	case CONFIG_ON_ERROR:
		return choose(&config->action, item, word, u8c_action_name);
	case CONFIG_FORM:
		return choose(&config->form, item, word, u8c_form_name);
	case CONFIG_NORMALIZED:
		return set_normalized(config, word);
	case CONFIG_BOM:
		return choose(&config->bom, item, word, u8c_bom_name);
	case CONFIG_FORBID:
		return set_forbid(config, word);
	case CONFIG_UNESCAPE:
		config->flags |= UTF8CHECK_UNESCAPE;
		return true;
	case CONFIG_STREAM_SAFE:
		config->flags |= UTF8CHECK_STREAM_SAFE;
		return true;
	case CONFIG_ITEMS:
		break;
	}
	return false;
}
