// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file by several threads: a thread reads a chunk, finds where the text can
 * be cut in it, and works on it from there; the chunks are joined in order.
 */
#include <errno.h>
#include <stdlib.h>
#include "parallel/chunk_threads.h"
#include "parallel/thread_pool.h"

/**
 * struct shared - a file that threads share
 *
 * @f: how.
 * @next: the next chunk to read.
 * @slots: how many chunks there are.
 * @chunks: one for each slot.
 */
struct shared {
	struct chunk_threads *f;
	u64 next;
	unsigned int slots;
	struct file_chunk *chunks;
};

static bool fill(void *context, unsigned int slot)
{
	struct shared *all = context;

	if (all->next * all->f->p->size >= all->f->p->length)
		return false;
	all->chunks[slot].i = all->next++;
	return true;
}

static void work(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct file_chunk *t = &all->chunks[slot];
	const struct file_chunks *p = all->f->p;

	t->got = file_chunks_read(p, t->i, t->buf, &t->read_err);
	t->cut = t->i ? file_chunks_cut(p, t->buf, t->got) : 0;
	if (t->cut < t->got || !t->i)
		all->f->begin(all->f->context, t);
}

static bool join(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct chunk_threads *f = all->f;
	struct file_chunk *t = &all->chunks[slot];
	bool more = f->join(f->context, t);

	f->end = t->i * f->p->size + t->got;
	/* A file that was cut off meanwhile ends here. */
	f->ended = t->got < f->p->size;
	return more && !f->ended;
}

static bool make_chunk(struct shared *all)
{
	unsigned int i;

	all->chunks = calloc(all->slots, sizeof(*all->chunks));
	for (i = 0; all->chunks && i < all->slots; i++) {
		all->chunks[i].buf = malloc(all->f->p->size);
		all->chunks[i].own = all->f->open(all->f->context);
		if (!all->chunks[i].buf || !all->chunks[i].own)
			return false;
	}
	return all->chunks;
}

static void free_chunk(struct shared *all)
{
	unsigned int i;

	for (i = 0; all->chunks && i < all->slots; i++) {
		free(all->chunks[i].buf);
		all->f->close(all->chunks[i].own);
	}
	free(all->chunks);
}

int chunk_threads_run(struct chunk_threads *f)
{
	unsigned int threads = file_chunks_threads(f->p, f->threads);
	/* One under way and one ready for each thread, and one joined. */
	struct shared all = { .f = f, .slots = 2 * threads + 1 };
	const struct thread_pool w = {
		.threads = threads,
		.slots = all.slots,
		.fill = fill,
		.work = work,
		.join = join,
		.context = &all,
	};
	bool ran = make_chunk(&all) && !thread_pool_run(&w);

	free_chunk(&all);
	if (ran)
		input_seek(f->p->in, f->p->start + (off_t)f->end);
	return ran ? 0 : -EAGAIN;
}
