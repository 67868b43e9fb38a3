// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file by several threads: a thread reads a piece, finds where the text can
 * be cut in it, and works on it from there; the parts are joined in order.
 */
#include <errno.h>
#include <stdlib.h>
#include "parallel/file_parts.h"
#include "parallel/thread_pool.h"

/**
 * struct shared - a file that threads share
 *
 * @f: how.
 * @next: the next piece to read.
 * @slots: how many parts there are.
 * @parts: one for each slot.
 */
struct shared {
	struct file_parts *f;
	u64 next;
	unsigned int slots;
	struct file_part *parts;
};

static bool fill(void *context, unsigned int slot)
{
	struct shared *all = context;

	if (all->next * all->f->p->size >= all->f->p->length)
		return false;
	all->parts[slot].i = all->next++;
	return true;
}

static void work(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct file_part *t = &all->parts[slot];
	const struct pieces *p = all->f->p;

	t->got = pieces_read(p, t->i, t->buf, &t->read_err);
	t->cut = t->i ? pieces_cut(p, t->buf, t->got) : 0;
	if (t->cut < t->got || !t->i)
		all->f->begin(all->f->context, t);
}

static bool join(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct file_parts *f = all->f;
	struct file_part *t = &all->parts[slot];
	bool more = f->join(f->context, t);

	f->end = t->i * f->p->size + t->got;
	/* A file that was cut off meanwhile ends here. */
	f->ended = t->got < f->p->size;
	return more && !f->ended;
}

static bool make_parts(struct shared *all)
{
	unsigned int i;

	all->parts = calloc(all->slots, sizeof(*all->parts));
	for (i = 0; all->parts && i < all->slots; i++) {
		all->parts[i].buf = malloc(all->f->p->size);
		all->parts[i].own = all->f->open(all->f->context);
		if (!all->parts[i].buf || !all->parts[i].own)
			return false;
	}
	return all->parts;
}

static void free_parts(struct shared *all)
{
	unsigned int i;

	for (i = 0; all->parts && i < all->slots; i++) {
		free(all->parts[i].buf);
		all->f->close(all->parts[i].own);
	}
	free(all->parts);
}

int file_parts_run(struct file_parts *f)
{
	unsigned int threads = pieces_threads(f->p, f->threads);
	/* One under way and one ready for each thread, and one joined. */
	struct shared all = { .f = f, .slots = 2 * threads + 1 };
	const struct work w = {
		.threads = threads,
		.slots = all.slots,
		.fill = fill,
		.work = work,
		.join = join,
		.context = &all,
	};
	bool ran = make_parts(&all) && !workers_run(&w);

	free_parts(&all);
	if (ran)
		input_seek(f->p->in, f->p->start + (off_t)f->end);
	return ran ? 0 : -EAGAIN;
}
