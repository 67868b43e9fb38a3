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

static const char *const option_names[] = {
	[CONFIG_PROFILE] = "--profile",
	[CONFIG_FROM] = "--from",
	[CONFIG_TO] = "--to",
	[CONFIG_ON_ERROR] = "--on-error",
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

static void set_target(struct utf8check_config *config, int i)
{
	config->to = i < U8C_AUTO ? i : U8C_UTF8;
	config->to_profile = i < U8C_AUTO ? U8C_RFC3629 : i - U8C_AUTO;
}

/* The reasons that only a policy refuses. */
static const char *policy_name(unsigned int i)
{
	return u8c_reason_name(U8C_CONTROL + i);
}

static bool set_forbid(struct utf8check_config *config, const char *words)
{
	char *list = strdup(words), *rest = list, *word;
	int i = 0;

	while (list && i >= 0 && (word = strsep(&rest, ","))) {
		i = cli_choose("--forbid", word, policy_name);
		if (i >= 0)
			config->forbid |= (u64)1 << (U8C_CONTROL + i);
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
	int i;

	switch (item) {
	case CONFIG_PROFILE:
		return choose(&config->profile, item, word, u8c_profile_name);
	case CONFIG_FROM:
		return choose(&config->from, item, word, u8c_encoding_name);
	case CONFIG_ON_ERROR:
		return choose(&config->action, item, word, u8c_action_name);
	case CONFIG_FORM:
		return choose(&config->form, item, word, u8c_form_name);
	case CONFIG_BOM:
		return choose(&config->bom, item, word, u8c_bom_name);
	case CONFIG_FORBID:
		return set_forbid(config, word);
	case CONFIG_STREAM_SAFE:
		config->flags |= UTF8CHECK_STREAM_SAFE;
		return true;
	case CONFIG_TO:
		break;
	}
	i = cli_choose("--to", word, target_name);
	if (i >= 0)
		set_target(config, i);
	return i >= 0;
}

bool config_set(struct utf8check_config *config, enum config_item item,
		const char *word)
{
	struct u8c_config core;

	if (!set(config, item, word))
		return false;
	utf8check_config_to_core(&core, config);
	if (u8c_config_check(&core) != U8C_CONFIG_UNSUPPORTED)
		return true;
	cli_complain("%s%s%s is not supported yet", option_names[item],
		     word ? "=" : "", word ? word : "");
	return false;
}
