// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check scan: the names of whole trees, and the texts of their files.
 *
 * The names of a directory are read and sorted, judged one by one, and compared
 * with each other.  Then they are freed: so memory holds only the names of some
 * directories.  What is changed during the scan may be seen or not.  With --fix,
 * better names are found, and files are renamed.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/message.h"
#include "base/option/engine.h"
#include "base/option/table.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/text/find_errors.h"
#include "base/file/directory.h"
#include "base/option/files.h"
#include "base/option/name_policy.h"
#include "command/text_options.h"
#include "base/thread/thread_pool.h"
#include "base/say/progress.h"
#include "feature/detect/mojibake_undo.h"
#include "feature/report/report.h"
#include "feature/scan/judge.h"
#include "feature/rename/mend.h"
#include "feature/rename/transliterate.h"
#include "base/option/stream_config.h"

/* The values of --form: the forms that change no character for another. */
static const char *form_name(unsigned int i)
{
	return i <= UTF8CHECK_FORM_NFD ? utf8check_form_name(i) : NULL;
}

/**
 * struct scan - what the command works with
 *
 * @rules: how names are judged.
 * @threads: how many are used; 0 for as many as there are CPUs.
 * @content: judge what files hold too.
 * @quiet: print nothing.
 * @summary: tell how much was seen.
 * @html: the file for the report; or NULL.
 * @fixes: find better names.
 * @fix: what makes them good ones.
 * @yes: rename files to them.
 * @plan: the file for the plan; or NULL.
 * @apply: the plan that is carried out; or NULL.
 * @undo: the plan that is undone; or NULL.
 */
struct scan {
	struct scan_rules rules;
	unsigned int threads;
	bool content;
	bool quiet;
	bool summary;
	const char *html;
	bool fixes;
	struct fix fix;
	bool yes;
	const char *plan;
	const char *apply;
	const char *undo;
};

static struct scan scan = {
	.rules.same = COLLISION_DEFAULT,
	.fix.rules.readings.undo = mojibake_undo_exactly,
};

static void print_content_summary(const struct check_totals *t)
{
	fprintf(stderr, "utf8check: scan: files: %" PRIu64 ", bytes: %" PRIu64
		", invalid files: %" PRIu64 ", errors: %" PRIu64 "\n",
		t->files, t->bytes, t->invalid, t->errors);
}

static void print_summary(const struct scan_counts *c)
{
	cli_flush();
	fprintf(stderr, "utf8check: scan: folders: %" PRIu64 ", names: %" PRIu64
		", refused: %" PRIu64 ", pairs that are the same: %" PRIu64
		", refused targets of links: %" PRIu64 "\n",
		c->folders, c->names, c->refused, c->same, c->targets);
	if (scan.content)
		print_content_summary(&text_choice.totals);
}

static u8 content_style(void)
{
	if (scan.rules.json)
		return STYLE_JSON;
	if (scan.rules.null)
		return STYLE_LIST;
	/* A summary counts all errors. */
	return scan.quiet && !scan.summary ? STYLE_QUIET : STYLE_LINES;
}

static bool prepare_content(void)
{
	static u8 work[FIND_CHUNK];
	static struct text_judge judge;
	struct check *c = &text_choice;

	c->style = content_style();
	c->null = scan.rules.null;
	c->only_invalid = true;
	c->threads = scan.threads;
	c->work = work;
	check_limit(c);
	judge = check_text_judge(c);
	scan.rules.content = &judge;
	return config_makes_sense(&c->config, c->charset, NULL);
}

static bool begin_report(void)
{
	scan.rules.findings = report_begin(scan.content ? REPORT_SCAN_CONTENT : REPORT_SCAN,
					   scan.html);
	if (scan.content)
		text_choice.findings = scan.rules.findings;
	return scan.rules.findings;
}

static int scan_exit_code(const struct scan_counts *c)
{
	const struct check_totals *t = &text_choice.totals;
	char summary[400];
	int n;

	n = snprintf(summary, sizeof(summary),
		     "Folders: %" PRIu64 ", names: %" PRIu64 ", refused: %" PRIu64 ", pairs that are the same: %" PRIu64 ", refused targets of links: %" PRIu64 ".",
		     c->folders, c->names, c->refused, c->same, c->targets);
	if (scan.content)
		snprintf(summary + n, sizeof(summary) - n,
			 " Files: %" PRIu64 ", bytes: %" PRIu64 ", invalid files: %" PRIu64 ", errors: %" PRIu64 ".",
			 t->files, t->bytes, t->invalid, t->errors);
	return report_end(summary);
}

