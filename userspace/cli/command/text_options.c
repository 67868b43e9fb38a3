// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that say how the texts of files are judged.
 */
#include <string.h>
#include "base/option/stream_config.h"
#include "command/text_options.h"
#include "base/say/message.h"
#include "base/option/table.h"

#define AS_EVER { \
	.max_errors = UINT64_MAX, \
	.config = { \
		.size = sizeof(struct utf8check_config), \
		.flags = UTF8CHECK_FLAG_NO_OUTPUT, \
	}, \
}

struct check text_choice = AS_EVER;

bool text_choice_is_given(void)
{
	static const struct check as_ever = AS_EVER;

	return text_choice.max_errors != UINT64_MAX || text_choice.text ||
	       text_choice.ignore_binary ||
	       text_choice.charset ||
	       memcmp(&text_choice.config, &as_ever.config, sizeof(as_ever.config));
}

static bool take_text_source(void *to, const char *word)
{
	return config_set_source(&text_choice.config, &text_choice.charset, word);
}

/* A check cannot change a text: "strip" and "add" are for a filter. */
static bool take_bom(void *to, const char *word)
{
	u8 *bom = to;
	int i = cli_choose("--bom", word, utf8check_bom_name);

	if (i == UTF8CHECK_BOM_STRIP || i == UTF8CHECK_BOM_ADD) {
		cli_complain("--bom=%s changes a text: it is for 'filter'; known here: keep, require, forbid",
			     word);
		return false;
	}
	*bom = i;
	return i >= 0;
}

const struct cli_option text_options[] = {
	{ "max-errors", 'm', "N", .count = &text_choice.max_errors,
	  .help =
"print at most N errors of each file (on a terminal: 100);\n"
"it is read to its end all the same, to count all" },
	{ "text", 'a', .flag = &text_choice.text,
	  .help =
"judge binary files too.  Otherwise a file with more than\n"
"10 errors that begins as a known binary format, or has a\n"
"NUL in its first 32 KiB, takes one line" },
	{ "ignore-binary", 'I', .flag = &text_choice.ignore_binary,
	  .help = "print nothing about binary files" },
	{ "profile", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &text_choice.config.profile,
	  .help = "what is well-formed:", .lists = true },
	{ "from", .argument = "ENCODING", .take = take_text_source,
	  .help =
CONFIG_FROM_HELP "; or\n"
"any charset that 'iconv -l' lists, UTF-1, UTF-EBCDIC,\n"
"SCSU, BOCU-1 or HZ" },
	{ "bom", .argument = "WHAT", .take = take_bom, .to = &text_choice.config.bom,
	  .help =
"byte order mark at the start: keep (default: may be\n"
"there), require, forbid" },
	{ "forbid", .argument = "REASON,...",
	  .take = config_take_forbid, .to = &text_choice.config,
	  .help = CONFIG_FORBID_HELP },
	{ "normalized", .argument = "FORM",
	  .known = config_asked_form_name,
	  .take = config_take_normalized, .to = &text_choice.config,
	  .help =
"report, as not-normalized, what is not in this form.\n"
"Forms:",
	  .lists = true },
	{ }
};
