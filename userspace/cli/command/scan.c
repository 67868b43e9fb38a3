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
#include <sys/mman.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "command/commands.h"
#include "utf8check.h"
#include "base/text/find_errors.h"
#include "feature/check/check.h"
#include "base/thread/work.h"
#include "feature/detect/detect.h"
#include "feature/scan/judge.h"
#include "feature/rename/rename.h"
#include "print/print.h"

/* How names are judged. */
static struct scan_rules rules = { .same = COLLISION_DEFAULT };

/* The charset of a name, guessed as that of a file that holds only the name. */
static const char *guess_charset(const u8 *name, size_t n)
{
	static struct encoding_found found;
	AUTO_CLOSE int fd = memfd_create("name", MFD_CLOEXEC);
	struct input in = { .name = "name", .fd = fd };

	if (write(fd, name, n) != (ssize_t)n || lseek(fd, 0, SEEK_SET) || fstat(fd, &in.stat) ||
	    encoding_find(&found, cli_engine, &in))
		return NULL;
	return found.encoding;
}

/* What makes names good ones. */
static struct fix fix = {
	.rules.readings.undo = mojibake_undo_exactly, .rules.readings.guess = guess_charset,
	.rules.instead = "_",
};

/* What the options say besides. */
static struct {
	bool content;		/* texts are judged, too */
	bool fixes;		/* better names are found */
	bool yes;		/* files are renamed to these */
	bool quiet;		/* nothing is printed */
	bool summary;		/* how much was judged is printed */
	const char *html;	/* the file for the page; or NULL, as the next three */
	const char *plan;	/* the plan that is written */
	const char *apply;	/* that is carried out */
	const char *undo;	/* that is undone */
	unsigned int threads;
} asked;

static void print_summary(const struct totals *t)
{
	cli_flush();
	totals_print_names(stderr, "utf8check: scan: folders", t, false);
	putc('\n', stderr);
	if (!asked.content)
		return;
	totals_print_files(stderr, "utf8check: scan: files", t, false);
	putc('\n', stderr);
}

static struct check_run texts;

static bool prepare_texts(struct check_options *o)
{
	o->style = rules.style;
	/* A summary counts all errors. */
	if (asked.quiet && !asked.summary)
		o->style = STYLE_QUIET;
	o->only_invalid = true;
	o->threads = asked.threads;
	check_resolve(o);
	return config_makes_sense(&o->config, o->charset, NULL);
}

static void open_texts(void)
{
	static u8 work[FIND_CHUNK];
	static const struct text_judge judge = {
		.all = &texts,
		.open = check_open_worker,
		.judge = check_text,
	};

	check_run_open(&texts, &text_choice, &rules.html);
	texts.work = work;
	rules.content = &judge;
}

/* What no policy refuses, printed once for all names. */
static void print_hints(const struct totals *t)
{
	if (t->denormal)
		cli_complain("names that are not in NFC: %" PRIu64 "; --fix --form=nfc renames them",
			     t->denormal);
	if (t->stand_ins)
		cli_complain("names with stand-ins (U+F001 to U+F07F) for what Windows does not take: %" PRIu64 "; --fix turns them back",
			     t->stand_ins);
}

static int judge_all(char **trees)
{
	struct totals sums = { };
	int status;

	if (!asked.threads)
		asked.threads = work_cpus();
	if ((asked.content && !prepare_texts(&text_choice)) ||
	    (asked.html && !html_open(&rules.html, asked.content ? "names and files in trees" : "names in trees", asked.html)))
		return CLI_TROUBLE;
	if (asked.content)
		open_texts();
	status = judge_trees(&rules, trees, asked.html ? 1 : asked.threads, &sums);
	if (!asked.quiet && rules.style == STYLE_LINES)
		print_hints(&sums);
	if (asked.summary)
		print_summary(&sums);
	return sinks_end((struct sink[]){ rules.html, { } }, &sums, status);
}

