/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How a stream settles its input: what the files of this folder share, a heading for each of
 * them.  Private to the core.
 */
#ifndef U8C_STREAM_SETTLE_H
#define U8C_STREAM_SETTLE_H

#include "normalize/verify.h"
#include "stream/stream.h"

/**
 * enum u8c_step - what settling came to, where that is no number of bytes
 *
 *		u8c_settle(), of a sequence		u8c_form_put(), of a code point
 *	above 0	how many bytes were settled		U8C_PUT
 *	0	U8C_STOPPED				U8C_STOPPED
 *	-1	U8C_UNDECIDED: bytes after it decide
 *	-2						U8C_TOO_LONG
 *
 * @U8C_STOPPED: the output or the list of errors is full, the text before differs from its
 *	form, or the stream is rejected.
 * @U8C_PUT: the code point has its place in the output, or in what is held for a form.
 * @U8C_TOO_LONG: a run of nonstarters has no room for the code point, and nothing is changed.
 */
enum u8c_step {
	U8C_STOPPED = 0,
	U8C_PUT = 1,
	U8C_TOO_LONG = -2,
};

/* What a stream gives: bytes of output and records of errors */

/**
 * struct u8c_output - where a stream's output goes
 *
 * @next: the next free byte; NULL without output.
 * @room: bytes free.
 */
struct u8c_output {
	u8 *next;
	size_t room;
};

/* @n bytes were written at o->next, if that is not NULL. */
static inline void u8c_output_advance(struct u8c_stream *s, struct u8c_output *o, size_t n)
{
	if (!o->next)
		return;
	o->next += n;
	o->room -= n;
	s->bytes_out += n;
}

/* Gives @n bytes, all or none.  Return: true when they were given, or there is no output. */
static inline bool u8c_give(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	if (!o->next)
		return true;
	if (o->room < n)
		return false;
	memcpy(o->next, p, n);
	u8c_output_advance(s, o, n);
	return true;
}

#define U8C_WINDOW_MIN 64u

/* Doubles the window, after a whole one without an error. */
static inline void u8c_widen(struct u8c_stream *s)
{
	s->window = s->window < 1u << 30 ? 2 * s->window : ~0u;
}

/*
 * At an error: is there a list, and no room in it?  Then the next call examines the rest of
 * the input again.
 */
static inline bool u8c_list_stops(struct u8c_stream *s)
{
	s->unlisted = s->list && s->listed == s->list_room;
	if (s->unlisted)
		s->window = U8C_WINDOW_MIN;
	return s->unlisted;
}

/* Completes the record of an error at the stream's place, and counts it; the list has room. */
static inline void u8c_count_error(struct u8c_stream *s, struct utf8check_error *e)
{
	e->offset = s->bytes_in;
	e->line = s->position.line;
	e->column = s->position.column;
	if (!s->errors)
		s->first = *e;
	if (s->list)
		s->list[s->listed++] = *e;
	s->errors++;
	s->by_reason[e->reason]++;
}

/* form.c: what a stream does with a normalization form, for which it was lent its memory */

/* Gives what is ready.  Return: false when the output has no room for all of it. */
bool u8c_form_drain(struct u8c_stream *s, struct u8c_output *o);

/* Does the text, as far as it was compared, differ from its form? */
bool u8c_form_differs(const struct u8c_stream *s);

/*
 * Makes the error of a text that u8c_form_differs(); the text after it is compared anew, and may
 * differ too.  Return: false when there is no room for the record, or the stream is rejected.
 */
bool u8c_form_resolve(struct u8c_stream *s);

/*
 * Gives all that is held: the text is cut here.  Return: false when the output has no room for all
 * of it, or the text differs.
 */
bool u8c_form_flush(struct u8c_stream *s, struct u8c_output *o);

/*
 * The next code point of the text, of @length bytes, which the stream has not counted yet.
 * Return: U8C_PUT; U8C_STOPPED; U8C_TOO_LONG.
 */
enum u8c_step u8c_form_put(struct u8c_stream *s, struct u8c_output *o, u64 cp, unsigned int length);

/**
 * u8c_form_run() - how far the form leaves text as it is
 * @s: the stream
 * @o: its output
 * @p: the text, well-formed by RFC 3629
 * @n: its bytes, not 0
 * @final: an error follows them, which ends the text
 *
 * Gives first what is held; the caller gives these bytes.
 *
 * Return: bytes; 0 also when that has no room, or the text before differs.
 */
size_t u8c_form_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n, bool final);

/*
 * Gives the form of a block of text, much faster than one code point after the other; parameters
 * as for u8c_form_run().  Gives first what is held.  Return: bytes of the text; 0 when it must be
 * put code point by code point.
 */
size_t u8c_form_block(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		      size_t n, bool final);

/* Does the stream's form leave the code point out?  No without one. */
bool u8c_form_leaves_out(const struct u8c_stream *s, u64 cp);

/* run_ops.c: how a stream settles many bytes at once */

/**
 * struct u8c_progress - how far a call has come
 *
 * @valid: how many bytes from the next one on are known to be well-formed.
 * @allowed: how many of the first bytes of @valid are known to hold nothing forbidden.
 * @ends: after the bytes of @valid is something ill-formed, and not only unfinished.
 * @steps: steps of slow work that were done.  A sequence that is settled singly is one step,
 *	with the run before it.
 */
struct u8c_progress {
	size_t valid;
	size_t allowed;
	bool ends;
	size_t steps;
};

/* @n bytes were settled. */
static inline void u8c_progress_past(struct u8c_progress *g, size_t n)
{
	g->valid = g->valid > n ? g->valid - n : 0;
	g->allowed = g->allowed > n ? g->allowed - n : 0;
}

/* Return: how many bytes of @p were settled; 0 when the sequence must be settled singly. */
typedef size_t u8c_run_fn(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
			  size_t n, struct u8c_progress *g);

/**
 * struct u8c_run_ops - how runs of text are settled
 *
 * @run: settles a run.
 * @run_after_error: settles a run right after an error, where more are likely.
 */
struct u8c_run_ops {
	u8c_run_fn *run;
	u8c_run_fn *run_after_error;
};

/*
 * Chooses the stream's @run_ops.  To be called when what it depends on is set: the
 * configuration, the source's encoding, that the text has begun, the memory of a form, the list.
 */
void u8c_choose_run_ops(struct u8c_stream *s);

/* sequence.c: what a stream makes of one sequence */

/*
 * Settles the sequence at the start of the @n bytes, at least 1, at @p; if @final, no byte can
 * follow these.  Return: how many bytes were settled, or U8C_STOPPED, or U8C_UNDECIDED.
 */
int u8c_settle(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n, bool final);

/*
 * The text, which has not begun, does not begin with a byte order mark.  Return: false when the
 * output is full or the stream is rejected.
 */
bool u8c_settle_start(struct u8c_stream *s, struct u8c_output *o);

#endif /* U8C_STREAM_SETTLE_H */
