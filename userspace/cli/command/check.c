// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check check: report every error of files.
 */
#include "command/check.h"
#include "option/files.h"
#include "option/stream_config.h"
#include "option/table.h"
#include "errors/check_report.h"
#include "errors/find_errors.h"
#include "iconv/converter.h"
#include "parallel/thread_pool.h"
#include "part/part_of_file.h"
#include "print/progress.h"

static const char *html;

static int check_files(struct check *c, char **words)
{
	static u8 work[FIND_CHUNK];
	struct file_list names;
	int status;

	if (!converter_makes_sense(c->charset, &c->config) || cli_open_engine(c->cli) ||
	    !file_list_open(&names, words, &file_choice))
		return CLI_TROUBLE;
	c->work = work;
	progress_begin(file_choice_bytes(words), c->style == STYLE_JSON);
	if (html)
		check_report_begin(c);
	status = check_many(c, &names);
	if (html)
		status = cli_worse(status, check_report_end(c, html));
	return file_list_close(&names) ? status : CLI_TROUBLE;
}

static struct check check = {
	.max_errors = UINT64_MAX,
	.config = {
		.size = sizeof(check.config),
		.flags = UTF8CHECK_NO_OUTPUT,
	},
};

bool check_take_max_errors(void *to, const char *word)
{
	if (cli_number(word, 10, UINT64_MAX, to))
		return true;
	cli_complain("--max-errors: '%s' is not a number", word);
	return false;
}

static struct part_choice part;

static int check_part(struct check *c, char **words)
{
	const struct part_request r = {
		.kind = &check_partial,
		.choice = part,
		.config = c->config,
		.charset = c->charset,
	};

	if (c->style == STYLE_LINES && !c->text && !html && c->max_errors == UINT64_MAX)
		return part_run(&r, c->cli, words);
	cli_complain("--part prints a partial result: --json, --list, --quiet, --max-errors and --text are for 'merge', --html is for whole files");
	return cli_try_help();
}

static bool take_source(void *to, const char *word)
{
	(void)to;
	return config_set_source(&check.config, &check.charset, word);
}

/* A check cannot change a text: "strip" and "add" are for a filter. */
static bool take_bom(void *to, const char *word)
{
	u8 *bom = to;
	int i = cli_choose("--bom", word, u8c_bom_name);

	if (i == UTF8CHECK_BOM_STRIP || i == UTF8CHECK_BOM_ADD) {
		cli_complain("--bom=%s changes a text: it is for 'filter'; known here: keep, require, forbid",
			     word);
		return false;
	}
	*bom = i;
	return i >= 0;
}

static int check_run(struct cli *cli, int count, char **words)
{
	(void)count;
	check.cli = cli;
	if (check.null && check.style != STYLE_LIST) {
		cli_complain("--null needs --list");
		return cli_try_help();
	}
	if (part.number)
		return check_part(&check, words);
	check_limit(&check);
	if (!check.threads)
		check.threads = thread_pool_cpus();
	return check_files(&check, words);
}

static const struct cli_option options[] = {
	{ "list", 'l', .choice = &check.style, .number = STYLE_LIST,
	  .help = "print only the names of files that are invalid" },
	{ "null", '0', .flag = &check.null,
	  .help =
"with --list, end each name with NUL, and print it as it\n"
"is; else control characters, ill-formed bytes and \\ are\n"
"escaped" },
	{ "quiet", 'q', .choice = &check.style, .number = STYLE_QUIET,
	  .help = "print nothing; the exit status is the answer" },
	{ "json", .choice = &check.style, .number = STYLE_JSON,
	  .help =
"one JSON object a line for each FILE.  In a name that\n"
"is not UTF-8, U+FFFD stands for what is ill-formed, and\n"
"\"file_hex\" is the exact name in hex" },
	{ "html", .argument = "REPORT", .word = &html,
	  .help =
"also write a page of HTML to REPORT: totals by reason,\n"
"folder and script, and the first 100 errors" },
	{ "max-errors", 'm', "N", .take = check_take_max_errors, .to = &check.max_errors,
	  .help =
"print at most N errors a file; all are counted.  On a\n"
"terminal N is 100" },
	{ "text", 'a', .flag = &check.text,
	  .help =
"print the errors of binary files too.  Without it, a file\n"
"with a NUL in its first 32 KiB and more than 10 errors is\n"
"said to be binary, in one line.  Pipes are always text" },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &check.threads,
	  .help =
"read with N threads at once: several files, or the parts\n"
"of a big one; by default as many as there are CPUs.\n"
"What is printed, and in which order, does not depend on\n"
"N" },
	{ "part", .argument = "K/N", .take = part_take, .to = &part,
	  .help =
"judge only the K-th of N parts of FILE, and print what\n"
"'merge' needs to join them, a line of JSON" },
	{ "profile", .argument = "NAME",
	  .known = u8c_profile_name, .choice = &check.config.profile,
	  .help = "what is well-formed:", .lists = true },
	{ "from", .argument = "ENCODING", .take = take_source,
	  .help =
"of FILE: utf-8 (default), utf-16le, utf-16be, utf-32le,\n"
"utf-32be, or auto: by byte order mark, else utf-8; or\n"
"any charset that 'iconv -l' lists: then what --forbid,\n"
"--bom and --normalized find has the OFFSET that it has\n"
"in the text converted to UTF-8" },
	{ "bom", .argument = "WHAT", .take = take_bom, .to = &check.config.bom,
	  .help =
"byte order mark at the start: keep (default: may be), or\n"
"require, forbid" },
	{ "forbid", .argument = "REASON,...",
	  .take = config_take_forbid, .to = &check.config,
	  .help =
"report these too: control (but not tab, line\n"
"feed, carriage return), bidi-control, default-ignorable,\n"
"noncharacter, unassigned, private-use" },
	{ "normalized", .argument = "FORM",
	  .known = config_asked_form_name,
	  .take = config_take_normalized, .to = &check.config,
	  .help =
"report, as not-normalized, each code point from which\n"
"on the text is not in the form; the search goes on after\n"
"it.  'filter --form' brings a text into a form.  Forms:",
	  .lists = true },
	{ }
};

const struct cli_command check_command = {
	.name = "check",
	.summary = "report every error of files",
	.options = options,
	.shared_options = file_options,
	.engine = "auto, device or library",
	.usage =
"Usage: utf8check check [OPTION...] [FILE|-]...\n"
"Report every ill-formed sequence of each FILE (or standard input), as\n"
"FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES\n"
"LINE and COLUMN count from 1, COLUMN in code points; OFFSET counts from 0.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all valid, 1 some invalid, 2 a file could not be read; with\n"
"--part, 0 or 2.\n",
	.run = check_run,
};
