// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length.
 *
 * A stream that rejects keeps the record of the first error and goes no
 * further.  So the text goes through many streams, one after the other: behind
 * each error a new one begins, and its offsets, lines and columns are added to
 * the place where it began.  It knows nothing of what was before it, and need
 * not: no sequence depends on an error before it, and what is normalized is so
 * in every part.  So of a text that is not, each code point is reported from
 * which on the text since the report before is not what its form is.  Only the very start of a
 * text is something else, with its byte order mark: what the first stream
 * found there (the encoding, with "auto") the others are told.
 *
 * A new stream is first given only a small window of the bytes, which grows
 * while all is well: otherwise a file of garbage, with an error every other
 * byte, would be copied to the device as many times as it has errors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

#define CHUNK (1 << 20)
#define WINDOW_MIN 64

/* An error may begin in bytes that were pushed before, as far back as this. */
#define KEPT (2 * U8C_CHECKER_MAX * U8C_SEQUENCE_MAX)

/**
 * struct run - a text on its way
 *
 * @j: what is asked.
 * @stream: the present stream.
 * @config: of the stream.
 * @base: offset, line and column of the stream's first byte.
 * @head: the first bytes of the text.
 * @headed: how many.
 * @buf: bytes of the text.
 * @n: how many.
 * @at: the next one to push.
 * @offset: of the first of them in the text.
 * @window: bytes that are pushed at once.
 * @stopped: nobody wants to hear more.
 */
struct run {
	struct judge *j;
	struct utf8check_stream *stream;
	struct utf8check_config config;
	struct utf8check_error base;
	u8 head[U8C_SNIFF_MAX];
	size_t headed;
	u8 *buf;
	size_t n;
	size_t at;
	u64 offset;
	size_t window;
	bool stopped;
};

static int open_stream(struct run *r)
{
	return utf8check_stream_open(r->j->engine, &r->config,
				     UTF8CHECK_CHECK_ONLY, &r->stream);
}

/* A new stream for what is not the start of the text. */
static int restart(struct run *r)
{
	if (r->config.from != UTF8CHECK_AUTO && !r->config.bom)
		return utf8check_stream_reset(r->stream);
	if (r->config.from == UTF8CHECK_AUTO)
		r->config.from = u8c_sniff(r->head, r->headed, true);
	r->config.bom = UTF8CHECK_BOM_KEEP;
	utf8check_stream_close(r->stream);
	r->stream = NULL;
	return open_stream(r);
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

/* Push all that there is. */
static int push(struct run *r)
{
	size_t n;
	int err = 0;

	while (!err && r->at < r->n && !r->stopped) {
		n = r->n - r->at < r->window ? r->n - r->at : r->window;
		err = utf8check_stream_push(r->stream, r->buf + r->at, &n,
					    NULL, NULL);
		r->at += n;
		if (r->window < CHUNK)
			r->window *= 2;
		if (err == -EILSEQ)
			err = settle_error(r);
	}
	return err;
}

/* No byte follows; what comes behind an error is still to be pushed. */
static int finish(struct run *r)
{
	int err = 0;

	while (!err && !r->stopped) {
		err = utf8check_stream_finish(r->stream, NULL, NULL);
		if (err != -EILSEQ)
			return err;
		err = settle_error(r);
		if (!err)
			err = push(r);
	}
	return err;
}

/* Are zero bytes well-formed, each for itself? */
static bool zeros_are_text(const struct utf8check_config *c)
{
	return c->from == UTF8CHECK_UTF8 && c->profile != UTF8CHECK_MUTF8 &&
	       !(c->forbid & 1ull << UTF8CHECK_CONTROL);
}

/*
 * Zero bytes that nobody needs to read.  The first settle what was undecided.
 * A byte that is an error after them, whatever the profile, then makes the
 * stream say which place it has come to; the next one begins behind the zeros.
 */
static int skip_zeros(struct run *r, u64 n)
{
	struct utf8check_error here;
	u8 probe = 0x80;
	size_t one = 1;
	int err;

	memset(r->buf + r->n, 0, KEPT);
	r->n += KEPT;
	err = push(r);
	if (err || r->stopped)
		return err;
	err = utf8check_stream_push(r->stream, &probe, &one, NULL, NULL);
	if (err != -EILSEQ)
		return err;
	err = take_error(r, &here);
	if (err)
		return err;
	n -= KEPT;
	r->base = here;
	r->base.offset += n;
	r->base.column += n;
	r->j->code_points += n;
	r->offset = r->base.offset;
	r->n = 0;
	r->at = 0;
	return restart(r);
}

/* Make room for a chunk. */
static void make_room(struct run *r)
{
	size_t gone = r->at < KEPT ? 0 : r->at - KEPT;

	r->n -= gone;
	r->at -= gone;
	r->offset += gone;
	memmove(r->buf, r->buf + gone, r->n);
}

static void keep_head(struct run *r)
{
	size_t n = r->n < U8C_SNIFF_MAX ? r->n : U8C_SNIFF_MAX;

	if (r->offset || n <= r->headed)
		return;
	memcpy(r->head, r->buf, n);
	r->headed = n;
}

static ssize_t read_more(struct run *r, struct input *in)
{
	if (r->j->read)
		return r->j->read(r->j->source, in, r->buf + r->n, CHUNK);
	return input_read(in, r->buf + r->n, CHUNK);
}

static int judge_all(struct run *r, struct input *in)
{
	bool holes = !r->j->read && zeros_are_text(&r->config);
	ssize_t got;
	off_t hole;
	int err = 0;

	do {
		make_room(r);
		hole = holes ? input_skip_hole(in) : 0;
		if (hole)
			err = skip_zeros(r, hole);
		if (err || r->stopped)
			return err;
		got = read_more(r, in);
		if (got < 0)
			return got;
		r->n += got;
		keep_head(r);
		err = push(r);
	} while (got && !err && !r->stopped);
	return err ? err : finish(r);
}

static int judge_stream(struct run *r, struct input *in)
{
	struct utf8check_report report;
	int err = open_stream(r), report_err = 0;

	if (err)
		return err;
	err = judge_all(r, in);
	if (r->stream)
		report_err = utf8check_stream_report(r->stream, &report);
	if (r->stream && !report_err) {
		r->j->bytes = r->base.offset + report.bytes_in;
		r->j->code_points += report.code_points;
	}
	utf8check_stream_close(r->stream);
	return err ? err : report_err;
}

int judge_input(struct judge *j, struct input *in)
{
	struct run r = {
		.j = j,
		.config = j->config,
		.base = { .line = 1, .column = 1 },
		.buf = malloc(CHUNK + 2 * KEPT),
		.window = CHUNK,
	};
	int err;

	if (!r.buf)
		return -ENOMEM;
	if (j->places)
		r.config.flags |= UTF8CHECK_POSITION;
	err = judge_stream(&r, in);
	free(r.buf);
	return err;
}
