// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file through streams, by several threads.
 *
 * A thread reads a piece and filters it from where the text can be cut on
 * (file_chunks.c), as if the text began there.  Then, in order: the bytes before the
 * cut go through the stream of the piece before, which comes to its end; what
 * the thread has made is written; and the piece's stream is the one that the
 * next piece ends.  So as many streams take turns as there are pieces, and all
 * that is written is written in order by one thread.
 *
 * The streams ahead have judged what nobody may want: where one rejects, what
 * is behind is forgotten.
 *
 * A thread stops when the room for what it makes is full, and what is left of
 * the piece is filtered when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <stdlib.h>
#include "filter/filter.h"
#include "parallel/thread_pool.h"

/* ASCII in UTF-32, or all of it escaped. */
#define GROWTH 4

/* Where one piece of output is longer than a piece of input, in tests. */
#define ROOM_MIN 256

/**
 * struct part - a piece on its way
 *
 * @i: which piece, from 0.
 * @buf: its bytes.
 * @got: how many.
 * @read_err: what reading came to behind them.
 * @cut: where its stream begins in them; all of them when it has none.
 * @at: how far the stream has come.
 * @stream: the stream.
 * @out: what it made.
 * @made: how much.
 * @err: what its last call returned.
 */
struct part {
	u64 i;
	u8 *buf;
	size_t got;
	int read_err;
	size_t cut;
	size_t at;
	struct utf8check_stream *stream;
	u8 *out;
	size_t made;
	int err;
};

/**
 * struct shared - a file that threads share
 *
 * @f: the file, and the stream that the next piece ends.
 * @p: its pieces.
 * @config: of the first stream.
 * @room: bytes of room for what a stream makes.
 * @next: the next piece to read.
 * @parts: one for each slot.
 * @end: how many bytes of the text were joined.
 * @ended: the last piece was.
 * @status: exit code so far.
 */
struct shared {
	struct filter *f;
	struct pieces *p;
	struct utf8check_config config;
	size_t room;
	u64 next;
	struct part *parts;
	u64 end;
	bool ended;
	int status;
};

/* --- in a thread of its own */

static void push(const struct shared *all, struct part *t)
{
	size_t n = t->got - t->at;

	t->made = all->room;
	t->err = utf8check_stream_push(t->stream, t->buf + t->at, &n, t->out,
				       &t->made);
	t->at += n;
}

static void work(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct part *t = &all->parts[slot];
	struct utf8check_config config = all->config;

	t->got = pieces_read(all->p, t->i, t->buf, &t->read_err);
	t->cut = t->i ? pieces_cut(all->p, t->buf, t->got) : 0;
	t->at = t->cut;
	t->made = 0;
	if (t->i && t->cut == t->got)
		return;
	if (t->i)
		pieces_configure(all->p, &config);
	t->err = utf8check_stream_open(all->f->cli->engine, &config, 0,
				       &t->stream);
	if (!t->err)
		push(all, t);
}

/* --- in the caller's */

static bool fill(void *context, unsigned int slot)
{
	struct shared *all = context;

	if (all->next * all->p->size >= all->p->length)
		return false;
	all->parts[slot].i = all->next++;
	return true;
}

static bool may_reject(const struct filter *f)
{
	return f->config.action == UTF8CHECK_REJECT ||
	       f->config.action == UTF8CHECK_SHORTEST;
}

static void add_up(struct filter *f, const struct utf8check_report *r)
{
	size_t i;

	if (!f->before.errors && r->errors) {
		f->before.first = r->first;
		f->before.first.offset += f->start.offset;
		if (r->first.line == 1)
			f->before.first.column += f->start.column - 1;
		f->before.first.line += f->start.line - 1;
	}
	f->before.errors += r->errors;
	for (i = 0; i < U8C_ARRAY_SIZE(r->by_reason); i++)
		f->before.by_reason[i] += r->by_reason[i];
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
		return filter_trouble(f, err);
	add_up(f, &r);
	/* Only the place of the first error is ever told. */
	if (!may_reject(f))
		return CLI_WELL;
	if (r.line == 1)
		r.column += f->start.column - 1;
	f->start.column = r.column;
	f->start.line += r.line - 1;
	return CLI_WELL;
}

static int follow(struct shared *all, struct part *t)
{
	struct filter *f = all->f;

	utf8check_stream_close(f->stream);
	f->stream = t->stream;
	t->stream = NULL;
	f->start.offset = all->end;
	if (output_write(&f->out, t->out, t->made))
		return CLI_TROUBLE;
	all->end += t->got - t->cut;
	if (t->err == -EILSEQ)
		return CLI_INVALID;
	if (t->err && t->err != -ENOSPC)
		return filter_trouble(f, t->err);
	return t->at < t->got ?
	       filter_push(f, t->buf + t->at, t->got - t->at) : CLI_WELL;
}

static int join_part(struct shared *all, struct part *t)
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

static bool join(void *context, unsigned int slot)
{
	struct shared *all = context;
	struct part *t = &all->parts[slot];

	all->status = join_part(all, t);
	if (!all->status && t->read_err)
		all->status = filter_trouble(all->f, t->read_err);
	/* A file that was cut off meanwhile ends here. */
	all->ended = t->got < all->p->size;
	return !all->status && !all->ended;
}

/* The pieces are joined; the file may have grown. */
static int filter_end(struct shared *all)
{
	struct filter *f = all->f;

	input_seek(&f->in, all->p->start + (off_t)all->end);
	if (all->status)
		return all->status;
	return all->ended ? filter_push(f, NULL, 0) : filter_rest(f);
}

static bool make_parts(struct shared *all, unsigned int slots)
{
	unsigned int i;

	all->parts = calloc(slots, sizeof(*all->parts));
	for (i = 0; all->parts && i < slots; i++) {
		all->parts[i].buf = malloc(all->p->size);
		all->parts[i].out = malloc(all->room);
		if (!all->parts[i].buf || !all->parts[i].out)
			return false;
	}
	return all->parts;
}

static void free_parts(struct shared *all, unsigned int slots)
{
	unsigned int i;

	for (i = 0; all->parts && i < slots; i++) {
		utf8check_stream_close(all->parts[i].stream);
		free(all->parts[i].buf);
		free(all->parts[i].out);
	}
	free(all->parts);
}

int filter_pieces(struct filter *f, struct pieces *p)
{
	struct shared all = {
		.f = f,
		.p = p,
		.config = f->config,
		.room = GROWTH * p->size + ROOM_MIN,
	};
	unsigned int threads = pieces_threads(p, f->threads);
	struct work w = {
		.threads = threads,
		/* One under way and one ready for each, and one joined. */
		.slots = 2 * threads + 1,
		.fill = fill,
		.work = work,
		.join = join,
		.context = &all,
	};
	int status = -EAGAIN;

	/* Who rejects says at which line and column. */
	if (!may_reject(f))
		all.config.flags &= ~UTF8CHECK_POSITION;
	if (make_parts(&all, w.slots) && !workers_run(&w))
		status = filter_end(&all);
	free_parts(&all, w.slots);
	return status;
}
