// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; of a big file by several
 * threads, where that is worth it.
 *
 * The text goes through a stream that lets errors pass and keeps their records, until
 * these are taken and reported.  In a text that is not normalized, the first difference
 * of each run is an error.  Offset, line and column of what a stream reports count from
 * where it began.
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
#include <string.h>
#include "base/thread/file_range.h"
#include "base/text/find_errors.h"

/* --- places */

void place_error(struct utf8check_error *e, const struct place *base)
{
	e->offset += base->offset;
	if (e->line == 1)
		e->column += base->column - 1;
	if (e->line)
		e->line += base->line - 1;
}

struct place place_after(const struct place *base, const struct place *more)
{
	struct utf8check_error e = { .offset = more->offset, .line = more->line, .column = more->column };

	place_error(&e, base);
	return (struct place){ e.offset, e.line, e.column };
}

struct place place_reached(const struct utf8check_report *report,
			   const struct place *base)
{
	const struct place reached = {
		.offset = report->bytes_in,
		.line = report->line ? report->line : 1,
		.column = report->line ? report->column : 1,
	};

	return place_after(base, &reached);
}

void place_add_report(struct utf8check_report *sum, const struct utf8check_report *more,
		      const struct place *base)
{
	if (!sum->errors && more->errors) {
		sum->first = more->first;
		place_error(&sum->first, base);
	}
	sum->errors += more->errors;
	for (size_t i = 0; i < ARRAY_SIZE(sum->by_reason); i++)
		sum->by_reason[i] += more->by_reason[i];
	sum->state |= more->state & UTF8CHECK_STATE_REJECTED;
	sum->bytes_in = base->offset + more->bytes_in;
}

/* --- a text on its way */

static void report_error(struct error_stream *s, const struct utf8check_error *found)
{
	struct utf8check_error e = *found;

	place_error(&e, &s->base);
	if (!s->search->found(s->search->context, &e))
		s->stopped = true;
}

/* Take and report all records that the stream keeps, also after @stopped. */
static int report_all(struct error_stream *s)
{
	struct utf8check_error list[ERROR_BATCH];
	size_t n;
	int err;

	if (!s->config.records)
		return 0;
	err = utf8check_stream_errors(s->stream, list, ERROR_BATCH, &n);
	for (size_t i = 0; !err && i < n; i++)
		report_error(s, &list[i]);
	return err;
}

int error_stream_push(struct error_stream *s, const u8 *p, size_t *n)
{
	const bool last = !*n;
	size_t done = 0, part;
	int err = -ENOBUFS, reported;

	while (err == -ENOBUFS && !s->stopped) {
		part = *n - done;
		err = last ? utf8check_stream_finish(s->stream, NULL, NULL) :
			     utf8check_stream_push(s->stream, p + done, &part, NULL, NULL);
		done += part;
		reported = report_all(s);
		err = reported ? reported : err;
	}
	*n = done;
	return err && err != -ENOBUFS ? err : s->stopped ? ERROR_STOP : 0;
}

/* Add the counts of the stream to those of the search. */
static int add_stream_counts(struct error_stream *s)
{
	struct utf8check_report report;
	int err = utf8check_stream_report(s->stream, &report);

	if (err)
		return err;
	s->search->reached = place_reached(&report, &s->base);
	s->search->code_points += report.code_points;
	s->search->errors += report.errors;
	return 0;
}

/* A difference from a form is looked for only where its record is wanted. */
static bool needs_records(const struct error_search *search)
{
	return search->most || search->config.forbid & 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
}

int error_stream_open(struct error_stream *s, struct error_search *search,
		      const struct utf8check_config *config, u64 offset)
{
	*s = (struct error_stream){
		.search = search,
		.config = *config,
		.base = { .offset = offset, .line = 1, .column = 1 },
	};
	s->config.action = UTF8CHECK_ACTION_PASS;
	s->config.records = needs_records(search) ? ERROR_BATCH : 0;
	if (search->places)
		s->config.flags |= UTF8CHECK_FLAG_POSITION;
	return utf8check_stream_open(search->engine, &s->config,
				     UTF8CHECK_CHECK_ONLY, &s->stream);
}

int error_stream_close(struct error_stream *s)
{
	int err = s->stream ? add_stream_counts(s) : 0;

	utf8check_stream_close(s->stream);
	s->stream = NULL;
	return err;
}

/* --- a big file: what its ranges share, and what is made of each */

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

/* --- a range, in a worker thread */

/*
 * Push what is left of a range, but do not finish; @work: RANGE_READ bytes.  After ERROR_STOP
 * it can go on.
 */
static int judge_range(struct error_stream *s, struct file_range *r, u8 *work)
{
	ssize_t got;
	size_t n;
	int err = 0;

	while (!err && (got = file_range_read(r, work, RANGE_READ))) {
		if (got < 0)
			return got;
		n = got;
		err = error_stream_push(s, work, &n);
		r->at -= got - n;
	}
	return err;
}

static bool keep_error(void *context, const struct utf8check_error *e)
{
	struct range_errors *own = context;
	u64 most = own->search.most;

	if (own->count < ARRAY_SIZE(own->waiting) && own->count < most)
		own->waiting[own->count++] = *e;
	/* Stop where the list is full, unless all that is wanted fits into it. */
	return own->count < WAITING_MAX || most <= WAITING_MAX;
}

