// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file by several threads: a thread reads a chunk, finds where the text can
 * be cut in it, and works on it from there; the chunks are joined in order.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/thread/chunk_threads.h"
#include "base/thread/thread_pool.h"

static void close_own(const struct chunk_threads *f, void *own)
{
	if (own && f->close)
		f->close(own);
	free(own);
}

static int open_chunk(void *context, void *slot)
{
	const struct chunk_threads *f = context;
	struct file_chunk *t = slot;

	t->buf = malloc(f->p->size + f->room);
	t->own = calloc(1, f->size);
	return t->buf && t->own ? 0 : -ENOMEM;
}

static void close_chunk(void *context, void *slot)
{
	struct file_chunk *t = slot;

	close_own(context, t->own);
	free(t->buf);
}

static bool assign_chunk(void *context, void *slot)
{
	struct chunk_threads *f = context;

	if (f->next * f->p->size >= f->p->length)
		return false;
	((struct file_chunk *)slot)->i = f->next++;
	return true;
}

static void begin_chunk(void *context, void *slot)
{
	struct chunk_threads *f = context;
	struct file_chunk *t = slot;

	t->got = file_chunks_read(f->p, t->i, t->buf, &t->read_err);
	t->cut = t->i ? file_chunks_cut(f->p, t->buf, t->got) : 0;
	if (t->cut < t->got || !t->i)
		f->begin(f->context, t);
}

static int join_chunk(struct chunk_threads *f, struct file_chunk *t)
{
	int err = t->cut ? f->push(f->context, t->buf, t->cut) : 0;
	void *before = f->last;

	if (err || (t->i && t->cut == t->got))
		return err;
	if (t->i)
		err = f->end(f->context);
	if (err)
		return err;
	f->last = t->own;
	t->own = before;
	return f->follow(f->context, t);
}

static bool join_next_chunk(void *context, void *slot)
{
	struct chunk_threads *f = context;
	struct file_chunk *t = slot;

	f->err = join_chunk(f, t);
	f->read_err = t->read_err;
	f->end_offset = t->i * f->p->size + t->got;
	/* A file that was truncated ends here. */
	f->ended = t->got < f->p->size;
	return !f->err && !f->read_err && !f->ended;
}

int chunk_threads_run(struct chunk_threads *f)
{
	const struct thread_pool w = {
		.threads = file_chunks_threads(f->p, f->threads),
		/* One under way and one ready for each thread, and one joined. */
		.slots = 2 * file_chunks_threads(f->p, f->threads) + 1,
		.size = sizeof(struct file_chunk),
		.open = open_chunk,
		.close = close_chunk,
		.fill = assign_chunk,
		.work = begin_chunk,
		.join = join_next_chunk,
		.context = f,
	};

	f->last = calloc(1, f->size);
	if (!f->last || thread_pool_run(&w))
		return -EAGAIN;
	input_seek(f->p->in, f->p->start + (off_t)f->end_offset);
	return 0;
}

void chunk_threads_close(struct chunk_threads *f)
{
	close_own(f, f->last);
}