static int fix_all(char **trees)
{
	fix.same = rules.same;
	fix.json = rules.style == STYLE_JSON;
	return fix_trees(&fix, trees, asked.plan, asked.yes);
}

static bool is_instead(const char *text)
{
	u64 points;

	return strlen(text) <= INSTEAD_MAX && !strchr(text, '/') &&
	       !utf8check_validate(cli_engine, text, strlen(text),
				   UTF8CHECK_PROFILE_RFC3629, &points, NULL);
}

static bool scan_options_agree(int trees)
{
	if ((asked.apply || asked.undo) && trees)
		cli_complain("--apply and --undo take all from the plan: no DIR");
	else if (asked.html && !strcmp(asked.html, "-") && rules.style)
		cli_complain("--html=- takes standard output: no --json and no --null");
	else if (!trees && !asked.apply && !asked.undo)
		cli_complain("nothing to scan: give a DIR");
	else
		return true;
	return false;
}

static int scan_command_run(int count, char **words)
{
	int status;

	if (!scan_options_agree(count))
		return cli_try_help();
	if (asked.apply || asked.undo)
		return fix_by_plan(asked.undo ? asked.undo : asked.apply, asked.undo);
	status = cli_open_engine();
	if (status)
		return status;
	policy_decide();
	if (!is_instead(fix.rules.instead))
		return cli_misused("--instead: not a text of UTF-8 of at most %d bytes, without a slash",
				   INSTEAD_MAX);
	if ((rules.same == COLLISION_CONFUSABLE && !skeleton_load()) ||
	    (fix.rules.transliterate && !transliterate_load()))
		return CLI_TROUBLE;
	/* Where --same is not given, names that are the same are told, and get no number. */
	fix.numbers = rules.same != COLLISION_DEFAULT;
	if (!fix.numbers)
		rules.same = COLLISION_CASEFOLD;
	return asked.fixes ? fix_all(words) : judge_all(words);
}

