// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file through streams, by several threads.
 *
 * A thread filters a chunk of the file as if the text began there
 * (parallel/chunk_threads.h).  Then, in order: the bytes before the cut go through the
 * stream of the chunk before, which comes to its end; what the thread has made is
 * written; and the chunk's stream is the one that the next chunk ends.  So as many
 * streams take turns as there are chunks, and one thread writes all, in order.
 *
 * The streams ahead have judged what nobody may want: where one rejects, what
 * comes after it is forgotten.
 *
 * A thread stops when the room for what it makes is full, and what is left of
 * the chunk is filtered when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <stdlib.h>
#include "filter/filter.h"
#include "parallel/chunk_threads.h"

/* ASCII in UTF-32, or all of it escaped. */
#define GROWTH 4

/* Where one piece of output is longer than a chunk of input, in tests. */
#define ROOM_MIN 256

/**
 * struct chunk_output - what is made of a chunk
 *
 * @stream: the stream, from the cut on.
 * @at: how far it has come in the chunk's bytes.
 * @out: what it made.
 * @made: how much.
 * @err: what its last call returned.
 */
struct chunk_output {
	struct utf8check_stream *stream;
	size_t at;
	size_t made;
	int err;
	u8 out[];
};

/**
 * struct shared - a file that threads share
 *
 * @f: the file, and the stream that the next chunk ends.
 * @p: its chunks.
 * @config: of the first stream.
 * @room: bytes of room for what a stream makes.
 * @end: how many bytes of the text were joined.
 * @status: exit code so far.
 */
struct shared {
	struct filter *f;
	struct file_chunks *p;
	struct utf8check_config config;
	size_t room;
	u64 end;
	int status;
};

/* --- in a thread of its own */

static void begin(void *context, struct file_chunk *t)
{
	const struct shared *all = context;
	struct utf8check_config config = all->config;
	struct chunk_output *own = t->own;
	size_t n = t->got - t->cut;

	own->at = t->cut;
	own->made = 0;
	if (t->i)
		file_chunks_configure(all->p, &config);
	own->err = utf8check_stream_open(cli_engine, &config, 0,
					 &own->stream);
	if (own->err)
		return;
	own->made = all->room;
	own->err = utf8check_stream_push(own->stream, t->buf + own->at, &n,
					 own->out, &own->made);
	own->at += n;
}

/* --- in the caller's */

static bool may_reject(const struct filter *f)
{
	return f->config.action == UTF8CHECK_REJECT ||
	       f->config.action == UTF8CHECK_SHORTEST;
}

/* The stream has come to where another begins. */
static int end_stream(struct filter *f)
{
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

static int follow(struct shared *all, const struct file_chunk *t)
{
	struct filter *f = all->f;
	struct chunk_output *own = t->own;

	utf8check_stream_close(f->stream);
	f->stream = own->stream;
	own->stream = NULL;
	f->start.offset = all->end;
	if (output_write(&f->out, own->out, own->made))
		return CLI_TROUBLE;
	all->end += t->got - t->cut;
	if (own->err == -EILSEQ)
		return CLI_INVALID;
	if (own->err && own->err != -ENOSPC)
		return cli_trouble(own->err, f->in.name);
	return own->at < t->got ?
	       filter_push(f, t->buf + own->at, t->got - own->at) : CLI_WELL;
}

static int join_chunk(struct shared *all, const struct file_chunk *t)
{
	int status = CLI_WELL;

	if (!t->i)
		return follow(all, t);
	if (t->cut)
		status = filter_push(all->f, t->buf, t->cut);
	all->end += t->cut;
	if (status || t->cut == t->got)
		return status;
	status = end_stream(all->f);
	return status ? status : follow(all, t);
}

static bool join(void *context, struct file_chunk *t)
{
	struct shared *all = context;

	all->status = join_chunk(all, t);
	if (!all->status && t->read_err)
		all->status = cli_trouble(t->read_err, all->f->in.name);
	return !all->status;
}

static void close_chunk(void *own)
{
	if (own)
		utf8check_stream_close(((struct chunk_output *)own)->stream);
	free(own);
}

static void *open_chunk(void *context)
{
	const struct shared *all = context;
	struct chunk_output *own = malloc(sizeof(*own) + all->room);

	if (own)
		own->stream = NULL;
	return own;
}

int filter_chunks(struct filter *f, struct file_chunks *p)
{
	struct shared all = {
		.f = f,
		.p = p,
		.config = f->config,
		.room = GROWTH * p->size + ROOM_MIN,
	};
	struct chunk_threads chunks = {
		.p = p,
		.threads = f->threads,
		.context = &all,
		.open = open_chunk,
		.close = close_chunk,
		.begin = begin,
		.join = join,
	};

	/* Who rejects says at which line and column. */
	if (!may_reject(f))
		all.config.flags &= ~UTF8CHECK_POSITION;
	if (chunk_threads_run(&chunks))
		return -EAGAIN;
	if (all.status)
		return all.status;
	/* The file may have grown. */
	return chunks.ended ? filter_push(f, NULL, 0) : filter_rest(f);
}
