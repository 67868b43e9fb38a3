// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check check: report every error of files.
 */
#include <string.h>
#include <unistd.h>
#include "feature/check/check.h"
#include "feature/detect/detect.h"
#include "feature/explain/explained.h"
#include "base/option/options.h"
#include "base/text/find_errors.h"
#include "base/thread/work.h"
#include "feature/part/part.h"
#include "base/say/message.h"
#include "command/commands.h"
#include "print/print.h"

struct check_options text_choice = {
	.max_errors = UINT64_MAX,
	.config = {
		.size = sizeof(struct utf8check_config),
		.flags = UTF8CHECK_FLAG_NO_OUTPUT,
	},
};

static const char *html;

/* Does the run judge all files of the repository? */
static bool judges_all(char **words)
{
	return file_choice.git && !*words && !file_choice.exclude.count && !access(".git", F_OK);
}

static void complain(void *unused, const char *text)
{
	cli_complain("%s", text);
}

/* What is printed after all files.  Return: an exit code. */
static int end_files(struct check_run *r, int status)
{
	const struct totals *t = r->totals;

	status = sinks_end(r->sinks, t, status);
	if (total_is_wanted)
		sums_print(r->o->style == STYLE_JSON, (const struct sum[]){
			{ "files", t->files }, { "invalid", t->invalid }, { "binary", t->binary },
			{ "bytes", t->bytes }, { "code points", t->code_points },
			{ "errors", t->errors },
		}, 6);
	if (r->o->style != STYLE_QUIET)
		notices_print(complain, NULL);
	return status;
}

static int check_files(const struct check_options *o, char **words)
{
	static struct check_run run;
	static struct totals totals;
	static u8 work[FIND_CHUNK];
	struct sink page = { };
	struct file_list names;
	int status;

	if (!config_makes_sense(&o->config, o->charset, NULL) || cli_open_engine())
		return CLI_TROUBLE;
	if (html && !html_open(&page, "errors in files", html))
		return CLI_TROUBLE;
	if (baseline_is_used() && !baseline_open(file_choice.commit))
		return CLI_TROUBLE;
	check_run_open(&run, o, &page);
	run.totals = &totals;
	run.work = work;
	if (!file_list_open(&names, words, &file_choice))
		return CLI_TROUBLE;
	progress_begin(file_choice_bytes(words), o->style == STYLE_JSON);
	status = check_many(&run, &names);
	if (!file_list_close(&names) || (baseline_is_used() && !baseline_close(judges_all(words))))
		status = CLI_TROUBLE;
	return end_files(&run, status);
}

static struct partial part;

static const char *brief_of(unsigned int reason)
{
	return reason == REASON_NEWLINE ? "a line does not end as is wanted" : explained_reason(reason)->brief;
}

/* Return: why the options do not go together; or NULL. */
static const char *reason_to_refuse(const struct check_options *o)
{
	const bool page_only = html && !strcmp(html, "-");

	if (page_only && o->style != STYLE_LINES && o->style != STYLE_QUIET)
		return "--html=- takes standard output: no --json, no --list and no --format";
	if (total_is_wanted && (page_only || o->style == STYLE_SARIF || o->style == STYLE_JUNIT))
		return "--total does not go with --html=- and a --format of one document";
	if ((o->around || o->whole || o->rows || o->newline) && (o->charset || o->config.from))
		return "--newline, --whole-lines, --around and --records are for UTF-8, and for no other --from";
	if (o->rows && o->style && o->style != STYLE_JSON)
		return "--records goes with no other --format than text and json";
	return NULL;
}

static int check_words(int count, char **words)
{
	const char *why = reason_to_refuse(&text_choice);

	if (why)
		return cli_misused("%s", why);
	if (file_choice.commit && *file_choice.commit == '-')
		return cli_misused("--attributes-from: '%s' is no commit", file_choice.commit);
	if (text_choice.whole && !text_choice.around)
		text_choice.around = AROUND_MOST;
	text_choice.text |= text_choice.rows != RECORDS_NONE;
	/* --part was given. */
	if (part.first)
		return part_run(&part, &text_choice.config, text_choice.charset, words);
	check_resolve(&text_choice);
	sink_brief = brief_of;
	look_charset = encoding_of_sample;
	if (!text_choice.threads)
		text_choice.threads = work_cpus();
	return check_files(&text_choice, words);
}

