// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Judge the names in whole trees and, where asked for, the texts of their files.
 *
 * The caller's thread reads directories, which takes most of the time.  Other threads
 * judge the names.  Handing over a small directory takes as long as judging its names:
 * so a thread gets many small directories at a time, or a part of a big one.
 *
 * The text of a big file is left to the caller's thread, and threads then share that
 * file.  The other texts of a batch are left too when its ordered output is full (as in
 * base/thread/file_batch.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "base/say/message.h"
#include "base/thread/file_batch.h"
#include "base/thread/thread_pool.h"
#include "base/say/progress.h"
#include "feature/scan/judge.h"

/* Names, and parts of directories, of a batch, at most. */
#define BATCH_NAMES 2048
#define BATCH_FOLDERS 64

/* Where texts are judged too: names, and open directories, of a batch, at most. */
#define BATCH_TEXTS 64
#define BATCH_OPEN 16

/**
 * struct folder_part - some names of a directory
 *
 * @f: the directory; the last part owns it.
 * @from: the number of the first of them.
 * @to: the number after the last of them.
 * @is_last: there are no names after them.
 */
struct folder_part {
	struct folder *f;
	size_t from;
	size_t to;
	bool is_last;
};

/**
 * struct folder_batch - parts of directories
 *
 * @output: what is printed about them.
 * @content: how a thread judges texts; or NULL.
 * @parts: the parts.
 * @count: how many.
 * @names: how many names they have.
 * @counts: what was seen in them.
 * @full: so much was printed that texts are left to the caller's thread.
 */
struct folder_batch {
	struct ordered_output output;
	void *content;
	struct folder_part parts[BATCH_FOLDERS];
	size_t count;
	size_t names;
	struct scan_counts counts;
	bool full;
};

/**
 * struct trees - all the trees
 *
 * @rules: how names are judged.
 * @walk: reads the directories.
 * @rest: the current directory, as far as it is in no batch yet; or its @f is NULL.
 * @folders: how many parts a batch may have.
 * @now: the batch that is being joined.
 * @counts: what was seen so far.
 */
struct trees {
	const struct scan_rules *rules;
	struct tree_walk walk;
	struct folder_part rest;
	size_t folders;
	struct folder_batch *now;
	struct scan_counts *counts;
};

static void free_part(struct folder_part *p)
{
	if (p->f && p->is_last) {
		folder_free(p->f);
		free(p->f);
	}
	p->f = NULL;
}

/* --- the caller's thread hands out parts */

static bool next_folder(struct trees *t)
{
	struct folder *f = malloc(sizeof(*f));

	if (!f) {
		cli_complain_errno(-ENOMEM, "a folder");
		t->counts->status = CLI_TROUBLE;
		return false;
	}
	if (!tree_walk_next(&t->walk, f)) {
		free(f);
		return false;
	}
	t->rest = (struct folder_part){ f, 0, f->names.count, true };
	return true;
}

/* Cut off at most @most names. */
static struct folder_part take_part(struct folder_part *rest, size_t most)
{
	struct folder_part part = *rest;

	if (rest->to - rest->from > most) {
		part.to = rest->from + most;
		part.is_last = false;
		rest->from = part.to;
	} else {
		rest->f = NULL;
	}
	return part;
}

static bool fill_with_folders(void *context, void *slot)
{
	struct trees *t = context;
	struct folder_batch *b = slot;
	size_t names = t->rules->content ? BATCH_TEXTS : BATCH_NAMES;
	struct folder_part *p;

	b->count = 0;
	b->names = 0;
	while (b->count < t->folders && b->names < names && !cli_output_failed() &&
	       (t->rest.f || next_folder(t))) {
		p = &b->parts[b->count++];
		*p = take_part(&t->rest, names - b->names);
		b->names += p->to - p->from;
	}
	return b->count;
}

/* --- what a file holds */

/* Something else has taken the name since the directory was read. */
static bool is_gone(int err)
{
	return err == -ENOENT || err == -ELOOP;
}

/* Judge the text of a file by @one.  Return: as text_judge's judge. */
static int judge_content(const struct text_judge *t, void *one, const struct folder *f,
			 const struct directory_name *name)
{
	char *path = path_join(f->path, name->text);
	int err = -ENOMEM, status = CLI_WELL;
	struct input in;

	if (path)
		err = input_open_in(&in, f->fd, name->text, path);
	if (!err)
		status = t->judge(one, &in, path, one != t->all);
	else if (!is_gone(err))
		status = CLI_TROUBLE;
	if (status == CLI_TROUBLE && err)
		cli_complain_errno(err, "%s", path ? path : name->text);
	free(path);
	return status;
}

/* --- in a worker thread */

/* The number by which judge_in_turn() finds a part of the batch, and a name in it. */
static size_t item_of(size_t part, size_t name)
{
	return name * BATCH_FOLDERS + part;
}

static void judge_file_text(struct trees *t, struct folder_batch *b, size_t part, size_t name)
{
	const struct folder *f = b->parts[part].f;
	size_t parts = b->output.count, length = ordered_output_length(&b->output);
	int status = BATCH_LATER;

	/* A directory that is not open was reported before. */
	if (!f->names.names[name].is_file || f->fd < 0)
		return;
	/* A report is written by one thread, in order. */
	if (!t->rules->html && !b->full)
		status = judge_content(t->rules->content, b->content, f,
				       &f->names.names[name]);
	if (status >= 0) {
		b->counts.status = cli_worse(b->counts.status, status);
		return;
	}
	b->full |= status == BATCH_FULL;
	ordered_output_back(&b->output, parts, length);
	ordered_output_later(&b->output, item_of(part, name));
}

static void judge_part(struct trees *t, struct folder_batch *b, size_t part)
{
	const struct folder_part *p = &b->parts[part];
	struct sink sink = { .ops = &print_styles[t->rules->style], .to = b->output.to };
	struct sink *const sinks[] = { &sink, t->rules->html, NULL };
	struct judging j = { t->rules, p->f, &b->counts, sinks };
	size_t i;

	if (!p->from)
		judge_begin(&j);
	for (i = p->from; i < p->to && !ferror(sink.to); i++) {
		judge_name(&j, &p->f->names.names[i]);
		if (b->content)
			judge_file_text(t, b, part, i);
	}
	if (p->is_last)
		judge_end(&j);
}

static void judge_folders(void *context, void *slot)
{
	struct trees *t = context;
	struct folder_batch *b = slot;
	size_t i;

	b->counts = (struct scan_counts){ };
	b->full = false;
	cli_print_on(&b->output);
	for (i = 0; i < b->count; i++)
		judge_part(t, b, i);
	cli_print_on(NULL);
}

/* --- in the caller's */

static enum ordered_output_next judge_in_turn(void *context, size_t item)
{
	struct trees *t = context;
	const struct folder *f = t->now->parts[item % BATCH_FOLDERS].f;
	int status = judge_content(t->rules->content, t->rules->content->all, f,
				   &f->names.names[item / BATCH_FOLDERS]);

	t->counts->status = cli_worse(t->counts->status, status);
	return cli_output_failed() ? ORDERED_STOP : ORDERED_GO_ON;
}

static bool join_folders(void *context, void *slot)
{
	struct trees *t = context;
	struct folder_batch *b = slot;
	int err;

	if (ordered_output_length(&b->output))
		progress_hide();
	t->now = b;
	err = ordered_output_print(&b->output, NULL, judge_in_turn, t);
	if (err)
		b->counts.status = folder_complain(b->parts[0].f, err);
	while (b->count)
		free_part(&b->parts[--b->count]);
	totals_add(&t->counts->sums, &b->counts.sums);
	t->counts->status = cli_worse(t->counts->status, b->counts.status);
	if (b->content)
		t->rules->content->join(t->rules->content->all, b->content);
	else
		progress_add(b->names);
	return !err && !cli_output_failed();
}

static int open_folder_batch(void *context, void *slot)
{
	const struct trees *t = context;
	struct folder_batch *b = slot;
	int err = ordered_output_open(&b->output);

	if (err || !t->rules->content)
		return err;
	b->content = t->rules->content->open(t->rules->content->all, &b->output);
	return b->content ? 0 : -ENOMEM;
}

static void close_folder_batch(void *context, void *slot)
{
	const struct trees *t = context;
	struct folder_batch *b = slot;

	while (b->count)
		free_part(&b->parts[--b->count]);
	ordered_output_close(&b->output);
	if (b->content)
		t->rules->content->close(b->content);
}

static int run_pool(struct trees *t, unsigned int threads)
{
	const struct thread_pool pool = {
		/* With texts, the caller's thread mostly waits, so it needs no CPU. */
		.threads = t->rules->content && threads > 1 ? threads : threads - 1,
		.slots = 2 * threads,
		.size = sizeof(struct folder_batch),
		.open = open_folder_batch,
		.close = close_folder_batch,
		.fill = fill_with_folders,
		.work = judge_folders,
		.join = join_folders,
		.context = t,
	};

	return thread_pool_run(&pool);
}

/* @n, or what is next to it from 1 to @most. */
static unsigned int within(u64 n, unsigned int most)
{
	return n < 1 ? 1 : n < most ? n : most;
}

/*
 * Where texts are judged, the directories of all batches are open at a time.  They may
 * take half of the descriptors that the process may have; the other half is for the
 * levels of the tree.  Returns how many threads there can be.
 */
static unsigned int share_descriptors(struct trees *t, unsigned int threads)
{
	struct rlimit limit;

	t->folders = t->rules->content ? BATCH_OPEN : BATCH_FOLDERS;
	if (t->rules->content && !getrlimit(RLIMIT_NOFILE, &limit)) {
		threads = within(limit.rlim_cur / 8, threads);
		t->folders = within(limit.rlim_cur / 4 / threads, BATCH_OPEN);
	}
	return threads;
}

void judge_trees(const struct scan_rules *rules, char **trees,
		 unsigned int threads, struct scan_counts *counts)
{
	struct trees t = { .rules = rules, .counts = counts };
	int err;

	if (rules->content)
		progress_begin(0, rules->style == STYLE_JSON);
	else
		progress_begin_names(false);
	tree_walk_start(&t.walk, trees, rules->content);
	threads = share_descriptors(&t, threads);
	err = run_pool(&t, threads);
	if (err) {
		cli_complain_errno(err, "%u threads", threads);
		counts->status = CLI_TROUBLE;
	}
	free_part(&t.rest);
	tree_walk_end(&t.walk);
	progress_hide();
}
