// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a big file, by several threads.
 *
 * A thread reads a piece, and judges it from where the text can be cut on
 * (file_chunks.c) as if the text began there.  The errors it finds wait until all
 * that is before is known.  Then, in order, each piece is joined to the text:
 * the bytes before its cut end the stream of the piece before, which then says at
 * which line and column this one begins; its errors are told; and its stream
 * becomes the one that the next piece ends.
 *
 * In a piece full of errors a thread stops when its list is full, and what is
 * left of the piece is judged when its turn comes: so memory is bounded.
 *
 * After the last byte that the file had when it was opened there may be more:
 * that is read as ever.
 */
#include <stdlib.h>
#include <string.h>
#include "errors/find_errors_parallel.h"
#include "parallel/thread_pool.h"

/* Errors of a piece that wait; more than that are a file of another kind. */
#define WAITING_MAX 1024

/**
 * struct part - a piece on its way
 *
 * @all: what it is a part of.
 * @search: what is asked of it.
 * @stream: the text from its cut on.
 * @i: which piece, from 0.
 * @buf: its bytes.
 * @got: how many.
 * @cut: where the text can be cut in them; all of them when it cannot.
 * @at: how far the stream has come in them.
 * @read_err: what reading came to after them.
 * @err: what judging came to.
 * @waiting: errors found, and those that come after the last one wanted.
 * @count: how many of them there are.
 */
struct part {
	struct shared *all;
	struct error_search search;
	struct error_stream stream;
	u64 i;
	u8 *buf;
	size_t got;
	size_t cut;
	size_t at;
	int read_err;
	int err;
	struct utf8check_error waiting[WAITING_MAX + ERROR_BATCH];
	size_t count;
};

/**
 * struct shared - a file that threads share
 *
 * @asked: what is asked of each part.
 * @search: what is asked of it all, and its answer.
 * @p: its pieces.
 * @next: the next piece to read.
 * @parts: a part for each slot.
 * @last: the part joined last, whose stream the next ends.
 * @end: how many bytes of the text were joined.
 * @ended: the last piece was joined.
 * @err: what it came to.
 */
struct shared {
	const struct error_search asked;
	struct error_search *search;
	struct pieces *p;
	u64 next;
	struct part **parts;
	struct part *last;
	u64 end;
	bool ended;
	int err;
};

/* --- in a thread of its own */

static bool keep(void *context, const struct utf8check_error *e)
{
	struct part *t = context;
	u64 most = t->all->asked.most;

	if (t->count < U8C_ARRAY_SIZE(t->waiting) && t->count < most)
		t->waiting[t->count++] = *e;
	return t->count < WAITING_MAX || most <= WAITING_MAX;
}

static int push_rest(struct part *t)
{
	size_t n = t->got - t->at;
	int err = error_stream_push(&t->stream, t->buf + t->at, &n);

	t->at += n;
	return err;
}

static void begin(struct part *t)
{
	const struct shared *all = t->all;
	struct utf8check_config config = all->asked.config;

	t->search = all->asked;
	t->search.found = keep;
	t->search.context = t;
	if (t->i)
		pieces_configure(all->p, &config);
	t->at = t->cut;
	t->err = error_stream_open(&t->stream, &t->search, &config,
				   t->i * all->p->size + t->cut);
	if (!t->err)
		t->err = push_rest(t);
}

static void work_on_part(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct part *t = all->parts[slot];

	t->got = pieces_read(all->p, t->i, t->buf, &t->read_err);
	t->cut = t->i ? pieces_cut(all->p, t->buf, t->got) : 0;
	t->count = 0;
	t->err = 0;
	if (t->cut < t->got || !t->i)
		begin(t);
}

/* --- in the caller's */

static bool fill(void *context, unsigned int slot)
{
	struct shared *all = context;

	if (all->next * all->p->size >= all->p->length)
		return false;
	all->parts[slot]->i = all->next++;
	return true;
}

