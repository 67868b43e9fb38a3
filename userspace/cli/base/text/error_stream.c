// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text goes through a stream that lets errors pass and keeps their records, until
 * these are taken and reported.
 *
 * In a text that is not normalized, the first difference of each run is an error.
 * Offset, line and column of what a stream reports count from where it began.
 */
#include <errno.h>
#include <string.h>
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
	struct utf8check_error here = {
		.offset = more->offset,
		.line = more->line,
		.column = more->column,
	};

	place_error(&here, base);
	return (struct place){ here.offset, here.line, here.column };
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
	size_t i;

	if (!sum->errors && more->errors) {
		sum->first = more->first;
		place_error(&sum->first, base);
	}
	sum->errors += more->errors;
	for (i = 0; i < ARRAY_SIZE(sum->by_reason); i++)
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
	size_t n, i;
	int err;

	if (!s->config.records)
		return 0;
	err = utf8check_stream_errors(s->stream, list, ERROR_BATCH, &n);
	for (i = 0; !err && i < n; i++)
		report_error(s, &list[i]);
	return err;
}

int error_stream_push(struct error_stream *s, const u8 *p, size_t *n)
{
	size_t done = 0, part;
	int err = -ENOBUFS, reported;

	while (err == -ENOBUFS && !s->stopped) {
		part = *n - done;
		err = utf8check_stream_push(s->stream, p + done, &part, NULL,
					    NULL);
		done += part;
		reported = report_all(s);
		err = reported ? reported : err;
	}
	*n = done;
	return err && err != -ENOBUFS ? err : s->stopped ? ERROR_STOP : 0;
}

int error_stream_finish(struct error_stream *s)
{
	int err = -ENOBUFS, reported;

	while (err == -ENOBUFS && !s->stopped) {
		err = utf8check_stream_finish(s->stream, NULL, NULL);
		reported = report_all(s);
		err = reported ? reported : err;
	}
	return err && err != -ENOBUFS ? err : s->stopped ? ERROR_STOP : 0;
}

int error_stream_range(struct error_stream *s, struct file_range *r, u8 *work)
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

/* A new stream for what is not the start of the text. */
static int restart(struct error_stream *s)
{
	if (!s->config.bom)
		return utf8check_stream_reset(s->stream);
	utf8check_stream_close(s->stream);
	s->stream = NULL;
	s->config.bom = UTF8CHECK_BOM_KEEP;
	return utf8check_stream_open(s->search->engine, &s->config,
				     UTF8CHECK_CHECK_ONLY, &s->stream);
}

/* Zero bytes after which all bytes before them are decided. */
#define ZEROS 16

/* The next @n bytes are zero, at least ZEROS; they are not read. */
static int skip_zeros(struct error_stream *s, u64 n)
{
	static const u8 zeros[ZEROS];
	size_t some = sizeof(zeros);
	int err = error_stream_push(s, zeros, &some);

	n -= sizeof(zeros);
	if (!err)
		err = error_stream_finish(s);
	if (!err)
		err = add_stream_counts(s);
	if (err)
		return err;
	s->base = s->search->reached;
	s->base.offset += n;
	s->base.column += n;
	s->search->code_points += n;
	return restart(s);
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

/* Is each zero byte well-formed by itself? */
static bool zeros_are_text(const struct utf8check_config *c)
{
	return c->from == UTF8CHECK_ENCODING_UTF8 && c->profile != UTF8CHECK_PROFILE_MUTF8 &&
	       !(c->forbid & 1ull << UTF8CHECK_REASON_CONTROL);
}

static ssize_t read_ahead(const struct error_search *search, struct input *in, u8 *work)
{
	if (search->read)
		return search->read(search->source, in, work, FIND_CHUNK);
	return input_read(in, work, FIND_CHUNK);
}

int error_stream_rest(struct error_stream *s, struct input *in, u8 *work)
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
		got = read_ahead(s->search, in, work);
		if (got < 0)
			return got;
		n = got;
		err = error_stream_push(s, work, &n);
	}
	return err ? err : error_stream_finish(s);
}
