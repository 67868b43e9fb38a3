// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in whole trees, judged.
 *
 * The caller's thread reads directories, which takes most of the time.  Others
 * judge their names, some directories at a time, because a small one takes no
 * longer than to hand it to another thread.
 */
#include <errno.h>
#include <stdlib.h>
#include "cli.h"
#include "parallel/ordered_output.h"
#include "parallel/thread_pool.h"
#include "print/progress.h"
#include "scan/judge_trees.h"

/* A thread takes directories until they have so many names, or are so many. */
#define BATCH_NAMES 2048
#define BATCH_FOLDERS 64

/**
 * struct folder_batch - some directories
 *
 * @output: what is printed about them.
 * @folders: the directories.
 * @count: how many.
 * @counts: what was seen in them.
 */
struct folder_batch {
	struct ordered_output output;
	struct folder folders[BATCH_FOLDERS];
	size_t count;
	struct scan_counts counts;
};

/**
 * struct trees - all the trees
 *
 * @rules: how names are judged.
 * @walk: reads the directories.
 * @batches: one for each slot.
 * @counts: what was seen so far.
 */
struct trees {
	const struct scan_rules *rules;
	struct tree_walk walk;
	struct folder_batch *batches;
	struct scan_counts *counts;
};

static bool fill(void *context, unsigned int slot)
{
	struct trees *t = context;
	struct folder_batch *b = &t->batches[slot];
	size_t names = 0;

	b->count = 0;
	while (b->count < BATCH_FOLDERS && names < BATCH_NAMES &&
	       !cli_output_failed() &&
	       tree_walk_next(&t->walk, &b->folders[b->count]))
		names += b->folders[b->count++].names.count;
	return b->count;
}

static void work(void *context, unsigned int slot)
{
	struct trees *t = context;
	struct folder_batch *b = &t->batches[slot];
	size_t i;

	b->counts = (struct scan_counts){ };
	cli_print_on(&b->output);
	for (i = 0; i < b->count; i++)
		judge_folder(t->rules, &b->folders[i], &b->counts, b->output.to);
	cli_print_on(NULL);
}

static bool print(void *context, const char *p, size_t n)
{
	(void)context;
	fwrite(p, n, 1, stdout);
	return !cli_output_failed();
}

static enum ordered_output_next nothing_later(void *context, size_t item)
{
	(void)context;
	(void)item;
	return ORDERED_GO_ON;
}

static void add_counts(struct scan_counts *to, const struct scan_counts *c)
{
	to->folders += c->folders;
	to->names += c->names;
	to->refused += c->refused;
	to->same += c->same;
	to->status = cli_worse(to->status, c->status);
}

static bool join(void *context, unsigned int slot)
{
	struct trees *t = context;
	struct folder_batch *b = &t->batches[slot];
	int err;

	if (ordered_output_length(&b->output))
		progress_hide();
	err = ordered_output_print(&b->output, print, nothing_later, NULL);
	if (err)
		folder_trouble(&b->folders[0], &b->counts, err);
	while (b->count)
		folder_free(&b->folders[--b->count]);
	add_counts(t->counts, &b->counts);
	progress_add(b->counts.names);
	return !err && !cli_output_failed();
}

static void run_alone(struct trees *t)
{
	while (fill(t, 0)) {
		work(t, 0);
		if (!join(t, 0))
			return;
	}
}

static int run(struct trees *t, unsigned int threads)
{
	struct thread_pool pool = {
		.threads = threads - 1,
		.slots = 2 * threads,
		.fill = fill,
		.work = work,
		.join = join,
		.context = t,
	};
	int err = 0;
	unsigned int i;

	t->batches = calloc(pool.slots, sizeof(*t->batches));
	if (!t->batches)
		return -ENOMEM;
	for (i = 0; i < pool.slots && !err; i++)
		err = ordered_output_open(&t->batches[i].output);
	/* Where no thread can be started, it takes longer. */
	if (!err && (threads < 2 || thread_pool_run(&pool)))
		run_alone(t);
	for (i = 0; i < pool.slots; i++) {
		while (t->batches[i].count)
			folder_free(&t->batches[i].folders[--t->batches[i].count]);
		ordered_output_close(&t->batches[i].output);
	}
	free(t->batches);
	return err;
}

void judge_trees(const struct scan_rules *rules, char **trees,
		 unsigned int threads, struct scan_counts *counts)
{
	struct trees t = { .rules = rules, .counts = counts };
	int err;

	progress_begin_names(false);
	tree_walk_start(&t.walk, trees, false);
	err = run(&t, threads);
	if (err) {
		cli_complain_errno(err, "%u threads", threads);
		counts->status = CLI_TROUBLE;
	}
	tree_walk_end(&t.walk);
	progress_hide();
}
