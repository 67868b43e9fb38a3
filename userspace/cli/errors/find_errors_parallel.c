// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a big file, by several threads.
 *
 * A thread reads a piece, and judges it from where the text can be cut on,
 * (file_chunks.c) as if the text began there.  The errors it finds wait until all
 * that is before is known.  Then, in order, each piece is joined to the text:
 * the bytes before its cut end the run of the piece before, which then says at
 * which line and column this one begins; its errors are told; and its run
 * becomes the one that the next piece ends.
 *
 * In a piece full of errors a thread stops when its list is full, and what is
 * left of the piece is judged when its turn comes: so memory is bounded.
 *
 * Behind the last byte that the file had when it was opened there may be more:
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
 * @j: what is asked of it.
 * @run: the text from its cut on.
 * @i: which piece, from 0.
 * @cut: where that is in the bytes; all of them when there is none.
 * @got: how many bytes it has.
 * @read_err: what reading came to behind them.
 * @err: what judging came to.
 * @waiting: errors found.
 * @count: how many of them there are.
 */
struct part {
	struct shared *all;
	struct judge j;
	struct run run;
	u64 i;
	size_t cut;
	size_t got;
	int read_err;
	int err;
	struct utf8check_error waiting[WAITING_MAX];
	size_t count;
};

/**
 * struct shared - a file that threads share
 *
 * @asked: what is asked of each part.
 * @j: what is asked of it all, and its answer.
 * @p: its pieces.
 * @next: the next piece to read.
 * @parts: a part for each slot.
 * @last: the part joined last, whose run the next ends.
 * @ended: the last piece was joined.
 * @err: what it came to.
 */
struct shared {
	const struct judge asked;
	struct judge *j;
	struct pieces *p;
	u64 next;
	struct part **parts;
	struct part *last;
	bool ended;
	int err;
};

/* --- in a thread of its own */

static bool keep(void *context, const struct utf8check_error *e)
{
	struct part *t = context;
	u64 most = t->all->asked.most;

	if (t->count < WAITING_MAX && t->count < most)
		t->waiting[t->count++] = *e;
	return t->count < WAITING_MAX || most <= WAITING_MAX;
}

static void begin(struct part *t)
{
	const struct shared *all = t->all;
	struct utf8check_config config = all->asked.config;

	t->j = all->asked;
	t->j.found = keep;
	t->j.context = t;
	if (t->i)
		pieces_configure(all->p, &config);
	t->run = (struct run) {
		.buf = t->run.buf,
		.chunk = all->p->size,
		.n = t->got,
		.at = t->cut,
		.offset = t->i * all->p->size,
	};
	t->count = 0;
	t->err = run_begin(&t->run, &t->j, &config);
	if (!t->err)
		t->err = run_push(&t->run);
}

static void work(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct part *t = all->parts[slot];

	t->got = pieces_read(all->p, t->i, t->run.buf, &t->read_err);
	t->cut = t->i ? pieces_cut(all->p, t->run.buf, t->got) : 0;
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

/* What counts from where the part begins, as it counts in the text. */
static void shift(struct utf8check_error *e, const struct utf8check_error *by)
{
	if (e->line == 1)
		e->column += by->column - 1;
	e->line += by->line - 1;
}

/* Errors that were found are told as if they were found now. */
static void tell(struct part *t, const struct utf8check_error *start)
{
	const struct judge *j = t->all->j;
	size_t i;

	t->run.stopped = false;
	for (i = 0; i < t->count && !t->run.stopped; i++) {
		if (j->places)
			shift(&t->waiting[i], start);
		t->run.stopped = !j->found(j->context, &t->waiting[i]);
	}
}

/* The part is next in the text: from now on what it finds is told. */
static int take_over(struct part *t, const struct utf8check_error *start)
{
	tell(t, start);
	if (t->err || t->run.stopped)
		return t->err;
	if (t->all->j->places)
		shift(&t->run.base, start);
	t->j.found = t->all->j->found;
	t->j.context = t->all->j->context;
	return run_push(&t->run);
}

static void add_up(struct judge *all, const struct judge *part)
{
	all->bytes = part->bytes;
	all->code_points += part->code_points;
	all->errors += part->errors;
}

/* All bytes before the cut belong to the part before. */
static int extend_last(struct shared *all, const struct part *t)
{
	struct run *r = &all->last->run;
	size_t at = 0, n;
	int err = 0;

	while (at < t->cut && !err && !r->stopped) {
		run_make_room(r);
		n = t->cut - at < r->chunk ? t->cut - at : r->chunk;
		memcpy(r->buf + r->n, t->run.buf + at, n);
		r->n += n;
		at += n;
		err = run_push(r);
	}
	return err;
}

/* The part before has come to its end, at @place. */
static int end_last(struct shared *all, struct utf8check_error *place)
{
	struct part *last = all->last;
	int err = run_place(&last->run, place);

	if (err || last->run.stopped)
		return err;
	last->j.bytes = place->offset;
	add_up(all->j, &last->j);
	utf8check_stream_close(last->run.stream);
	last->run.stream = NULL;
	return 0;
}

static int join_part(struct shared *all, unsigned int slot)
{
	struct part *t = all->parts[slot], *last = all->last;
	struct utf8check_error start = { .line = 1, .column = 1 };
	int err = 0;

	if (t->i) {
		err = extend_last(all, t);
		if (err || last->run.stopped || t->cut == t->got)
			return err;
		err = end_last(all, &start);
		if (err || last->run.stopped)
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
	if (!all->err)
		all->err = t->read_err;
	/* A file that was cut off meanwhile ends here. */
	all->ended = t->got < all->p->size;
	return !all->err && !all->last->run.stopped && !all->ended;
}

/* The pieces are joined; the file may have grown. */
static int judge_end(struct shared *all)
{
	struct run *r = &all->last->run;
	u64 end = r->offset + r->n;
	int err = all->err, end_err;

	input_seek(all->p->in, all->p->start + (off_t)end);
	if (!err && !r->stopped)
		err = all->ended ? run_finish(r) : judge_rest(r, all->p->in);
	end_err = run_end(r);
	add_up(all->j, &all->last->j);
	return err ? err : end_err;
}

static void free_parts(struct shared *all, unsigned int slots)
{
	unsigned int i;

	for (i = 0; all->parts && i <= slots; i++) {
		struct part *t = i < slots ? all->parts[i] : all->last;

		if (!t)
			continue;
		utf8check_stream_close(t->run.stream);
		free(t->run.buf);
		free(t);
	}
	free(all->parts);
}

static struct part *new_part(struct shared *all)
{
	struct part *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->all = all;
	t->run.buf = malloc(RUN_ROOM(all->p->size));
	if (t->run.buf)
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

int judge_pieces(struct judge *j, struct pieces *p)
{
	struct shared all = { .asked = *j, .j = j, .p = p };
	unsigned int threads = pieces_threads(p, j->threads);
	struct work w = {
		.threads = threads,
		/* One under way and one ready for each, and one joined. */
		.slots = 2 * threads + 1,
		.fill = fill,
		.work = work,
		.join = join,
		.context = &all,
	};
	int err = -EAGAIN;

	if (make_parts(&all, w.slots) && !workers_run(&w))
		err = judge_end(&all);
	free_parts(&all, w.slots);
	return err;
}
