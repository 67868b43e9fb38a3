// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the text of a file consists of.
 *
 * A big file is counted by several threads: each chunk from its cut on as if the text
 * began there (base/thread/chunk_threads.h).  Then, in order: the bytes before the cut
 * are counted with the chunk before, which is then joined to the counts of all that is
 * before it.
 */
#include <errno.h>
#include <stdlib.h>
#include "feature/stats/file_stats.h"
#include "base/thread/chunk_threads.h"

#define STATS_READ 65536

/**
 * struct parallel_stats - a file that threads share
 *
 * @s: the counts of all chunks but the last.
 * @chunks: the chunks.
 */
struct parallel_stats {
	struct file_stats *s;
	struct chunk_threads chunks;
};

static u8 piece[STATS_READ];

/* The piece holds the next @got bytes; @got is as input_fill() returns it. */
static int read_rest(struct text_stats *t, struct input *in, ssize_t got)
{
	while (got > 0) {
		text_stats_push(t, piece, got);
		got = input_fill(in, piece, STATS_READ);
	}
	return got;
}

/* --- in a thread of its own */

static void begin_chunk_stats(void *context, struct file_chunk *t)
{
	text_stats_start(t->own);
	text_stats_push(t->own, t->buf + t->cut, t->got - t->cut);
}

/* --- in the caller's */

static int push_to_chunk_stats(void *context, const u8 *p, size_t n)
{
	text_stats_push(((struct parallel_stats *)context)->chunks.last, p, n);
	return 0;
}

static int end_chunk_stats(void *context)
{
	struct parallel_stats *all = context;

	text_stats_cut(all->chunks.last);
	text_stats_join(&all->s->counts, all->chunks.last);
	return 0;
}

static int follow_chunk_stats(void *context, const struct file_chunk *t)
{
	if (!t->i)
		text_stats_find_signature(&((struct parallel_stats *)context)->s->counts, t->buf, t->got);
	return 0;
}

/* Return: 0 or a negative errno; -EAGAIN when nothing was read. */
static int read_by_threads(struct file_stats *s, struct file_chunks *p)
{
	struct parallel_stats all = {
		.s = s,
		.chunks = {
			.p = p,
			.threads = s->threads,
			.size = sizeof(struct text_stats),
			.context = &all,
			.begin = begin_chunk_stats,
			.push = push_to_chunk_stats,
			.end = end_chunk_stats,
			.follow = follow_chunk_stats,
		},
	};
	int err = chunk_threads_run(&all.chunks);

	if (!err)
		err = all.chunks.read_err;
	if (!err && !all.chunks.ended)
		err = read_rest(all.chunks.last, p->in, input_fill(p->in, piece, STATS_READ));
	if (!err)
		end_chunk_stats(&all);
	chunk_threads_close(&all.chunks);
	return err;
}

static int read_alone(struct file_stats *s, struct input *in)
{
	ssize_t got = input_fill(in, piece, STATS_READ);

	if (got >= 0)
		text_stats_find_signature(&s->counts, piece, got);
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
