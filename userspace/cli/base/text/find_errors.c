// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; of a big file by several
 * threads, where that is worth it.
 *
 * A thread judges a chunk of the file as if the text began there
 * (base/thread/chunk_threads.h).  The errors it finds wait until all that is before is
 * known.  Then the chunks are joined to the text, in order:
 * 1. The bytes before the chunk's cut are pushed to the stream of the chunk before.
 *    That stream ends; it says at which line and column this chunk begins.
 * 2. The errors of this chunk are reported.
 * 3. The stream of this chunk waits for the first bytes of the next chunk.
 *
 * A thread stops where its list of errors is full.  The rest of the chunk is judged
 * when its turn comes: so memory is bounded.
 *
 * The file may have grown since it was opened: the rest is read by one thread.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/error_stream.h"
#include "base/thread/chunk_threads.h"

/* Errors of a chunk that wait, at most; a file with more is hardly UTF-8. */
#define WAITING_MAX 1024

/**
 * struct chunk_errors - what is made of a chunk
 *
 * @search: what is asked of it.
 * @stream: the text from its cut on.
 * @at: how far the stream has come in the chunk's bytes.
 * @err: what judging came to; ERROR_STOP when the list is full.
 * @waiting: errors found, and those that come after the last one wanted.
 * @count: how many of them there are.
 */
struct chunk_errors {
	struct error_search search;
	struct error_stream stream;
	size_t at;
	int err;
	struct utf8check_error waiting[WAITING_MAX + ERROR_BATCH];
	size_t count;
};

/**
 * struct parallel_search - a file that threads share
 *
 * @asked: what is asked of each chunk.
 * @search: what is asked of it all, and its answer.
 * @chunks: its chunks.
 * @start: where the chunk begins that is next in the text.
 */
struct parallel_search {
	const struct error_search asked;
	struct error_search *search;
	struct chunk_threads chunks;
	struct place start;
};

/* --- in a worker thread */

static bool keep_error(void *context, const struct utf8check_error *e)
{
	struct chunk_errors *own = context;
	u64 most = own->search.most;

	if (own->count < ARRAY_SIZE(own->waiting) && own->count < most)
		own->waiting[own->count++] = *e;
	return own->count < WAITING_MAX || most <= WAITING_MAX;
}

static int push_rest(struct chunk_errors *own, const struct file_chunk *t)
{
	size_t n = t->got - own->at;
	int err = error_stream_push(&own->stream, t->buf + own->at, &n);

	own->at += n;
	return err;
}

static void begin_chunk_errors(void *context, struct file_chunk *t)
{
	const struct parallel_search *all = context;
	struct utf8check_config config = all->asked.config;
	struct chunk_errors *own = t->own;

	own->search = all->asked;
	own->search.found = keep_error;
	own->search.context = own;
	own->count = 0;
	own->at = t->cut;
	if (t->i)
		file_chunks_configure(all->chunks.p, &config);
	own->err = error_stream_open(&own->stream, &own->search, &config,
				     t->i * all->chunks.p->size + t->cut);
	if (!own->err)
		own->err = push_rest(own, t);
}

/* --- in the caller's */

/* The chunk whose text continues; its errors are reported as they are found. */
static struct chunk_errors *last_of(const struct parallel_search *all)
{
	return all->chunks.last;
}

static int push_to_last(void *context, const u8 *p, size_t n)
{
	return error_stream_push(&last_of(context)->stream, p, &n);
}

static void add_chunk_counts(struct error_search *all, const struct error_search *chunk)
{
	all->bytes = chunk->bytes;
	all->code_points += chunk->code_points;
	all->errors += chunk->errors;
}

static int end_last_errors(void *context)
{
	struct parallel_search *all = context;
	struct chunk_errors *last = last_of(all);
	int err = error_stream_finish(&last->stream);

	if (err)
		return err;
	err = error_stream_close(&last->stream, &all->start);
	add_chunk_counts(all->search, &last->search);
	return err;
}

/* Report the errors that wait. */
static void report_waiting(const struct parallel_search *all, struct chunk_errors *own)
{
	const struct error_search *search = all->search;
	/* The offsets are those in the file already. */
	const struct place lines = { 0, all->start.line, all->start.column };
	size_t i;

	own->stream.stopped = false;
	for (i = 0; i < own->count && !own->stream.stopped; i++) {
		place_error(&own->waiting[i], &lines);
		own->stream.stopped = !search->found(search->context,
						     &own->waiting[i]);
	}
}

/* From now on errors of the chunk are reported at once. */
static int follow_errors(void *context, const struct file_chunk *t)
{
	struct parallel_search *all = context;
	struct chunk_errors *own = last_of(all);

	report_waiting(all, own);
	if (own->err < 0)
		return own->err;
	if (own->stream.stopped)
		return ERROR_STOP;
	own->stream.base.line = all->start.line;
	own->stream.base.column = all->start.column;
	own->search.found = all->search->found;
	own->search.context = all->search->context;
	return push_rest(own, t);
}

/* What comes after the chunks; the file may have grown. */
static int find_the_last(struct parallel_search *all, u8 *work)
{
	const struct chunk_threads *f = &all->chunks;
	struct error_stream *s = &last_of(all)->stream;
	int err = f->err < 0 ? f->err : f->read_err, end_err;

	if (!err && !f->err)
		err = f->ended ? error_stream_finish(s) :
				 error_stream_rest(s, f->p->in, work);
	end_err = error_stream_close(s, NULL);
	add_chunk_counts(all->search, &last_of(all)->search);
	return err < 0 ? err : end_err;
}

static void close_chunk_errors(void *own)
{
	utf8check_stream_close(((struct chunk_errors *)own)->stream.stream);
}

/* Return: as find_errors(); -EAGAIN when there are no threads or no memory for them. */
static int find_errors_parallel(struct error_search *search, struct file_chunks *p, u8 *work)
{
	struct parallel_search all = {
		.asked = *search,
		.search = search,
		.chunks = {
			.p = p,
			.threads = search->threads,
			.size = sizeof(struct chunk_errors),
			.context = &all,
			.close = close_chunk_errors,
			.begin = begin_chunk_errors,
			.push = push_to_last,
			.end = end_last_errors,
			.follow = follow_errors,
		},
		.start = { .line = 1, .column = 1 },
	};
	int err = chunk_threads_run(&all.chunks);

	if (!err)
		err = find_the_last(&all, work);
	chunk_threads_close(&all.chunks);
	return err;
}

int find_errors(struct error_search *search, struct input *in, u8 *work)
{
	struct error_stream s;
	struct file_chunks p;
	int err, end_err;

	if (search->threads > 1 && !search->read &&
	    file_chunks_plan(&p, in, search->engine, &search->config)) {
		err = find_errors_parallel(search, &p, work);
		if (err != -EAGAIN)
			return err;
	}
	err = error_stream_open(&s, search, &search->config, 0);
	if (!err)
		err = error_stream_rest(&s, in, work);
	end_err = error_stream_close(&s, NULL);
	return err < 0 ? err : end_err;
}