/* What no policy refuses, said once for all names. */
static void print_hints(const struct scan_counts *counts)
{
	if (counts->denormal)
		cli_complain("names that are not in NFC: %" PRIu64 "; --fix --form=nfc renames them",
			     counts->denormal);
	if (counts->stand_ins)
		cli_complain("names with stand-ins (U+F001 to U+F07F) for what Windows does not take: %" PRIu64 "; --fix turns them back",
			     counts->stand_ins);
}

static int judge_all(char **trees)
{
	struct scan_counts counts = { };

	if (!scan.threads)
		scan.threads = thread_pool_cpus();
	if ((scan.content && !prepare_content()) ||
	    (scan.html && !begin_report()))
		return CLI_TROUBLE;
	judge_trees(&scan.rules, trees, scan.html ? 1 : scan.threads, &counts);
	if (!scan.quiet && !scan.rules.json && !scan.rules.null)
		print_hints(&counts);
	if (scan.summary)
		print_summary(&counts);
	if (scan.html)
		return cli_worse(counts.status, scan_exit_code(&counts));
	return counts.status;
}

/* @parts: where two names are the same, one is renamed. */
static int fix_all(char **trees, bool parts)
{
	struct fix *fix = &scan.fix;
	int status;

	fix->rules.engine = scan.rules.engine;
	fix->rules.policy = scan.rules.policy;
	if (!fix->rules.instead)
		fix->rules.instead = "_";
	fix->of_targets = scan.rules.of_targets;
	fix->same = scan.rules.same;
	fix->parts = parts;
	fix->json = scan.rules.json;
	status = mend_trees(fix, trees, scan.plan, scan.yes);
	readings_free(&fix->rules.readings);
	return status;
}

static bool is_instead(const char *text)
{
	u64 points;

	return strlen(text) <= INSTEAD_MAX && !strchr(text, '/') &&
	       !utf8check_validate(scan.rules.engine, text, strlen(text),
				   UTF8CHECK_PROFILE_RFC3629, &points, NULL);
}

static bool scan_options_agree(int trees)
{
	const struct name_rules *r = &scan.fix.rules;
	bool of_fix = scan.yes || r->readings.count || r->form || r->instead || scan.plan ||
		      r->transliterate;

	if ((scan.apply || scan.undo) && (scan.fixes || of_fix || trees))
		cli_complain("--apply and --undo take all from the plan: no DIR, and no option of --fix");
	else if (of_fix && !scan.fixes)
		cli_complain("--yes, --reading, --transliterate, --form, --instead and --plan need --fix");
	else if ((scan.fixes || scan.apply || scan.undo) &&
		 (scan.summary || scan.threads || scan.rules.null || scan.html || scan.content))
		cli_complain("--summary, --jobs, --null, --html and --content are for a scan that only looks");
	else if (scan.html && !strcmp(scan.html, "-") && (scan.rules.json || scan.rules.null))
		cli_complain("--html=- takes standard output: no --json and no --null");
	else if (!scan.content && text_choice_is_given())
		cli_complain("--max-errors, --text, --ignore-binary, --profile, --from, --bom, --forbid and --normalized need --content");
	else if (!trees && !scan.apply && !scan.undo)
		cli_complain("nothing to scan: give a DIR");
	else
		return true;
	return false;
}

static int scan_command_run(int count, char **words)
{
	bool parts;
	int status;

	if (!scan_options_agree(count))
		return cli_try_help();
	if (scan.apply || scan.undo)
		return mend_by_plan(scan.undo ? scan.undo : scan.apply,
				    scan.undo);
	status = cli_open_engine();
	if (status)
		return status;
	scan.rules.engine = cli_engine;
	policy_find(false, &scan.rules.policy);
	policy_find(true, &scan.rules.of_targets);
	if (scan.fix.rules.instead && !is_instead(scan.fix.rules.instead)) {
		cli_complain("--instead: not a text of UTF-8 of at most %d bytes, without a slash",
			     INSTEAD_MAX);
		return cli_try_help();
	}
	if ((scan.rules.same == COLLISION_CONFUSABLE && !skeleton_load()) ||
	    (scan.fix.rules.transliterate && !transliterate_load()))
		return CLI_TROUBLE;
	parts = scan.rules.same != COLLISION_DEFAULT;
	if (!parts)
		scan.rules.same = COLLISION_CASEFOLD;
	return scan.fixes ? fix_all(words, parts) : judge_all(words);
}