/* --- the options */

static bool take_text_source(void *to, const char *word)
{
	return config_set_source(&text_choice.config, &text_choice.charset, word);
}

/* A check cannot change a text: "strip" and "add" are for a filter. */
static bool take_bom(void *to, const char *word)
{
	u8 *bom = to;
	int i = cli_choose("--bom", word, utf8check_bom_name);

	if (i == UTF8CHECK_BOM_STRIP || i == UTF8CHECK_BOM_ADD)
		return cli_complain("--bom=%s changes a text: it is for 'filter'; known here: keep, require, forbid",
				    word);
	*bom = i;
	return i >= 0;
}

/* The forms but none. */
static const char *asked_form_name(unsigned int i)
{
	return utf8check_form_name(i + 1);
}

static bool take_normalized(void *to, const char *word)
{
	struct utf8check_config *config = to;
	int i = cli_choose("--normalized", word, asked_form_name);

	if (i < 0)
		return false;
	config->form = i + 1;
	config->forbid |= BIT(UTF8CHECK_REASON_NOT_NORMALIZED);
	return true;
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
	  .known = asked_form_name,
	  .take = take_normalized, .to = &text_choice.config,
	  .doc =
"report, as not-normalized, what is not in this form:\n"
"That is the first code point that differs.  After it the search begins again at the next "
"code point before which the text may be cut for that form, such as a letter, so that a "
"letter with all its marks is one error.",
	  .lists = true },
	{ }
};

static bool take_around(void *to, const char *word)
{
	if (cli_number(word, AROUND_MOST, to) && text_choice.around)
		return true;
	return cli_complain("--around: '%s' is not a number from 1 to %d", word, AROUND_MOST);
}

/* The words for enum check_policy. */
static const char *policy_word(unsigned int i)
{
	static const char *const words[] = { "none", "source" };

	return i < ARRAY_SIZE(words) ? words[i] : NULL;
}

static const char *format_name(unsigned int i)
{
	return print_styles[i].name;
}

static const char *newline_wanted(unsigned int i)
{
	return i == NEWLINE_ONE ? "one" : newline_name(i);
}

/* K/N */
static bool take_part(void *to, const char *word)
{
	struct partial *p = to;
	const char *slash = strchr(word, '/');
	AUTO_FREE char *number = slash ? strndup(word, slash - word) : NULL;
	bool good = number && cli_number(number, UINT32_MAX, &p->first) &&
		    cli_number(slash + 1, UINT32_MAX, &p->parts) &&
		    p->first && p->first <= p->parts;

	p->last = p->first;
	if (!good)
		cli_complain("--part: '%s' is not K/N, part K of N, with K from 1 to N", word);
	return good;
}

