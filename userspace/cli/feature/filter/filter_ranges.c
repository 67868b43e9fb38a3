// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text of a file through its stream; of a big file through several, by as many
 * threads.
 *
 * A thread filters a range of the file as a text of its own (base/thread/file_range.h).
 * What it has made is written in order, by one thread.  The streams run ahead: where one
 * rejects, the work of those after it is discarded.
 *
 * A thread stops when the room for what it makes is full, and what is left of
 * the range is filtered when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <stdlib.h>
#include "feature/filter/filter.h"
#include "base/say/message.h"
#include "base/option/options.h"

/* How many times as long output is, at most: ASCII in UTF-32, or all bytes escaped. */
#define GROWTH 4

/* Room for one piece of output, which in tests is longer than a range. */
#define ROOM_MIN 256

/**
 * struct parallel_filter - a file that threads share
 *
 * @f: the file, and the stream of the range that was joined last.
 * @config: of the first stream.
 * @room: bytes that what is made of a range may have until its turn comes.
 */
struct parallel_filter {
	struct filter *f;
	struct utf8check_config config;
	size_t room;
};

/**
 * struct range_filter - what is made of a range
 *
 * @stream: its text.
 * @err: what the last call about it returned.
 * @is_binary: the file is left for it.
 * @read: what is read of it.
 * @made: how many bytes were made.
 * @out: these bytes.
 */
struct range_filter {
	struct utf8check_stream *stream;
	int err;
	bool is_binary;
	u8 read[RANGE_READ];
	size_t made;
	u8 out[];
};

static void close_range_filter(void *range_filter)
{
	struct range_filter *own = range_filter;

	utf8check_stream_close(own->stream);
	free(own);
}

/* --- in a worker thread */

/*
 * Filter the range on, as far as there is room.  Return: 0 at its end, or where it is binary;
 * -ENOSPC; what reading or the stream came to.
 */
static int push_range(const struct parallel_filter *all, struct range_filter *own,
		      struct file_range *r)
{
	size_t n, made;
	ssize_t got;
	int err = 0;

	own->made = 0;
	while (!err && (got = file_range_read(r, own->read, RANGE_READ))) {
		if (got < 0)
			return got;
		own->is_binary = left_alone_shows_binary(all->f, own->read, got);
		if (own->is_binary)
			return 0;
		n = got;
		made = all->room - own->made;
		err = utf8check_stream_push(own->stream, own->read, &n, own->out + own->made, &made);
		own->made += made;
		r->at -= got - n;
	}
	return err;
}

static int filter_range(void *range_filter, void *range)
{
	struct file_range *r = range;
	const struct parallel_filter *all = r->file->context;
	struct utf8check_config config = all->config;
	struct range_filter *own = range_filter;

	own->is_binary = false;
	own->made = 0;
	file_range_configure(r, &config);
	utf8check_stream_close(own->stream);
	own->stream = NULL;
	own->err = filter_open_stream(all->f, &config, &own->stream) ?: push_range(all, own, r);
	return 0;
}

/* --- in the caller's */

static bool may_reject(const struct filter *f)
{
	return f->config.action == UTF8CHECK_ACTION_REJECT ||
	       f->config.action == UTF8CHECK_ACTION_SHORTEST;
}

/* Write what was made of a range, and filter what is left of it.  Return: as filter_push(). */
static int write_range(const struct parallel_filter *all, struct range_filter *own,
		       struct file_range *r)
{
	struct filter *f = all->f;

	for (;;) {
		if (output_write(&f->out, own->out, own->made))
			return filter_end(f, CLI_TROUBLE);
		if (own->err != -ENOSPC)
			break;
		own->err = push_range(all, own, r);
	}
	if (own->is_binary)
		f->left = LEFT_BINARY;
	if (own->is_binary || own->err == -EILSEQ)
		return filter_end(f, CLI_INVALID);
	return own->err ? filter_end(f, cli_trouble(own->err, f->in.name)) : filter_push(f, NULL, 0);
}

/* Count what the stream has done, which comes to its end where another begins. */
static int add_range_report(struct filter *f)
{
	struct utf8check_report r;
	int err = utf8check_stream_report(f->s.stream, &r);

	if (err)
		return filter_end(f, cli_trouble(err, f->in.name));
	place_add_report(&f->s.before, &r, &f->s.start);
	f->s.start = place_reached(&r, &f->s.start);
	return 0;
}

static int join_range_filter(void *range_filter, void *range, int status)
{
	struct file_range *r = range;
	struct parallel_filter *all = r->file->context;
	struct range_filter *own = range_filter;
	struct filter *f = all->f;
	/* The last stream of the file stays. */
	int err = r->start ? add_range_report(f) : 0;

	utf8check_stream_close(f->s.stream);
	f->s.stream = own->stream;
	if (!err)
		err = write_range(all, own, r);
	own->stream = NULL;
	return file_range_joined(r, err);
}

static int filter_ranges(struct filter *f, struct file_ranges *p)
{
	const size_t room = GROWTH * (p->length / p->count) + ROOM_MIN;
	static const struct work_ops ops = {
		.run = filter_range,
		.join = join_range_filter,
		.close = close_range_filter,
	};
	struct parallel_filter all = { .f = f, .config = f->config, .room = room };
	int err;

	/* Only a rejection is reported with line and column. */
	if (may_reject(f))
		all.config.flags |= UTF8CHECK_FLAG_POSITION;
	p->context = &all;
	p->size = sizeof(struct range_filter) + room;
	err = file_ranges_run(p, f->o->threads, &ops);
	return err && err != -ECANCELED ? cli_trouble(err, f->in.name) : f->s.status;
}

int filter_text(struct filter *f)
{
	struct file_ranges p;
	int status;

	if (!f->ordered && f->o->threads > 1 && filter_may_share(f->o, f->charset) &&
	    file_ranges_plan(&p, &f->in, cli_engine, &f->config))
		status = filter_ranges(f, &p);
	else
		status = filter_push_all(f);
	if (f->s.target && status != CLI_TROUBLE &&
	    conversion_push(f->s.target, NULL, 0) == -ECANCELED)
		status = CLI_TROUBLE;
	return status;
}
