// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text through many streams.
 *
 * A stream that rejects keeps the record of the first error and goes no
 * further.  So the text goes through many streams, one after the other: behind
 * each error a new one begins, and its offsets, lines and columns are added to
 * the place where it began.  It knows nothing of what was before it, and need
 * not: no sequence depends on an error before it, and what is normalized is so
 * in every part.  So of a text that is not, each code point is reported from
 * which on the text since the report before is not what its form is.  Only the
 * very start of a text is something else, with its byte order mark: what the
 * first stream found there (the encoding, with "auto") the others are told.  A
 * profile that goes with "auto" may not go with what was found, as CESU-8 with
 * UTF-16: then each stream is shown the mark once more.
 *
 * A new stream is first given only a small window of the bytes, which grows
 * while all is well: otherwise a file of garbage, with an error every other
 * byte, would be copied to the device as many times as it has errors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "errors/many_streams.h"

#define WINDOW_MIN 64

static int open_stream(struct run *r)
{
	return utf8check_stream_open(r->j->engine, &r->config,
				     UTF8CHECK_CHECK_ONLY, &r->stream);
}

/* The text's mark, in front of what is not its start: it counts for nothing. */
static int push_mark(struct run *r)
{
	int found = u8c_sniff(r->head, r->headed, true);
	size_t n = found == UTF8CHECK_UTF16LE || found == UTF8CHECK_UTF16BE ? 2 : 4;

	r->base.offset -= n;
	r->base.column--;
	r->j->code_points--;
	return utf8check_stream_push(r->stream, r->head, &n, NULL, NULL);
}

static int reopen(struct run *r)
{
	utf8check_stream_close(r->stream);
	r->stream = NULL;
	return open_stream(r);
}

/* A new stream for what is not the start of the text. */
static int restart(struct run *r)
{
	bool sniffs = r->config.from == UTF8CHECK_AUTO;
	int err;

	if (!sniffs && !r->config.bom)
		return utf8check_stream_reset(r->stream);
	if (sniffs)
		r->config.from = u8c_sniff(r->head, r->headed, true);
	r->config.bom = UTF8CHECK_BOM_KEEP;
	err = reopen(r);
	if (err != -EINVAL || !sniffs)
		return err;
	r->config.from = UTF8CHECK_AUTO;
	err = reopen(r);
	return err ? err : push_mark(r);
}

static void keep_head(struct run *r)
{
	size_t n = r->n < U8C_SNIFF_MAX ? r->n : U8C_SNIFF_MAX;

	if (r->offset || n <= r->headed)
		return;
	memcpy(r->head, r->buf, n);
	r->headed = n;
}

/* The stream's error, at its place in the text; its counts are taken over. */
static int take_error(struct run *r, struct utf8check_error *e)
{
	struct utf8check_report report;
	int err = utf8check_stream_report(r->stream, &report);

	if (err)
		return err;
	r->j->code_points += report.code_points;
	*e = report.first;
	e->offset += r->base.offset;
	if (r->j->places) {
		if (e->line == 1)
			e->column += r->base.column - 1;
		e->line += r->base.line - 1;
	}
	return 0;
}

static int settle_error(struct run *r)
{
	struct utf8check_error e;
	int err = take_error(r, &e);

	if (err)
		return err;
	r->base = e;
	if (e.length)
		r->base.column++;
	r->base.offset += e.length;
	r->at = r->base.offset - r->offset;
	r->window = WINDOW_MIN;
	r->j->errors++;
	r->stopped = !r->j->found(r->j->context, &e);
	return restart(r);
}

int run_push(struct run *r)
{
	size_t n;
	int err = 0;

	keep_head(r);
	while (!err && r->at < r->n && !r->stopped) {
		n = r->n - r->at < r->window ? r->n - r->at : r->window;
		err = utf8check_stream_push(r->stream, r->buf + r->at, &n,
					    NULL, NULL);
		r->at += n;
		if (r->window < r->chunk)
			r->window *= 2;
		if (err == -EILSEQ)
			err = settle_error(r);
	}
	return err;
}

int run_finish(struct run *r)
{
	int err = 0;

	while (!err && !r->stopped) {
		err = utf8check_stream_finish(r->stream, NULL, NULL);
		if (err != -EILSEQ)
			return err;
		err = settle_error(r);
		if (!err)
			err = run_push(r);
	}
	return err;
}

/* The one byte that begins no sequence, of any profile, and continues none. */
static int probe(struct run *r)
{
	u8 wrong = 0x80;
	size_t one = 1;
	int err = utf8check_stream_push(r->stream, &wrong, &one, NULL, NULL);

	/* Of UTF-16 and UTF-32 it is an incomplete unit. */
	if (!err)
		err = utf8check_stream_finish(r->stream, NULL, NULL);
	return err ? err : -EPROTO;
}

/* Is the stream's error the probe behind all that was pushed? */
static bool is_probe(struct run *r)
{
	struct utf8check_report report;

	return !utf8check_stream_report(r->stream, &report) &&
	       r->base.offset + report.first.offset == r->offset + r->n;
}

int run_place(struct run *r, struct utf8check_error *here)
{
	int err = 0;

	while (!err && !r->stopped) {
		err = probe(r);
		if (err != -EILSEQ)
			return err;
		if (is_probe(r))
			return take_error(r, here);
		err = settle_error(r);
		if (!err)
			err = run_push(r);
	}
	return err;
}

/* The first of them settle what was undecided; a new stream begins behind. */
int run_skip_zeros(struct run *r, u64 n)
{
	struct utf8check_error here;
	int err;

	memset(r->buf + r->n, 0, RUN_KEPT);
	r->n += RUN_KEPT;
	err = run_push(r);
	if (err || r->stopped)
		return err;
	err = run_place(r, &here);
	if (err || r->stopped)
		return err;
	n -= RUN_KEPT;
	r->base = here;
	r->base.offset += n;
	r->base.column += n;
	r->j->code_points += n;
	r->offset = r->base.offset;
	r->n = 0;
	r->at = 0;
	return restart(r);
}

void run_make_room(struct run *r)
{
	size_t gone = r->at < RUN_KEPT ? 0 : r->at - RUN_KEPT;

	r->n -= gone;
	r->at -= gone;
	r->offset += gone;
	memmove(r->buf, r->buf + gone, r->n);
}

int run_begin(struct run *r, struct judge *j,
	      const struct utf8check_config *config)
{
	r->j = j;
	r->config = *config;
	if (j->places)
		r->config.flags |= UTF8CHECK_POSITION;
	r->base = (struct utf8check_error){
		.offset = r->offset + r->at, .line = 1, .column = 1,
	};
	r->window = r->chunk;
	return open_stream(r);
}

int run_end(struct run *r)
{
	struct utf8check_report report;
	int err = 0;

	if (r->stream)
		err = utf8check_stream_report(r->stream, &report);
	if (r->stream && !err) {
		r->j->bytes = r->base.offset + report.bytes_in;
		r->j->code_points += report.code_points;
	}
	utf8check_stream_close(r->stream);
	r->stream = NULL;
	return err;
}
