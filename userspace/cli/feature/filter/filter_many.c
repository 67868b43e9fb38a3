// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many files being filtered, several at a time.
 *
 * The output of a file is kept on an ordered output until its turn comes.  A file whose
 * output has no room there is filtered when its turn comes; then threads share a big file.
 *
 * With --in-place, the new file is on disk before its turn comes.  Then it takes the name
 * of the old file, if that is still the file that was read.
 */
#include <errno.h>
#include <stdlib.h>
#include "feature/filter/filter.h"
#include "base/thread/file_batch.h"
#include "base/say/message.h"
#include "print/total.h"
#include "base/option/engine.h"

/*
 * All ordered outputs together hold ORDERED_TOTAL bytes, but each at least ORDERED_MIN.
 * As one doubles its memory when it grows, it may take twice as much.
 */
#define ORDERED_TOTAL (64 << 20)
#define ORDERED_MIN (1 << 20)

/**
 * struct worker - what a thread works with
 *
 * @f: how it filters.
 * @seen: what stat(2) said of each file of a batch.
 * @waiting: what is to replace each file.
 * @status: exit code of each file.
 */
struct worker {
	struct filter f;
	struct stat seen[BATCH_FILES_MAX];
	struct output waiting[BATCH_FILES_MAX];
	int status[BATCH_FILES_MAX];
};

/* Only the caller's thread calls it, with the final status. */
static int count_filtered(const struct output *out, int status)
{
	return change_count(out->replaced, status);
}

/* --- in a worker thread */

static bool is_mine(const struct filter *f, const struct stat *st)
{
	if (!f->request.in_place && st->st_size > (off_t)f->room)
		return false;
	return filter_is_undivided(f) || !file_chunks_are_worth(st->st_size) ||
	       !file_chunks_may_be(cli_engine, &f->config);
}

static int filter_try(void *worker, size_t i, const struct file_name *name,
		      const struct stat *st)
{
	struct worker *w = worker;
	struct filter *f = &w->f;

	if (!st)
		return count_filtered(&f->out, filter_file(f, name));
	if (!is_mine(f, st))
		return BATCH_LATER;
	f->out = OUTPUT_NONE;
	w->seen[i] = *st;
	/* What replaces a file has the attributes of the one that was read. */
	w->status[i] = f->request.in_place || name->below >= 0 ?
			       filter_file(f, name) : filter_known(f, name->text, st);
	w->waiting[i] = f->out;
	if (f->out.state == OUTPUT_FULL)
		return BATCH_FULL;
	return f->out.state == OUTPUT_LATER ? BATCH_LATER : w->status[i];
}

/* --- in the caller's */

static int filter_finish(void *worker, size_t i, const char *name)
{
	struct worker *w = worker;
	struct output *out = &w->waiting[i];
	struct stat st;
	int status = w->status[i];

	if (!name && out->target && output_commit(out))
		status = CLI_TROUBLE;
	if (!name)
		return count_filtered(out, status);
	if (stat(name, &st) || !output_is_same(&st, &w->seen[i])) {
		output_abandon(out);
		return BATCH_LATER;
	}
	output_name_left(name, &st);
	return CLI_WELL;
}

static void filter_close_worker(void *worker)
{
	struct worker *w = worker;
	size_t i;

	for (i = 0; i < BATCH_FILES_MAX; i++)
		output_abandon(&w->waiting[i]);
	free(w->f.work);
	free(w);
}

static void *filter_open_worker(void *context, struct ordered_output *ordered)
{
	struct filter *asked = context;
	struct worker *w = calloc(1, sizeof(*w));
	size_t i;

	if (!w)
		return NULL;
	for (i = 0; i < BATCH_FILES_MAX; i++)
		w->waiting[i] = OUTPUT_NONE;
	w->f = *asked;
	w->f.threads = 1;
	w->f.request.waits = asked->request.in_place;
	w->f.room = ORDERED_TOTAL / file_batch_outputs(asked->threads);
	if (w->f.room < ORDERED_MIN)
		w->f.room = ORDERED_MIN;
	w->f.ordered = ordered;
	w->f.work = malloc(FILTER_ROOM);
	if (w->f.work)
		return w;
	filter_close_worker(w);
	return NULL;
}

int filter_many(struct filter *f, struct file_list *names)
{
	struct output out;
	struct file_batch m = {
		.names = names,
		.out = &out,
		.threads = f->threads,
		.context = f,
		.open = filter_open_worker,
		.close = filter_close_worker,
		.try = filter_try,
		.finish = f->request.in_place ? filter_finish : NULL,
	};
	int status;

	output_begin(&out);
	if (f->request.in_place && f->threads > 1)
		temporary_allow_many();
	status = file_batch_run(&m);
	if (f->request.in_place && f->chosen)
		changes_print(f->request.dry_run);
	return status;
}
