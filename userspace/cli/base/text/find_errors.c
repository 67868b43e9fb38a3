// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; of a big file by several
 * threads, where that is worth it.
 *
 * A thread judges a range of the file as a text of its own (base/thread/file_range.h).  The
 * errors it finds wait until all that is before is known: then their lines and columns are,
 * and they are reported, in order.
 *
 * A thread stops where its list of errors is full.  The rest of the range is judged
 * when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/text/find_errors.h"

/* Errors of a range that wait, at most; a file with more is hardly UTF-8. */
#define WAITING_MAX 1024

/**
 * struct parallel_search - a file that threads share
 *
 * @asked: what is asked of each range.
 * @search: what is asked of it all, and its answer so far.
 */
struct parallel_search {
	const struct error_search asked;
	struct error_search *search;
};

/**
 * struct range_errors - what is made of a range
 *
 * @search: what is asked of the range.
 * @stream: its text.
 * @err: what judging came to; ERROR_STOP when the list is full.
 * @waiting: errors found, and those that come after the last one wanted.
 * @count: how many of them there are.
 * @work: what is read of it.
 */
struct range_errors {
	struct error_search search;
	struct error_stream stream;
	int err;
	struct utf8check_error waiting[WAITING_MAX + ERROR_BATCH];
	size_t count;
	u8 work[RANGE_READ];
};

static void close_range_errors(void *range_errors)
{
	struct range_errors *own = range_errors;

	utf8check_stream_close(own->stream.stream);
	free(own);
}

/* --- in a worker thread */

static bool keep_error(void *context, const struct utf8check_error *e)
{
	struct range_errors *own = context;
	u64 most = own->search.most;

	if (own->count < ARRAY_SIZE(own->waiting) && own->count < most)
		own->waiting[own->count++] = *e;
	return own->count < WAITING_MAX || most <= WAITING_MAX;
}

static void find_range_errors(void *range_errors, struct file_range *r)
{
	const struct parallel_search *all = r->file->context;
	struct utf8check_config config = all->asked.config;
	struct range_errors *own = range_errors;

	own->search = all->asked;
	own->search.found = keep_error;
	own->search.context = own;
	own->count = 0;
	file_range_configure(r, &config);
	utf8check_stream_close(own->stream.stream);
	own->err = error_stream_open(&own->stream, &own->search, &config, r->start);
	if (!own->err)
		own->err = error_stream_range(&own->stream, r, own->work);
}

/* --- in the caller's */

/* Report the errors that wait; from now on those of the range are reported at once. */
static void report_waiting(const struct parallel_search *all, struct range_errors *own)
{
	const struct error_search *search = all->search;
	/* The offsets are those in the file already. */
	const struct place lines = { 0, search->reached.line, search->reached.column };
	size_t i;

	own->stream.stopped = false;
	for (i = 0; i < own->count && !own->stream.stopped; i++) {
		place_error(&own->waiting[i], &lines);
		own->stream.stopped = !search->found(search->context, &own->waiting[i]);
	}
	own->stream.base.line = lines.line;
	own->stream.base.column = lines.column;
	own->search.found = search->found;
	own->search.context = search->context;
}

static int join_range_errors(void *range_errors, struct file_range *r)
{
	struct parallel_search *all = r->file->context;
	struct range_errors *own = range_errors;
	int err = own->err, end_err;

	report_waiting(all, own);
	if (err >= 0)
		err = own->stream.stopped ? ERROR_STOP :
		      error_stream_range(&own->stream, r, own->work);
	if (!err)
		err = error_stream_finish(&own->stream);
	end_err = error_stream_close(&own->stream);
	all->search->reached = own->search.reached;
	all->search->code_points += own->search.code_points;
	all->search->errors += own->search.errors;
	return err < 0 || !end_err ? err : end_err;
}

static int find_errors_parallel(struct error_search *search, struct file_ranges *p)
{
	static const struct range_ops ops = {
		.size = sizeof(struct range_errors),
		.run = find_range_errors,
		.join = join_range_errors,
		.close = close_range_errors,
	};
	struct parallel_search all = { .asked = *search, .search = search };
	int err;

	search->reached = (struct place){ 0, 1, 1 };
	err = file_ranges_run(p, search->threads, &ops, &all);
	return err == ERROR_STOP ? 0 : err;
}

int find_errors(struct error_search *search, struct input *in, u8 *work)
{
	struct error_stream s;
	struct file_ranges p;
	int err, end_err;

	if (search->threads > 1 && !search->read &&
	    file_ranges_plan(&p, in, search->engine, &search->config))
		return find_errors_parallel(search, &p);
	err = error_stream_open(&s, search, &search->config, 0);
	if (!err)
		err = error_stream_rest(&s, in, work);
	end_err = error_stream_close(&s);
	return err < 0 ? err : end_err;
}