/* Errors that were found are told as if they were found now. */
static void tell(struct part *t, const struct place *start)
{
	const struct error_search *search = t->all->search;
	size_t i;

	t->stream.stopped = false;
	for (i = 0; i < t->count && !t->stream.stopped; i++) {
		struct utf8check_error *e = &t->waiting[i];
		u64 line = e->line, column = e->column;

		if (search->places) {
			place_shift(&line, &column, start);
			e->line = line;
			e->column = column;
		}
		t->stream.stopped = !search->found(search->context, e);
	}
}

/* The part is next in the text: from now on what it finds is told. */
static int take_over(struct part *t, const struct place *start)
{
	tell(t, start);
	if (t->err || t->stream.stopped)
		return t->err;
	t->stream.base.line = start->line;
	t->stream.base.column = start->column;
	t->search.found = t->all->search->found;
	t->search.context = t->all->search->context;
	return push_rest(t);
}

static void add_up(struct error_search *all, const struct error_search *part)
{
	all->bytes = part->bytes;
	all->code_points += part->code_points;
	all->errors += part->errors;
}

/* The part before comes to its end, at @end; all before the cut belongs to it. */
static int end_last(struct shared *all, const struct part *t, struct place *end)
{
	struct part *last = all->last;
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

static int join_part(struct shared *all, unsigned int slot)
{
	struct part *t = all->parts[slot], *last = all->last;
	struct place start = { .line = 1, .column = 1 };
	int err = 0;

	if (t->i) {
		err = end_last(all, t, &start);
		if (err || last->stream.stopped || t->cut == t->got)
			return err;
	}
	all->parts[slot] = last;
	all->last = t;
	return take_over(t, &start);
}

static bool join(void *context, unsigned int slot)
{
	struct shared *all = context;
	const struct part *t = all->parts[slot];

	all->err = join_part(all, slot);
	all->end = t->i * all->p->size + t->got;
	if (!all->err)
		all->err = t->read_err;
	/* A file that was cut off meanwhile ends here. */
	all->ended = t->got < all->p->size;
	return !all->err && !all->last->stream.stopped && !all->ended;
}

/* The pieces are joined; the file may have grown. */
static int find_the_last(struct shared *all, u8 *work)
{
	struct error_stream *s = &all->last->stream;
	int err = all->err, end_err;

	input_seek(all->p->in, all->p->start + (off_t)all->end);
	if (!err && !s->stopped)
		err = all->ended ? error_stream_finish(s) :
				   find_errors_in_rest(s, all->p->in, work);
	end_err = error_stream_close(s, NULL);
	add_up(all->search, &all->last->search);
	return err ? err : end_err;
}

static void free_part(struct part *t)
{
	if (!t)
		return;
	utf8check_stream_close(t->stream.stream);
	free(t->buf);
	free(t);
}

static void free_parts(struct shared *all, unsigned int slots)
{
	unsigned int i;

	for (i = 0; all->parts && i < slots; i++)
		free_part(all->parts[i]);
	free_part(all->last);
	free(all->parts);
}

static struct part *new_part(struct shared *all)
{
	struct part *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->all = all;
	t->buf = malloc(all->p->size);
	if (t->buf)
		return t;
	free(t);
	return NULL;
}

static bool make_parts(struct shared *all, unsigned int slots)
{
	unsigned int i;

	all->last = new_part(all);
	all->parts = calloc(slots, sizeof(*all->parts));
	if (!all->parts || !all->last)
		return false;
	for (i = 0; i < slots; i++) {
		all->parts[i] = new_part(all);
		if (!all->parts[i])
			return false;
	}
	return true;
}

int find_errors_parallel(struct error_search *search, struct pieces *p, u8 *work)
{
	struct shared all = { .asked = *search, .search = search, .p = p };
	unsigned int threads = pieces_threads(p, search->threads);
	struct work w = {
		.threads = threads,
		/* One under way and one ready for each, and one joined. */
		.slots = 2 * threads + 1,
		.fill = fill,
		.work = work_on_part,
		.join = join,
		.context = &all,
	};
	int err = -EAGAIN;

	if (make_parts(&all, w.slots) && !workers_run(&w))
		err = find_the_last(&all, work);
	free_parts(&all, w.slots);
	return err;
}