static int find_range_errors(void *range_errors, void *range)
{
	struct file_range *r = range;
	const struct parallel_search *all = r->file->context;
	struct utf8check_config config = all->asked.config;
	struct range_errors *own = range_errors;

	own->search = all->asked;
	own->search.found = keep_error;
	own->search.context = own;
	own->count = 0;
	file_range_configure(r, &config);
	utf8check_stream_close(own->stream.stream);
	own->err = error_stream_open(&own->stream, &own->search, &config, r->start) ?:
		   judge_range(&own->stream, r, own->work);
	return 0;
}

/* --- a range, in the caller's */

/* Report the errors that wait; from now on those of the range are reported at once. */
static void report_waiting(const struct parallel_search *all, struct range_errors *own)
{
	const struct error_search *search = all->search;
	/* The offsets are those in the file already. */
	const struct place lines = { 0, search->reached.line, search->reached.column };

	own->stream.stopped = false;
	for (size_t i = 0; i < own->count && !own->stream.stopped; i++) {
		place_error(&own->waiting[i], &lines);
		own->stream.stopped = !search->found(search->context, &own->waiting[i]);
	}
	own->stream.base.line = lines.line;
	own->stream.base.column = lines.column;
	own->search.found = search->found;
	own->search.context = search->context;
}

static int join_range_errors(void *range_errors, void *range, int status)
{
	struct file_range *r = range;
	struct parallel_search *all = r->file->context;
	struct range_errors *own = range_errors;
	int err = own->err, end_err;
	size_t none = 0;	/* no bytes: the end */

	report_waiting(all, own);
	if (err >= 0)
		err = own->stream.stopped ? ERROR_STOP :
		      judge_range(&own->stream, r, own->work);
	if (!err)
		err = error_stream_push(&own->stream, NULL, &none);
	end_err = error_stream_close(&own->stream);
	all->search->reached = own->search.reached;
	all->search->code_points += own->search.code_points;
	all->search->errors += own->search.errors;
	return file_range_joined(r, err < 0 ? err : end_err ?: err);
}

static int find_errors_parallel(struct error_search *search, struct file_ranges *p)
{
	static const struct work_ops ops = {
		.run = find_range_errors,
		.join = join_range_errors,
		.close = close_range_errors,
	};
	struct parallel_search all = { .asked = *search, .search = search };
	int err;

	search->reached = (struct place){ 0, 1, 1 };
	p->context = &all;
	p->size = sizeof(struct range_errors);
	err = file_ranges_run(p, search->threads, &ops);
	return err == ERROR_STOP ? 0 : err;
}

/* --- a file, in one thread */

/* Zero bytes after which all bytes before them are decided. */
#define ZEROS 16

/*
 * The next @n bytes are zero, at least ZEROS; they are not read.  What is after them is another
 * stream's, but not the start of the text.
 */
static int skip_zeros(struct error_stream *s, u64 n)
{
	static const u8 zeros[ZEROS];
	struct utf8check_config config = s->config;
	struct place end;
	size_t some = sizeof(zeros), none = 0;
	int err = error_stream_push(s, zeros, &some);

	n -= sizeof(zeros);
	if (!err)
		err = error_stream_push(s, NULL, &none);
	if (!err)
		err = add_stream_counts(s);
	if (err)
		return err;
	end = s->search->reached;
	s->search->code_points += n;
	utf8check_stream_close(s->stream);
	config.bom = UTF8CHECK_BOM_KEEP;
	err = error_stream_open(s, s->search, &config, end.offset + n);
	s->base.line = end.line;
	s->base.column = end.column + n;
	return err;
}

/* Is each zero byte well-formed by itself? */
static bool zeros_are_text(const struct utf8check_config *c)
{
	return c->from == UTF8CHECK_ENCODING_UTF8 && c->profile != UTF8CHECK_PROFILE_MUTF8 &&
	       !(c->forbid & 1ull << UTF8CHECK_REASON_CONTROL);
}

ssize_t error_search_read(const struct error_search *s, struct input *in, u8 *work, size_t room)
{
	return s->read ? s->read(s->source, in, work, room) : input_read(in, work, room);
}

/* Push what is left of a file, to its end; @work: FIND_CHUNK bytes. */
static int judge_to_end(struct error_stream *s, struct input *in, u8 *work)
{
	bool holes = !s->search->read && zeros_are_text(&s->config);
	ssize_t got = 1;
	off_t hole;
	size_t n;
	int err = 0;

	while (got && !err) {
		hole = holes ? input_skip_hole(in) : 0;
		if (hole)
			err = skip_zeros(s, hole);
		if (err)
			return err;
		got = error_search_read(s->search, in, work, FIND_CHUNK);
		if (got < 0)
			return got;
		n = got;
		err = error_stream_push(s, work, &n);
	}
	return err;
}

int find_errors(struct error_search *search, struct input *in, u8 *work)
{
	struct error_stream s;
	struct file_ranges p;
	int err, end_err;

	if (search->threads > 1 && !search->read &&
	    file_ranges_plan(&p, in, search->engine, &search->config))
		return find_errors_parallel(search, &p);
	err = error_stream_open(&s, search, &search->config, 0) ?: judge_to_end(&s, in, work);
	end_err = error_stream_close(&s);
	return err < 0 ? err : end_err;
}
