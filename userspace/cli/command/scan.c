// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check scan: the names of whole trees.
 *
 * The names of a directory are read and sorted, judged one by one, and compared
 * with each other.  Then they are freed: so memory holds only the names of some
 * directories.  Changes during the scan may be seen or not, as with every walk
 * through a tree.
 */
#include <inttypes.h>
#include "cli.h"
#include "option/name_policy.h"
#include "parallel/thread_pool.h"
#include "print/progress.h"
#include "scan/judge_trees.h"
#include "scan/skeleton.h"

/**
 * struct scan - what the command works with
 *
 * @rules: how names are judged.
 * @threads: how many are used; 0 for as many as there are CPUs.
 * @summary: tell how much was seen.
 */
struct scan {
	struct scan_rules rules;
	unsigned int threads;
	bool summary;
};

static struct scan scan = { .rules.same = COLLISION_CASEFOLD };

static void print_summary(const struct scan_counts *c)
{
	cli_flush();
	fprintf(stderr, "utf8check: scan: folders: %" PRIu64 ", names: %" PRIu64
		", refused: %" PRIu64 ", pairs that are the same: %" PRIu64 "\n",
		c->folders, c->names, c->refused, c->same);
}

static int scan_run(struct cli *cli, int count, char **words)
{
	struct scan_counts counts = { };
	int status;

	if (!count) {
		cli_complain("nothing to scan: give a DIR");
		return cli_try_help();
	}
	status = cli_open_engine(cli);
	if (status)
		return status;
	if (scan.rules.same == COLLISION_CONFUSABLE && !skeleton_load())
		return CLI_TROUBLE;
	scan.rules.engine = cli->engine;
	policy_find(false, &scan.rules.policy);
	judge_trees(&scan.rules, words,
		    scan.threads ? scan.threads : thread_pool_cpus(), &counts);
	if (scan.summary)
		print_summary(&counts);
	return counts.status;
}

static const struct cli_option options[] = {
	{ "same", .argument = "FORM",
	  .known = collision_form_name, .choice = &scan.rules.same,
	  .help =
"which names are the same: under nfc; nfkc too; casefold\n"
"too (default): case does not count; nfkc-casefold too;\n"
"confusable too: they look the same (UTS #39, needs ICU);\n"
"or none.  Each pair is named once, with the first of\n"
"these forms.  Names that are ill-formed are left out" },
	{ "json", .flag = &scan.rules.json, .help = "print one JSON object a line" },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &scan.threads,
	  .help =
"use N threads; by default as many as there are CPUs.\n"
"What is printed, and in which order, does not depend on\n"
"N" },
	{ "progress", .argument = "WHEN",
	  .known = progress_when_name, .choice = &progress_when,
	  .help =
"how far it is, for work of more than a second: always,\n"
"never, or auto (default): on a terminal" },
	{ "summary", .flag = &scan.summary,
	  .help = "print at the end, on stderr, how much was seen" },
	{ }
};

const struct cli_command scan_command = {
	.name = "scan",
	.summary = "judge the names in whole trees",
	.options = options,
	.shared_options = policy_options,
	.engine = "auto, device or library: who judges the names",
	.usage =
"Usage: utf8check scan [OPTION...] DIR...\n"
"Judge every name in each DIR and below, as 'utf8check name' does, and find\n"
"names in one folder that are the same under a normalization form.  Print\n"
"DIR/NAME: CLASSES for each name that is refused,\n"
"DIR/NAME: ok: CLASSES for a name that may pass although something was found, and\n"
"DIR: \"NAME\" and \"NAME\" are the same under FORM.\n"
"Control characters and ill-formed bytes are printed as \\xHH, a backslash as\n"
"\\\\.  Symbolic links below DIR are judged by their own names, and not followed.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all well, 1 some are refused or the same, 2 trouble (a folder\n"
"that cannot be read; the others are scanned).\n",
	.run = scan_run,
};
