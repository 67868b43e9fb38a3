// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names in whole trees, mended.
 *
 * All new names are found and the plan is on the disk before the first file is
 * renamed.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/say/escape.h"
#include "feature/rename/mend.h"

static void print_option(const char *plan, const char *option, const char *does)
{
	fprintf(stderr, "; 'utf8check scan --%s=", option);
	escaped_print(stderr, (const u8 *)plan, strlen(plan));
	fprintf(stderr, "' %s", does);
}

static void print_links(u64 links)
{
	if (links)
		fprintf(stderr, ", links that follow: %" PRIu64, links);
}

static void print_found(const struct fix *f, const char *plan)
{
	cli_flush();
	if (!f->found && !f->left)
		return;
	fprintf(stderr, "utf8check: scan: names that can be mended: %" PRIu64
		", that are left: %" PRIu64, f->found, f->left);
	print_links(f->links);
	if (f->found && plan)
		print_option(plan, "apply", "renames what can be mended");
	else if (f->found)
		fputs("; --yes renames what can be mended", stderr);
	fputc('\n', stderr);
}

static void print_no_plan(const char *plan)
{
	fputs("utf8check: scan: nothing to rename; not written: ", stderr);
	escaped_print(stderr, (const u8 *)plan, strlen(plan));
	fputc('\n', stderr);
}

/* What was done; whoever ended it by a signal is told how it goes on. */
static void print_done(const struct carried_out *c, u64 left, const char *plan, bool undo)
{
	fprintf(stderr, "utf8check: scan: %srenamed: %" PRIu64 ", left: %" PRIu64,
		c->ended ? "ended before all was done: " : "", c->renamed, left);
	print_links(c->links);
	if (c->ended)
		print_option(plan, undo ? "undo" : "apply", "goes on");
	if (!undo && (c->renamed || c->links))
		print_option(plan, "undo", "takes that back");
	fputc('\n', stderr);
	if (c->ended)
		raise(c->ended);
}

/* What no run could mend, or what a dry run found, is not well. */
static int status_of(const struct fix *f, bool yes)
{
	bool well = !f->left && (yes || !f->found);

	return cli_worse(f->status, well ? CLI_WELL : CLI_INVALID);
}

/* A plan by which nothing was renamed stays only where the user has @named it. */
static int rename_all(struct fix *f, const char *plan, bool named)
{
	struct carried_out c;
	int status = carry_out(plan, false, &c);

	print_done(&c, c.left + f->left, plan, false);
	if (!named && !c.renamed && !c.links)
		unlink(plan);
	return cli_worse(status, status_of(f, true));
}

int mend_trees(struct fix *f, char **trees, const char *plan, bool yes)
{
	struct plan_writer writer;

	if (yes || plan) {
		if (!plan_create(&writer, plan))
			return CLI_TROUBLE;
		f->plan = &writer;
	}
	fix_trees(f, trees);
	cli_flush();
	/* Whoever cannot see what is renamed has not said yes to it. */
	if (cli_output_failed()) {
		if (f->plan)
			plan_abandon(f->plan);
		return CLI_TROUBLE;
	}
	if (f->plan && !plan_finish(f->plan))
		return CLI_TROUBLE;
	if (yes && writer.count)
		return rename_all(f, writer.name, plan);
	print_found(f, f->plan ? writer.name : NULL);
	if (plan && !writer.count)
		print_no_plan(plan);
	return status_of(f, yes);
}

int mend_by_plan(const char *plan, bool undo)
{
	struct carried_out c;
	int status = carry_out(plan, undo, &c);

	if (c.renamed || c.links || c.left || c.ended || !status)
		print_done(&c, c.left, plan, undo);
	return status;
}