static const struct cli_option options[] = {
	{ "same", .argument = "FORM",
	  .known = collision_form_name, .choice = &rules.same,
	  .doc =
"under which form names are the same: none, or nfc, nfkc, casefold (default), nfkc-casefold, "
"confusable (they look the same; needs ICU), each with those before it.  With --fix, one of "
"each pair gets a number\n"
"For casefold case does not count; for nfkc-casefold nor does what is not displayed; "
"confusable is by UTS #39.  Each pair is named once, with its first form.  Ill-formed names "
"are left out.  With --fix but without --same, both are left." },
	{ "all", .flag = &rules.all,
	  .doc =
"print also what is found in names that are not refused\n"
"Targets are printed too.  Each line is 'DIR/NAME: ok: CLASSES'.  windows-reserved alone takes "
"no line, nor do dots in a target." },
	{ "null", '0', .excludes = "json fix apply undo",
	  .choice = &rules.style, .number = STYLE_EXACT,
	  .doc =
"print only paths, each exactly and ended by a NUL\n"
"This is for 'xargs -0': the paths of each name or link that is refused, of both names that are "
"the same, and of each file that is invalid.  A path can come more than once." },
	{ "quiet", 'q', .excludes = "json", .flag = &asked.quiet, .take = option_take_quiet,
	  .doc = "print nothing; the exit status is the answer" },
	{ "json", .choice = &rules.style, .number = STYLE_JSON, .doc =
"print one JSON object a line\n"
"See utf8check-plan(5)." },
	{ "content", .excludes = "fix apply undo", .flag = &asked.content,
	  .doc =
"judge also what regular files hold, as 'check' does, with --max-errors, --text, "
"--ignore-binary, --profile, --from, --bom, --forbid and --normalized" },
	{ "jobs", 'j', "N", .excludes = "fix apply undo", .take = option_take_jobs, .to = &asked.threads,
	  .doc =
"use N threads; by default as many as there are CPUs\n"
"The output and its order do not depend on N." },
	{ "include-vcs", .flag = &directory_include_vcs, .doc = INCLUDE_VCS_DOC },
	{ "progress", .argument = "WHEN",
	  .known = cli_when_name, .choice = &progress_when,
	  .doc =
"show how far the work is: always, never, or auto (default): on a terminal\n"
"See utf8check-files(7)." },
	{ "total", .excludes = "fix apply undo", .flag = &asked.summary,
	  .doc =
"print at the end, on standard error, how much was seen\n"
"These are the numbers of folders, names and files, and of what was found." },
	{ "summary", .now = "total" },
	{ "html", .excludes = "fix apply undo", .argument = "REPORT", .word = &asked.html,
	  .doc =
"also write a page of HTML to REPORT; '-' is standard output\n"
"As utf8check-check(1) does.  For two names that are the same, it shows the characters that "
"differ." },
	{ "fix", .excludes = "apply undo", .flag = &asked.fixes,
	  .doc =
"print what would be renamed, and which symbolic links would follow\n"
"Each line is 'DIR: \"NAME\" -> \"NEW\"' or, where no good name is found, 'DIR: \"NAME\" is "
"left: WHY'.  A new name is made by --reading, turning stand-ins back, --transliterate, "
"--instead and --form, in this order.  Where another name is the same, by --same, it gets a "
"number.  The name of DIR itself stays." },
	{ "yes", .needs = "fix", .flag = &asked.yes,
	  .doc =
"with --fix: write the plan, then rename; no file is ever replaced\n"
"See utf8check-plan(5)." },
	{ "dry-run", .needs = "fix", .excludes = "yes", .flag = &asked.fixes,
	  .doc = "with --fix: rename nothing, as without --yes" },
	{ "plan", .needs = "fix", .argument = "F", .word = &asked.plan,
	  .doc =
"with --fix: write the plan to F, which must be new; for --yes by default "
"utf8check-plan-N.jsonl here\n"
"Then this folder must be writable.  Without --yes, this is all that is done." },
	{ "apply", .argument = "F", .word = &asked.apply,
	  .doc =
"rename what is not yet renamed of the plan in F\n"
"This goes on after a run that was ended." },
	{ "undo", .excludes = "apply", .argument = "F", .word = &asked.undo,
	  .doc =
"undo what was renamed of the plan in F\n"
"The targets of links are undone too." },
	{ "reading", .needs = "fix", .argument = "R,...", .each = readings_add,
	  .to = &fix.rules.readings,
	  .doc =
"with --fix: how a name is read, by the first R that can read all of it:\n"
"\tCHARSET: an ill-formed name is in this charset\n"
"\tescape: each ill-formed byte becomes \\xhh, and a backslash two\n"
"\treplace: each ill-formed maximal subpart becomes U+FFFD\n"
"\tguess: an ill-formed name is in what 'detect' finds, if that is sure\n"
"\tmojibake: what 'detect' calls mojibake is undone, if that is exact\n"
"Without this option, ill-formed names are left." },
	{ "transliterate", .needs = "fix", .flag = &fix.rules.transliterate,
	  .doc =
"with --fix: write names in ASCII, as far as ICU knows how\n"
"This is by Any-Latin and Latin-ASCII; ICU must be installed.  Fractions stay: ICU would write "
"a space and a slash." },
	{ "form", .needs = "fix", .argument = "FORM", .known = utf8check_form_name,
	  .choice = &fix.rules.form,
	  .doc =
"with --fix: the normalization form of all names\n"
"All but nfc and nfd change characters for others." },
	{ "instead", .needs = "fix", .argument = "TEXT", .word = &fix.rules.instead,
	  .doc =
"with --fix: what replaces each character that is refused; _ by default\n"
"TEXT has at most 32 bytes.  Spaces, or dots, at the end of a name are left out where they are "
"refused there.  A name that Windows reserves gets TEXT before its first dot, or at its end: "
"aux_.c." },
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
