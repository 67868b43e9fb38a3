// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the text of a file consists of.
 *
 * A big file is counted by several threads: each chunk from its cut on as if the text
 * began there (parallel/chunk_threads.h).  Then, in order: the bytes before the cut
 * are counted with the chunk before, which is then joined to the counts of all that is
 * before it.
 */
#include <errno.h>
#include <stdlib.h>
#include "detect/file_stats.h"
#include "parallel/chunk_threads.h"

#define PIECE 65536

/**
 * struct shared - a file that threads share
 *
 * @s: the counts of all chunks but the last.
 * @last: the counts of the chunk joined last, which the next chunk ends.
 * @err: what it came to.
 */
struct shared {
	struct file_stats *s;
	struct text_stats *last;
	int err;
};

static u8 piece[PIECE];

/* The piece holds the next @got bytes; @got is as input_fill() returns it. */
static int read_rest(struct text_stats *t, struct input *in, ssize_t got)
{
	while (got > 0) {
		text_stats_push(t, piece, got);
		got = input_fill(in, piece, PIECE);
	}
	return got;
}

/* --- in a thread of its own */

static void begin(void *context, struct file_chunk *t)
{
	text_stats_start(t->own);
	text_stats_push(t->own, t->buf + t->cut, t->got - t->cut);
}

/* --- in the caller's */

static void end_last(struct shared *all)
{
	text_stats_cut(all->last);
	text_stats_join(&all->s->counts, all->last);
}

static bool join(void *context, struct file_chunk *t)
{
	struct shared *all = context;
	struct text_stats *own = t->own;

	all->err = t->read_err;
	if (!t->i) {
		all->s->signature = u8c_signature_of(t->buf, t->got);
	} else {
		text_stats_push(all->last, t->buf, t->cut);
		if (t->cut == t->got)
			return !all->err;
		end_last(all);
	}
	t->own = all->last;
	all->last = own;
	return !all->err;
}

static void *open_counts(void *context)
{
	return calloc(1, sizeof(struct text_stats));
}

/* Return: 0 or a negative errno; -EAGAIN when nothing was read. */
static int read_by_threads(struct file_stats *s, struct file_chunks *p)
{
	struct shared all = { .s = s, .last = open_counts(NULL) };
	struct chunk_threads f = {
		.p = p,
		.threads = s->threads,
		.context = &all,
		.open = open_counts,
		.close = free,
		.begin = begin,
		.join = join,
	};
	int err = -EAGAIN;

	if (all.last && !chunk_threads_run(&f))
		err = all.err;
	if (!err && !f.ended)
		err = read_rest(all.last, p->in, input_fill(p->in, piece, PIECE));
	if (!err)
		end_last(&all);
	free(all.last);
	return err;
}

static int read_alone(struct file_stats *s, struct input *in)
{
	ssize_t got = input_fill(in, piece, PIECE);

	if (got >= 0)
		s->signature = u8c_signature_of(piece, got);
	return read_rest(&s->counts, in, got);
}

int file_stats_read(struct file_stats *s, struct input *in)
{
	const struct utf8check_config utf8 = { .size = sizeof(utf8) };
	struct file_chunks p;
	int err = -EAGAIN;

	text_stats_start(&s->counts);
	if (s->threads > 1 && file_chunks_plan(&p, in, NULL, &utf8)) {
		p.rule.allows = text_stats_may_cut;
		err = read_by_threads(s, &p);
	}
	if (err == -EAGAIN)
		err = read_alone(s, in);
	if (!err)
		text_stats_end(&s->counts);
	return err;
}
