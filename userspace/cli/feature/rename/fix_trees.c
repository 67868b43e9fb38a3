// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Better names in whole trees, found and given.
 *
 * All new names are found and the plan is on the disk before the first file is
 * renamed.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/say/escape.h"
#include "feature/rename/rename.h"

/* Is the directory the one that the absolute path of the tree leads to? */
static bool is_root(const struct fix *fix, const struct folder *f)
{
	AUTO_CLOSE int fd = open_beneath(AT_FDCWD, fix->root, O_PATH | O_CLOEXEC);
	struct stat a, b;

	return fd >= 0 && !fstat(fd, &a) && !fstat(f->fd, &b) && same_file(&a, &b);
}

static bool begin_folder(struct fix *fix, const struct folder *f)
{
	fix->root_length = strlen(f->path);
	fix->root = realpath(f->path, NULL);
	if (f->fd < 0 || (fix->root && is_root(fix, f)))
		return true;
	fix->status = folder_complain(f, fix->root ? -ESTALE : -errno);
	return false;
}

/* Do @visit with each directory of a tree. */
static void visit_tree(struct fix *fix, char *tree,
		     void (*visit)(struct fix *fix, const struct folder *f))
{
	char *trees[] = { tree, NULL };
	struct tree_walk walk;
	struct folder f;
	bool good = true;

	fix->root = NULL;
	tree_walk_start(&walk, trees, true);
	while (good && !cli_output_failed() && tree_walk_next(&walk, &f)) {
		if (!fix->root)
			good = begin_folder(fix, &f);
		if (good)
			visit(fix, &f);
		folder_free(&f);
	}
	tree_walk_end(&walk);
	free(fix->root);
}

/* Find better names in whole trees, and the links to what gets them. */
static void find_better_names(struct fix *fix, char **trees)
{
	size_t i;

	progress_begin(PROGRESS_NAMES, false);
	for (i = 0; trees[i] && !cli_output_failed(); i++)
		visit_tree(fix, trees[i], fix_folder);
	/* Any tree may have a link to what is renamed in any other one. */
	for (i = 0; fix->has_links && trees[i] && !cli_output_failed(); i++)
		visit_tree(fix, trees[i], fix_links);
	tdestroy(fix->renamed, free);
	progress_hide();
}

/* --- what was found, and done */

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

/* Print what was done; after a signal, also how to continue. */
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

/* Names that are left, or that a dry run found, make it fail. */
static int status_of(const struct fix *f, bool yes)
{
	bool well = !f->left && (yes || !f->found);

	return cli_worse(f->status, well ? CLI_WELL : CLI_INVALID);
}

/* A plan by which nothing was renamed stays only where the user has @named it. */
static int rename_all(struct fix *f, const char *plan, bool named)
{
	const struct carried_out c = carry_out(plan, false);

	print_done(&c, c.left + f->left, plan, false);
	if (!named && !c.renamed && !c.links)
		unlink(plan);
	return cli_worse(c.status, status_of(f, true));
}

int fix_trees(struct fix *f, char **trees, const char *plan, bool yes)
{
	bool failed;

	if ((yes || plan) && !plan_create(&f->plan, plan))
		return CLI_TROUBLE;
	find_better_names(f, trees);
	cli_flush();
	/* A user who could not see the new names has not agreed to them. */
	failed = cli_output_failed();
	if (f->plan.to && !plan_finish(&f->plan, failed ? 0 : f->found, f->links))
		failed = true;
	if (failed)
		return CLI_TROUBLE;
	if (yes && f->found)
		return rename_all(f, f->plan.name, plan);
	print_found(f, f->plan.name);
	if (plan && !f->found)
		cli_complain("nothing to rename; not written: %s", plan);
	return status_of(f, yes);
}

int fix_by_plan(const char *plan, bool undo)
{
	const struct carried_out c = carry_out(plan, undo);

	if (c.renamed || c.links || c.left || c.ended || !c.status)
		print_done(&c, c.left, plan, undo);
	return c.status;
}
