// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a stream's configuration.
 *
 * The words are those of the core.  A value that makes sense but is not built
 * yet is found out option by option, so that the message can name it.
 */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "abi.h"
#include "config.h"

static const char *const option_names[CONFIG_ITEMS] = {
	[CONFIG_PROFILE] = "--profile",
	[CONFIG_FROM] = "--from",
	[CONFIG_TO] = "--to",
	[CONFIG_TO_PROFILE] = "--to-profile",
	[CONFIG_ON_ERROR] = "--on-error",
	[CONFIG_UNESCAPE] = "--unescape",
	[CONFIG_FORM] = "--form",
	[CONFIG_BOM] = "--bom",
	[CONFIG_FORBID] = "--forbid",
	[CONFIG_STREAM_SAFE] = "--stream-safe",
};

/* An encoding, or a profile: then UTF-8 in that profile. */
static const char *target_name(unsigned int i)
{
	/* "auto" is no target: the profiles take its place. */
	return i < U8C_AUTO ? u8c_encoding_name(i) :
			      u8c_profile_name(i - U8C_AUTO);
}

static bool set_target(struct utf8check_config *config, const char *word)
{
	int i = cli_choose(option_names[CONFIG_TO], word, target_name);

	if (i < 0)
		return false;
	config->to = i < U8C_AUTO ? i : U8C_UTF8;
	if (i >= U8C_AUTO)
		config->to_profile = i - U8C_AUTO;
	return true;
}

/* The reasons for which a text can be refused, where somebody asks for it. */
static const u8 forbiddable[] = {
	U8C_CONTROL, U8C_BIDI_CONTROL, U8C_DEFAULT_IGNORABLE,
	U8C_NONCHARACTER, U8C_UNASSIGNED, U8C_PRIVATE_USE, U8C_NOT_NORMALIZED,
};

static const char *forbid_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(forbiddable) ?
	       u8c_reason_name(forbiddable[i]) : NULL;
}

static bool set_forbid(struct utf8check_config *config, const char *words)
{
	char *list = strdup(words), *rest = list, *word;
	int i = 0;

	while (list && i >= 0 && (word = strsep(&rest, ","))) {
		i = cli_choose(option_names[CONFIG_FORBID], word, forbid_name);
		if (i >= 0)
			config->forbid |= (u64)1 << forbiddable[i];
	}
	free(list);
	return list && i >= 0;
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

static bool set(struct utf8check_config *config, enum config_item item,
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

static enum u8c_config_answer ask_core(const struct utf8check_config *config)
{
	struct u8c_config core;

	utf8check_config_to_core(&core, config);
	return u8c_config_check(&core);
}

bool config_set(struct utf8check_config *config, enum config_item item,
		const char *word)
{
	struct utf8check_config alone = { .size = sizeof(alone) };

	if (!set(config, item, word))
		return false;
	set(&alone, item, word);
	if (ask_core(&alone) != U8C_CONFIG_UNSUPPORTED)
		return true;
	cli_complain("%s%s%s is not supported yet", option_names[item],
		     word ? "=" : "", word ? word : "");
	return false;
}