static const struct cli_option options[] = {
	{ "policy", .argument = "NAME", .known = policy_word, .choice = &text_choice.policy,
	  .doc =
"with source, report also what has no place in source code, such as bidi controls and what is "
"invisible; see utf8check-source(7)" },
	{ "newline", .argument = "WHAT", .excludes = "whole-lines around records part",
	  .known = newline_wanted, .choice = &text_choice.newline,
	  .doc =
"report, as newline, the first line that ends with another than lf or crlf; with one, not as the "
"first line of FILE; keep is the default\n"
"A CR alone is text.  FILE is UTF-8; what looks binary, or is in another charset, is not asked." },
	{ "tracked", .choice = &file_choice.git, .number = GIT_TRACKED, .excludes = "recursive",
	  .doc = "the files that Git tracks, in this folder and below, or as FILE names them" },
	{ "staged", .choice = &file_choice.git, .number = GIT_STAGED, .excludes = "recursive",
	  .doc = "as --tracked, but what is staged of them" },
	{ "attributes-from", .argument = "COMMIT", .needs = "staged", .word = &file_choice.commit,
	  .doc = "take the attributes of this commit; see utf8check-source(7)" },
	{ "baseline", .argument = "FILE", .needs = "policy", .excludes = "write-baseline",
	  .word = &baseline.name,
	  .doc =
"what is in this file is no error; with --attributes-from, as it was in that commit" },
	{ "write-baseline", .argument = "FILE", .needs = "policy", .word = &baseline.written,
	  .doc =
"write all errors to FILE, for --baseline\n"
"They are not printed.  An old baseline is replaced, but for lines of files that this run does "
"not judge; any other file stays." },
	{ "format", .argument = "NAME", .known = format_name, .choice = &text_choice.style,
	  .doc =
"how errors are printed:\n"
"text is the default; see utf8check-source(7).", .lists = true },
	{ "list", 'l', .excludes = "format", .choice = &text_choice.style, .number = STYLE_LIST,
	  .doc = "print only the names of files that are invalid" },
	{ "count", 'c', .excludes = "format", .choice = &text_choice.style, .number = STYLE_COUNT,
	  .doc = "print only how many errors each FILE has, FILE:NUMBER" },
	{ "null", '0', .needs = "list", .flag = &text_choice.null,
	  .doc =
"with --list, end each name with a NUL, and print it exactly\n"
"This is for 'xargs -0'.  Without this option, control characters, ill-formed bytes and "
"backslashes are escaped." },
	{ "quiet", 'q', .excludes = "format", .choice = &text_choice.style, .number = STYLE_QUIET,
	  .doc = "print nothing; the exit status is the answer" },
	{ "json", .excludes = "format", .choice = &text_choice.style, .number = STYLE_JSON,
	  .doc = "print one JSON object a line for each FILE" },
	{ "whole-lines", .excludes = "format list count quiet json policy part", .flag = &text_choice.whole,
	  .doc =
"print the lines that have an error, and no errors\n"
"Each is printed as 'FILE:LINE: TEXT', escaped, without what is more than 4,096 bytes from an "
"error." },
	{ "lines", .now = "whole-lines" },
	{ "around", .argument = "N", .excludes = "format list count quiet json policy part",
	  .take = take_around, .to = &text_choice.around,
	  .doc =
"print each error, and up to N bytes of its line before and after it" },
	{ "context", 'C', "N", .now = "around" },
	{ "records", .argument = "KIND",
	  .excludes = "list count quiet html whole-lines around normalized policy part",
	  .known = records_name, .choice = &text_choice.rows,
	  .doc =
"name also the row of each error, and in CSV the field:\n"
RECORDS_CSV_DOC "  No file is binary then.", .lists = true },
	{ "html", .argument = "REPORT", .word = &html,
	  .doc =
"also write a page of HTML to REPORT; '-' is standard output\n"
"It has totals by reason, script and folder, and up to 10,000 errors with their bytes and, of a "
"file that can be read again, the text of their line, which can be filtered by text and reason.  The page needs no other file and no network.  It says "
"when it was made (UTC); SOURCE_DATE_EPOCH sets that time.  Where it goes to standard output, "
"nothing else is printed there.  A report that is there already is replaced, and is not "
"judged itself; any other file stays, with status 2." },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &text_choice.threads,
	  .doc =
"use N threads; by default as many as there are CPUs\n"
"Several files are read at once, and so are the parts of a big one.  The output and its order "
"do not depend on N.  Threads share a file only with --engine=library, and only a regular "
"file without holes, in UTF-8, UTF-16 or UTF-32." },
	{ "part", .argument = "K/N",
	  .excludes = "format json list count quiet max-errors text html policy tracked staged",
	  .take = take_part, .to = &part,
	  .doc =
"judge only part K of N of FILE, and print a partial result for 'merge'\n"
"The parts of the file are equal; see utf8check-merge(1)." },
	{ }
};

const struct cli_command check_command = {
	.name = "check",
	.summary = "find every error of a text",
	.options = options,
	.shared_options = { text_options, file_options, total_options },
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
	.run = check_words,
};
