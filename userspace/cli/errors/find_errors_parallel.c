// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a big file, by several threads.
 *
 * A thread judges a chunk of the file as if the text began there
 * (parallel/chunk_threads.h).  The errors it finds wait until all that is before is
 * known.  Then, in order, each chunk is joined to the text:
 * the bytes before its cut end the stream of the chunk before, which then says at
 * which line and column this one begins; its errors are told; and its stream
 * becomes the one that the next chunk ends.
 *
 * In a chunk full of errors a thread stops when its list is full, and what is
 * left of the chunk is judged when its turn comes: so memory is bounded.
 *
 * After the last byte that the file had when it was opened there may be more:
 * that is read as ever.
 */
#include <stdlib.h>
#include <string.h>
#include "errors/find_errors_parallel.h"
#include "parallel/chunk_threads.h"

/* Errors of a chunk that wait; more than that are a file of another kind. */
#define WAITING_MAX 1024

/**
 * struct chunk_errors - what is made of a chunk
 *
 * @most: how many errors matter.
 * @search: what is asked of it.
 * @stream: the text from its cut on.
 * @at: how far the stream has come in the chunk's bytes.
 * @err: what judging came to.
 * @waiting: errors found, and those that come after the last one wanted.
 * @count: how many of them there are.
 */
struct chunk_errors {
	u64 most;
	struct error_search search;
	struct error_stream stream;
	size_t at;
	int err;
	struct utf8check_error waiting[WAITING_MAX + ERROR_BATCH];
	size_t count;
};

/**
 * struct shared - a file that threads share
 *
 * @asked: what is asked of each chunk.
 * @search: what is asked of it all, and its answer.
 * @p: its chunks.
 * @last: the chunk joined last, whose stream the next ends.
 * @err: what it came to.
 */
struct shared {
	const struct error_search asked;
	struct error_search *search;
	struct file_chunks *p;
	struct chunk_errors *last;
	int err;
};

/* --- in a thread of its own */

static bool keep(void *context, const struct utf8check_error *e)
{
	struct chunk_errors *own = context;

	if (own->count < U8C_ARRAY_SIZE(own->waiting) && own->count < own->most)
		own->waiting[own->count++] = *e;
	return own->count < WAITING_MAX || own->most <= WAITING_MAX;
}

static int push_rest(struct chunk_errors *own, const struct file_chunk *t)
{
	size_t n = t->got - own->at;
	int err = error_stream_push(&own->stream, t->buf + own->at, &n);

	own->at += n;
	return err;
}

static void begin(void *context, struct file_chunk *t)
{
	const struct shared *all = context;
	struct utf8check_config config = all->asked.config;
	struct chunk_errors *own = t->own;

	own->most = all->asked.most;
	own->search = all->asked;
	own->search.found = keep;
	own->search.context = own;
	own->count = 0;
	own->at = t->cut;
	if (t->i)
		file_chunks_configure(all->p, &config);
	own->err = error_stream_open(&own->stream, &own->search, &config,
				     t->i * all->p->size + t->cut);
	if (!own->err)
		own->err = push_rest(own, t);
}

/* --- in the caller's */

/* Errors that were found are told as if they were found now. */
static void tell(const struct shared *all, struct chunk_errors *own,
		 const struct place *start)
{
	const struct error_search *search = all->search;
	/* The offsets are those in the file already. */
	const struct place lines = { 0, start->line, start->column };
	size_t i;

	own->stream.stopped = false;
	for (i = 0; i < own->count && !own->stream.stopped; i++) {
		place_error(&own->waiting[i], &lines);
		own->stream.stopped = !search->found(search->context,
						     &own->waiting[i]);
	}
}

/* The chunk is next in the text: from now on what it finds is told. */
static int take_over(struct shared *all, struct file_chunk *t,
		     const struct place *start)
{
	struct chunk_errors *own = t->own;

	t->own = all->last;
	all->last = own;
	tell(all, own, start);
	if (own->err || own->stream.stopped)
		return own->err;
	own->stream.base.line = start->line;
	own->stream.base.column = start->column;
	own->search.found = all->search->found;
	own->search.context = all->search->context;
	return push_rest(own, t);
}

static void add_up(struct error_search *all, const struct error_search *chunk)
{
	all->bytes = chunk->bytes;
	all->code_points += chunk->code_points;
	all->errors += chunk->errors;
}

/* The chunk before comes to its end, at @end; all before the cut belongs to it. */
static int end_last(struct shared *all, const struct file_chunk *t,
		    struct place *end)
{
	struct chunk_errors *last = all->last;
	size_t n = t->cut;
	int err = error_stream_push(&last->stream, t->buf, &n);

	if (err || last->stream.stopped || t->cut == t->got)
		return err;
	err = error_stream_finish(&last->stream);
	if (err || last->stream.stopped)
		return err;
	err = error_stream_close(&last->stream, end);
	add_up(all->search, &last->search);
	return err;
}

static int join_chunk(struct shared *all, struct file_chunk *t)
{
	struct place start = { .line = 1, .column = 1 };
	int err = 0;

	if (t->i) {
		err = end_last(all, t, &start);
		if (err || all->last->stream.stopped || t->cut == t->got)
			return err;
	}
	return take_over(all, t, &start);
}

static bool join(void *context, struct file_chunk *t)
{
	struct shared *all = context;

	all->err = join_chunk(all, t);
	if (!all->err)
		all->err = t->read_err;
	return !all->err && !all->last->stream.stopped;
}

/* What comes after the chunks; the file may have grown. */
static int find_the_last(struct shared *all, bool ended, u8 *work)
{
	struct error_stream *s = &all->last->stream;
	int err = all->err, end_err;

	if (!err && !s->stopped)
		err = ended ? error_stream_finish(s) :
			      find_errors_in_rest(s, all->p->in, work);
	end_err = error_stream_close(s, NULL);
	add_up(all->search, &all->last->search);
	return err ? err : end_err;
}

static void close_chunk(void *own)
{
	if (own)
		utf8check_stream_close(((struct chunk_errors *)own)->stream.stream);
	free(own);
}

static void *open_chunk(void *context)
{
	return calloc(1, sizeof(struct chunk_errors));
}

int find_errors_parallel(struct error_search *search, struct file_chunks *p, u8 *work)
{
	struct shared all = {
		.asked = *search,
		.search = search,
		.p = p,
		.last = open_chunk(NULL),
	};
	struct chunk_threads f = {
		.p = p,
		.threads = search->threads,
		.context = &all,
		.open = open_chunk,
		.close = close_chunk,
		.begin = begin,
		.join = join,
	};
	int err = -EAGAIN;

	if (all.last && !chunk_threads_run(&f))
		err = find_the_last(&all, f.ended, work);
	close_chunk(all.last);
	return err;
}
