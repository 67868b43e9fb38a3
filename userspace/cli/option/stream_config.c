// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a stream's configuration, as far as they do more than
 * to choose one of the core's words.
 */
#include <string.h>
#include "cli.h"
#include "iconv/charset_name.h"
#include "iconv/converter.h"
#include "option/stream_config.h"
#include "option/table.h"

/* An encoding, or a profile: then UTF-8 in that profile. */
static const char *target_name(unsigned int i)
{
	/* "auto" is no target: the profiles take its place. */
	return i < UTF8CHECK_AUTO ? u8c_encoding_name(i) :
			      u8c_profile_name(i - UTF8CHECK_AUTO);
}

bool config_set_target(struct utf8check_config *config, const char **charset,
		       const char *word)
{
	const char *core = charset_core_name(word, UTF8CHECK_AUTO);
	unsigned int i;

	*charset = NULL;
	config->to = UTF8CHECK_UTF8;
	for (i = 0; target_name(i); i++) {
		if (strcmp(target_name(i), core ? core : word))
			continue;
		if (i < UTF8CHECK_AUTO)
			config->to = i;
		else
			config->to_profile = i - UTF8CHECK_AUTO;
		return true;
	}
	if (charset_is_written(word))
		*charset = word;
	else
		charset_unknown("--to", word, target_name);
	return *charset;
}

/* The reasons to refuse a well-formed text, for those who ask for it. */
static const u8 forbiddable[] = {
	UTF8CHECK_CONTROL, UTF8CHECK_BIDI_CONTROL, UTF8CHECK_DEFAULT_IGNORABLE,
	UTF8CHECK_NONCHARACTER, UTF8CHECK_UNASSIGNED, UTF8CHECK_PRIVATE_USE,
};

static const char *forbid_name(unsigned int i)
{
	return i < U8C_ARRAY_SIZE(forbiddable) ?
	       u8c_reason_name(forbiddable[i]) : NULL;
}

static bool forbid(void *to, const char *word)
{
	struct utf8check_config *config = to;
	int i;

	/* This reason needs a form, and a filter learns of it too late. */
	if (!strcmp(word, u8c_reason_name(UTF8CHECK_NOT_NORMALIZED))) {
		cli_complain("--forbid=%s: 'check --normalized=FORM' asks whether a text is in a form, 'filter --form=FORM' makes it so",
			     word);
		return false;
	}
	i = cli_choose("--forbid", word, forbid_name);
	if (i >= 0)
		config->forbid |= (u64)1 << forbiddable[i];
	return i >= 0;
}

bool config_take_forbid(void *to, const char *words)
{
	return option_each_word(words, forbid, to);
}

const char *config_asked_form_name(unsigned int i)
{
	return u8c_form_name(i + 1);
}

bool config_take_normalized(void *to, const char *word)
{
	struct utf8check_config *config = to;
	int i = cli_choose("--normalized", word, config_asked_form_name);

	if (i < 0)
		return false;
	config->form = i + 1;
	config->forbid |= (u64)1 << UTF8CHECK_NOT_NORMALIZED;
	return true;
}

bool config_set_source(struct utf8check_config *config, const char **charset,
		       const char *word)
{
	enum converter_choice whose = converter_choose(&word);

	*charset = whose == CONVERTER_ICONV ? word : NULL;
	config->from = UTF8CHECK_UTF8;
	if (whose != CONVERTER_CORE)
		return whose == CONVERTER_ICONV;
	config->from = cli_choose("--from", word, u8c_encoding_name);
	return true;
}
