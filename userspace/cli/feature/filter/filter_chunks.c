// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text of a file through its stream; of a big file through several, by as many
 * threads.
 *
 * A thread filters a chunk of the file as if the text began there
 * (base/thread/chunk_threads.h).  Then, in order: the bytes before the cut go through the
 * stream of the chunk before, which comes to its end; what the thread has made is
 * written; and the chunk's stream is the one that the next chunk ends.  So as many
 * streams take turns as there are chunks, and one thread writes all, in order.
 *
 * The streams run ahead: where one rejects, the work of those after it is discarded.
 *
 * A thread stops when the room for what it makes is full, and what is left of
 * the chunk is filtered when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <stdlib.h>
#include "feature/filter/filter.h"
#include "feature/filter/left_alone.h"
#include "base/thread/chunk_threads.h"
#include "base/say/message.h"
#include "base/option/engine.h"

/* How many times as long output is, at most: ASCII in UTF-32, or all bytes escaped. */
#define GROWTH 4

/* Room for one piece of output, which in tests is longer than a chunk. */
#define ROOM_MIN 256

/**
 * struct chunk_output - what is made of a chunk
 *
 * @stream: the stream, from the cut on.
 * @at: how far it has come in the chunk's bytes.
 * @made: how much it made, which is after the chunk's bytes.
 * @err: what its last call returned.
 */
struct chunk_output {
	struct utf8check_stream *stream;
	size_t at;
	size_t made;
	int err;
};

/**
 * struct parallel_filter - a file that threads share
 *
 * @f: the file, and the stream that the next chunk ends.
 * @config: of the first stream.
 * @chunks: the chunks.
 */
struct parallel_filter {
	struct filter *f;
	struct utf8check_config config;
	struct chunk_threads chunks;
};

/* --- in a worker thread */

static void begin_chunk_stream(void *context, struct file_chunk *t)
{
	const struct parallel_filter *all = context;
	struct utf8check_config config = all->config;
	struct chunk_output *own = t->own;
	size_t n = t->got - t->cut;

	own->at = t->cut;
	own->made = 0;
	if (t->i)
		file_chunks_configure(all->chunks.p, &config);
	own->err = filter_open_stream(all->f, &config, &own->stream);
	if (own->err)
		return;
	own->made = all->chunks.room;
	own->err = utf8check_stream_push(own->stream, t->buf + own->at, &n,
					 t->buf + all->chunks.p->size, &own->made);
	own->at += n;
}

/* --- in the caller's */

static bool may_reject(const struct filter *f)
{
	return f->config.action == UTF8CHECK_ACTION_REJECT ||
	       f->config.action == UTF8CHECK_ACTION_SHORTEST;
}

static int push_to_chunk(void *context, const u8 *p, size_t n)
{
	struct filter *f = ((struct parallel_filter *)context)->f;

	return left_alone_by(f, p, n) ? CLI_INVALID : filter_push(f, p, n);
}

/* The stream has come to where another begins. */
static int end_chunk_stream(void *context)
{
	struct filter *f = ((struct parallel_filter *)context)->f;
	struct utf8check_report r;
	int status = filter_push(f, NULL, 0), err;

	if (status)
		return status;
	err = utf8check_stream_report(f->stream, &r);
	if (err)
		return cli_trouble(err, f->in.name);
	place_add_report(&f->before, &r, &f->start);
	f->start = place_reached(&r, &f->start);
	return CLI_WELL;
}

static int follow_chunk_stream(void *context, const struct file_chunk *t)
{
	const struct parallel_filter *all = context;
	struct filter *f = all->f;
	struct chunk_output *own = all->chunks.last;

	utf8check_stream_close(f->stream);
	f->stream = own->stream;
	own->stream = NULL;
	if (left_alone_by(f, t->buf + t->cut, t->got - t->cut))
		return CLI_INVALID;
	f->start.offset = t->i * all->chunks.p->size + t->cut;
	if (output_write(&f->out, t->buf + all->chunks.p->size, own->made))
		return CLI_TROUBLE;
	if (own->err == -EILSEQ)
		return CLI_INVALID;
	if (own->err && own->err != -ENOSPC)
		return cli_trouble(own->err, f->in.name);
	return own->at < t->got ?
	       filter_push(f, t->buf + own->at, t->got - own->at) : CLI_WELL;
}

static void close_chunk_stream(void *own)
{
	utf8check_stream_close(((struct chunk_output *)own)->stream);
}

/* What comes after the chunks; the file may have grown. */
static int filter_the_last(struct filter *f, const struct chunk_threads *chunks)
{
	if (chunks->err)
		return chunks->err;
	if (chunks->read_err)
		return cli_trouble(chunks->read_err, f->in.name);
	return chunks->ended ? filter_push(f, NULL, 0) : filter_rest(f);
}

/*
 * Return: an exit code; -EAGAIN when there are no threads or no memory for them: then
 * nothing was read or written.
 */
static int filter_chunks(struct filter *f, struct file_chunks *p)
{
	struct parallel_filter all = {
		.f = f,
		.config = f->config,
		.chunks = {
			.p = p,
			.threads = f->threads,
			.size = sizeof(struct chunk_output),
			.room = GROWTH * p->size + ROOM_MIN,
			.context = &all,
			.close = close_chunk_stream,
			.begin = begin_chunk_stream,
			.push = push_to_chunk,
			.end = end_chunk_stream,
			.follow = follow_chunk_stream,
		},
	};
	int status;

	/* Only a rejection is reported with line and column. */
	if (!may_reject(f))
		all.config.flags &= ~UTF8CHECK_FLAG_POSITION;
	status = chunk_threads_run(&all.chunks);
	if (!status)
		status = filter_the_last(f, &all.chunks);
	chunk_threads_close(&all.chunks);
	return status;
}

static int filter_all(struct filter *f)
{
	struct file_chunks p;
	int status = -EAGAIN;

	if (f->threads > 1 && !filter_is_undivided(f) &&
	    file_chunks_plan(&p, &f->in, cli_engine, &f->config))
		status = filter_chunks(f, &p);
	return status == -EAGAIN ? filter_rest(f) : status;
}

int filter_text(struct filter *f)
{
	int status = filter_all(f);

	if (f->encoder && status != CLI_TROUBLE &&
	    encoder_finish(f->encoder) == CLI_TROUBLE)
		status = CLI_TROUBLE;
	return status;
}