static const struct cli_option options[] = {
	{ "same", .argument = "FORM",
	  .known = collision_form_name, .choice = &scan.rules.same,
	  .help =
"under which form names are the same: none, or nfc, nfkc,\n"
"casefold (default), nfkc-casefold, confusable (they look\n"
"the same; needs ICU), each with those before it.  With\n"
"--fix, one of each pair gets a number" },
	{ "all", .flag = &scan.rules.all,
	  .help = "print also what is found in names that are not refused" },
	{ "null", '0', .excludes = "json", .flag = &scan.rules.null,
	  .help =
"print only paths, each exactly and ended by a NUL" },
	{ "quiet", 'q', .excludes = "json", .flag = &scan.quiet, .take = option_take_quiet,
	  .help = "print nothing; the exit status is the answer" },
	{ "json", .flag = &scan.rules.json, .help = "print one JSON object a line" },
	{ "content", .flag = &scan.content,
	  .help =
"judge also what regular files hold, as 'check' does, with\n"
"--max-errors, --text, --ignore-binary, --profile, --from,\n"
"--bom, --forbid and --normalized" },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &scan.threads,
	  .help =
"use N threads; by default as many as there are CPUs" },
	{ "include-vcs", .flag = &directory_include_vcs, .help = INCLUDE_VCS_HELP },
	{ "progress", .argument = "WHEN",
	  .known = cli_when_name, .choice = &progress_when,
	  .help =
"show how far the work is: always, never, or auto\n"
"(default): on a terminal" },
	{ "summary", .flag = &scan.summary,
	  .help = "print at the end, on standard error, how much was seen" },
	{ "html", .argument = "REPORT", .word = &scan.html,
	  .help =
"also write a page of HTML to REPORT; '-' is standard\n"
"output" },
	{ "fix", .flag = &scan.fixes,
	  .help =
"print what would be renamed, and which symbolic links\n"
"would follow" },
	{ "yes", .flag = &scan.yes,
	  .help =
"with --fix: write the plan, then rename; no file is ever\n"
"replaced" },
	{ "plan", .argument = "F", .word = &scan.plan,
	  .help =
"with --fix: write the plan to F, which must be new; for\n"
"--yes by default utf8check-plan-N.jsonl here" },
	{ "apply", .argument = "F", .word = &scan.apply,
	  .help = "rename what is not yet renamed of the plan in F" },
	{ "undo", .excludes = "apply", .argument = "F", .word = &scan.undo,
	  .help = "undo what was renamed of the plan in F" },
	{ "reading", .argument = "R,...", .take = readings_take,
	  .to = &scan.fix.rules.readings,
	  .help =
"with --fix: how a name is read, by the first R that can:\n"
"the charset of an ill-formed name; escape: each of its\n"
"ill-formed bytes as \\xhh; replace: by U+FFFD; mojibake:\n"
"undone" },
	{ "transliterate", .flag = &scan.fix.rules.transliterate,
	  .help =
"with --fix: write names in ASCII, as far as ICU knows how" },
	{ "form", .argument = "FORM", .known = form_name, .choice = &scan.fix.rules.form,
	  .help =
"with --fix: the normalization form of all names: none\n"
"(default), nfc or nfd" },
	{ "instead", .argument = "TEXT", .word = &scan.fix.rules.instead,
	  .help =
"with --fix: what replaces each character that is refused;\n"
"_ by default" },
	{ }
};

const struct cli_command scan_command = {
	.name = "scan",
	.summary = "judge the names on a disk, rename them",
	.options = options,
	.shared_options = { policy_options, protect_options, text_options },
	.engine = "auto, device or library: who judges the names",
	.usage =
"Usage: utf8check scan [OPTION...] DIR...\n"
"       utf8check scan --fix [--yes] [OPTION...] DIR...\n"
"       utf8check scan --apply=F | --undo=F\n"
"Judge every name in each DIR and below, and find names in one folder that are\n"
"the same for another system.  Print\n"
"DIR/NAME: CLASSES\n"
"DIR/NAME: target \"TARGET\": CLASSES\n"
"DIR: \"NAME\" and \"NAME\" are the same under FORM\n"
"for each name, and each target of a symbolic link, that is refused, and for two\n"
"names that are the same.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all well, 1 some are refused, the same or invalid, 2 trouble.\n"
"With --fix: 0 nothing is left to rename, 1 names would be renamed, or are left,\n"
"2 also when a name could not be renamed.\n",
	.run = scan_command_run,
};
