// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that say how the texts of files are judged.
 */
#include "base/option/options.h"
#include "base/say/message.h"
#include "command/commands.h"
#include "feature/check/check.h"

struct check_options text_choice = {
	.max_errors = UINT64_MAX,
	.config = {
		.size = sizeof(struct utf8check_config),
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	},
};

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
	{ "max-errors", 'm', "N", .needs = "content", .count = &text_choice.max_errors,
	  .doc =
"print at most N errors of each file (on a terminal: 100); it is read to its end all the same, "
"to count all" },
	{ "text", 'a', .needs = "content", .flag = &text_choice.text,
	  .doc =
"judge binary files too.  Otherwise a file with more than 10 errors that begins as a known "
"binary format, or has a NUL in its first 32 KiB, takes one line\n"
"Such a file does not change the exit status.  With -r, the last line, on standard error, "
"names the first ten binary files and counts the others.  JSON and HTML have these errors "
"too.  Which files are binary is in utf8check-files(7)." },
	{ "ignore-binary", 'I', .needs = "content", .flag = &text_choice.ignore_binary,
	  .doc =
"print nothing about binary files\n"
"JSON has these files all the same." },
	{ "profile", .needs = "content", .argument = "NAME",
	  .known = utf8check_profile_name, .choice = &text_choice.config.profile,
	  .doc =
"what is well-formed:\n"
"A profile of utf8check-text(7).", .lists = true },
	{ "from", .needs = "content", .argument = "ENCODING", .take = take_text_source,
	  .doc =
CONFIG_FROM_DOC "; or any charset that 'iconv -l' lists, UTF-1, UTF-EBCDIC, SCSU, BOCU-1 or HZ\n"
"See utf8check-text(7).  Text in a charset is converted to UTF-8 first.  Then the offsets of "
"what --forbid, --bom and --normalized find are offsets in that UTF-8; all other offsets are "
"those in FILE." },
	{ "bom", .needs = "content", .argument = "WHAT", .take = take_bom, .to = &text_choice.config.bom,
	  .doc = "byte order mark at the start: keep (default: may be there), require, forbid" },
	{ "forbid", .needs = "content", .argument = "REASON,...",
	  .each = config_forbid, .to = &text_choice.config,
	  .doc = CONFIG_FORBID_DOC },
	{ "normalized", .needs = "content", .argument = "FORM",
	  .known = config_asked_form_name,
	  .take = config_take_normalized, .to = &text_choice.config,
	  .doc =
"report, as not-normalized, what is not in this form:\n"
"That is the first code point that differs.  After it the search begins again at the next "
"code point before which the text may be cut for that form, such as a letter, so that a "
"letter with all its marks is one error.",
	  .lists = true },
	{ }
};
