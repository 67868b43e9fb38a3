// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream.
 *
 * Well-formed text is settled in runs, by the functions that suit the configuration
 * (stream/run_ops.c).  Everything else is settled one sequence at a time
 * (stream/sequence.c).  A sequence that is not decided yet is carried over, with what
 * follows it as far as that decides its meaning (@carried in stream.h).  The next call adds
 * one byte at a time until it is decided: so no answer depends on how the input was split.
 */
#include "codec/bom.h"
#include "normalize/rewrite.h"
#include "stream/settle.h"

/* Steps that a difference from a form counts as, since what waits is compared anew. */
#define RESOLVE_STEPS 64u

/* Bytes of output of u8c_convert() that are only counted, at a time; any piece fits. */
#define UNSEEN (2 * U8C_PIECE_MAX)

void u8c_stream_init(struct u8c_stream *s, const struct u8c_impl *impl,
		     const struct utf8check_config *config)
{
	s->impl = impl;
	s->config = *config;
	u8c_refused_init(&s->refused, config->forbid);
	s->work = NULL;
	s->list = NULL;
	s->decode = NULL;
	s->list_room = 0;
	u8c_stream_reset(s);
}

void u8c_stream_reset(struct u8c_stream *s)
{
	const size_t kept = offsetof(struct u8c_stream, bytes_in);
	const struct utf8check_config *c = &s->config;

	memset((u8 *)s + kept, 0, sizeof(*s) - kept);
	s->source.profile = c->profile;
	s->source.encoding = c->from;
	s->target.profile = c->to_profile;
	s->target.encoding = c->to;
	s->begun = c->bom == UTF8CHECK_BOM_KEEP && !c->forbid;
	s->window = ~0u;
	if (c->flags & UTF8CHECK_FLAG_POSITION) {
		s->position.line = 1;
		s->position.column = 1;
	}
	if (s->work)
		u8c_verifier_init(s->work, c->form, c->flags & UTF8CHECK_FLAG_STREAM_SAFE);
	u8c_choose_run_ops(s);
}

void u8c_stream_lend(struct u8c_stream *s, struct u8c_verifier *work,
		     struct utf8check_error *list, u32 room)
{
	s->work = work;
	s->list = list;
	s->list_room = room;
	u8c_stream_reset(s);
}

void u8c_stream_lend_decode(struct u8c_stream *s, const u32 *decode)
{
	s->decode = decode;
	u8c_choose_run_ops(s);
}

void u8c_stream_forget(struct u8c_stream *s, u32 n)
{
	s->listed -= n;
	memmove(s->list, s->list + n, s->listed * sizeof(*s->list));
}

/* Why a sequence was not settled. */
static enum u8c_result stopped(const struct u8c_stream *s)
{
	if (s->rejected)
		return U8C_REJECTED;
	return s->unlisted && s->listed == s->list_room ? U8C_LISTED : U8C_FULL;
}

/*
 * What follows a call of u8c_settle() that returned @length, not U8C_UNDECIDED.
 * Return: U8C_DONE to continue (the same sequence may have to be settled again), or why the
 * stream stops.
 */
static enum u8c_result resolve(struct u8c_stream *s, int length, size_t *steps)
{
	if (u8c_form_differs(s)) {
		*steps += RESOLVE_STEPS;
		return u8c_form_resolve(s) ? U8C_DONE : stopped(s);
	}
	return length == U8C_STOPPED ? stopped(s) : U8C_DONE;
}

static bool is_patient(const struct u8c_stream *s, size_t steps)
{
	return !s->patience || steps < s->patience;
}

static bool is_sniffed(const struct u8c_stream *s)
{
	return s->source.encoding != UTF8CHECK_ENCODING_AUTO;
}

/* Finds the source's encoding; what that takes is carried. */
static bool sniff(struct u8c_stream *s, const u8 *in, size_t n, size_t *used, bool final)
{
	int encoding = -1;

	while (!is_sniffed(s)) {
		if (s->carried || final)
			encoding = u8c_sniff(s->carry, s->carried, final);
		if (encoding < 0 && *used == n)
			return false;
		if (encoding < 0) {
			s->carry[s->carried++] = in[(*used)++];
			continue;
		}
		s->source.encoding = encoding;
		u8c_choose_run_ops(s);
	}
	return true;
}

/* Settles the sequence that is carried.  Return: as u8c_settle(). */
static int settle_carry(struct u8c_stream *s, struct u8c_output *o, bool final)
{
	int len = u8c_settle(s, o, s->carry, s->carried, final);

	if (len > 0) {
		s->carried -= len;
		memmove(s->carry, s->carry + len, s->carried);
	}
	return len;
}

/* Is there room for any piece? */
static bool fits_any(const struct u8c_output *o)
{
	return !o->next || o->room >= U8C_PIECE_MAX;
}

/* Settles what is carried, with bytes of the input until it is decided. */
static enum u8c_result push_carry(struct u8c_stream *s, struct u8c_output *o,
				  struct u8c_text in, size_t *used, bool final)
{
	enum u8c_result status = U8C_DONE;
	size_t steps = 0;

	while (s->carried && status == U8C_DONE) {
		int len;

		if (!is_patient(s, steps))
			return U8C_PAUSED;
		len = settle_carry(s, o, final);
		if (len > 0 && s->carried <= *used && fits_any(o)) {
			/* The rest is still in @in: it is taken from there with what follows. */
			*used -= s->carried;
			s->carried = 0;
		}
		if (len != U8C_UNDECIDED)
			status = resolve(s, len, &steps);
		else if (*used < in.n)
			s->carry[s->carried++] = in.p[(*used)++];
		else
			break;
	}
	return status;
}

/*
 * Settles a run at the start of @in, of which @g says what is known.
 * Return: its bytes; 0 when the sequence there must be settled singly.
 */
static size_t push_run(struct u8c_stream *s, struct u8c_output *o, struct u8c_text in,
		       bool after_error, struct u8c_progress *g)
{
	/* The run before said that an error follows it. */
	if (g->ends && !g->valid)
		return 0;
	return (after_error ? s->run_ops->run_after_error : s->run_ops->run)(s, o, in.p, in.n, g);
}

/* Settles the input after what was carried; keeps an undecided rest. */
static enum u8c_result push_input(struct u8c_stream *s, struct u8c_output *o,
				  const u8 *in, size_t n, size_t *used)
{
	enum u8c_result status = U8C_DONE;
	struct u8c_progress g = { 0 };
	bool after_error = false;
	u64 errors;
	size_t run;
	int len;

	while (*used < n && status == U8C_DONE) {
		const struct u8c_text left = u8c_text(in + *used, n - *used);

		if (!is_patient(s, g.steps))
			return U8C_PAUSED;
		run = push_run(s, o, left, after_error, &g);
		*used += run;
		after_error = false;
		if (run)
			continue;
		g.steps++;
		/* The error that @g.ends announces is settled now. */
		if (!g.valid)
			g.ends = false;
		errors = s->errors;
		len = u8c_settle(s, o, left.p, left.n, false);
		after_error = s->errors != errors;
		if (len == U8C_UNDECIDED) {
			memcpy(s->carry, left.p, left.n);
			s->carried = left.n;
			*used = n;
			return U8C_DONE;
		}
		*used += len;
		u8c_progress_past(&g, len);
		if (len == U8C_STOPPED || s->work)
			status = resolve(s, len, &g.steps);
	}
	return status;
}

/* Without output there is no room, whatever the caller's @out_len. */
static struct u8c_output output_of(const struct u8c_stream *s, u8 *out, const size_t *out_len)
{
	if (!out || s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT)
		return (struct u8c_output) { 0 };
	return (struct u8c_output) { .next = out, .room = *out_len };
}

enum u8c_result u8c_stream_push(struct u8c_stream *s, const u8 *in, size_t *in_len,
				u8 *out, size_t *out_len)
{
	const struct u8c_output all = output_of(s, out, out_len);
	enum u8c_result status = s->rejected ? U8C_REJECTED : U8C_DONE;
	struct u8c_output o = all;
	const size_t n = *in_len;

	*in_len = 0;
	if (status == U8C_DONE && sniff(s, in, n, in_len, false)) {
		status = push_carry(s, &o, u8c_text(in, n), in_len, false);
		if (status == U8C_DONE)
			status = push_input(s, &o, in, n, in_len);
		if (status == U8C_DONE && s->work && !u8c_form_drain(s, &o))
			status = U8C_FULL;
	}
	if (out_len)
		*out_len = all.room - o.room;
	return status;
}

bool u8c_stream_is_undecided(const struct u8c_stream *s)
{
	struct u8c_text left = u8c_text(s->carry, s->carried);
	struct u8c_placement place = s->place;
	struct utf8check_error ignored;
	u64 cp;

	if (left.n && (!is_sniffed(s) || s->config.flags & UTF8CHECK_FLAG_UNESCAPE))
		return true;
	while (left.n) {
		int length = u8c_decode(&s->source, left, false, &cp, &ignored);

		if (length <= 0)
			return true;
		left = u8c_text(left.p + length, left.n - length);
		if (s->config.forbid & U8C_FORBIDS_MISPLACED &&
		    u8c_placement_judge(&place, cp, &s->source, left, true) == U8C_MISPLACED)
			return true;
		u8c_placement_pass(&place, cp);
	}
	return false;
}

enum u8c_result u8c_stream_finish(struct u8c_stream *s, u8 *out, size_t *out_len)
{
	const struct u8c_output all = output_of(s, out, out_len);
	struct u8c_output o = all;
	enum u8c_result status = s->rejected ? U8C_REJECTED : U8C_DONE;
	size_t none = 0, steps = 0;

	if (status == U8C_DONE) {
		sniff(s, NULL, 0, &none, true);
		status = push_carry(s, &o, u8c_text(NULL, 0), &none, true);
	}
	if (status == U8C_DONE && !s->begun && !u8c_settle_start(s, &o))
		status = stopped(s);
	/* A difference from the form that is resolved leaves nothing that waits. */
	if (status == U8C_DONE && s->work && !u8c_form_flush(s, &o))
		status = resolve(s, U8C_STOPPED, &steps);
	if (out_len)
		*out_len = all.room - o.room;
	return status;
}

/* Pushes the rest of the text, and then its end. */
static enum u8c_result go_on(struct u8c_stream *s, struct u8c_text *left, u8 *out, size_t *room)
{
	enum u8c_result status;
	size_t n = left->n;

	if (!n)
		return u8c_stream_finish(s, out, room);
	status = u8c_stream_push(s, left->p, &n, out, room);
	*left = u8c_text(left->p + n, left->n - n);
	return status;
}

/* Output goes to the room until that is full; all later output is only counted. */
bool u8c_convert(struct u8c_stream *s, struct u8c_text text, struct u8c_sink *to)
{
	bool is_full = !to->out, at_end;
	enum u8c_result status;
	u8 unseen[UNSEEN];
	size_t room;

	to->made = 0;
	do {
		at_end = !text.n;
		room = is_full ? sizeof(unseen) : to->room - to->made;
		status = go_on(s, &text, is_full ? unseen : to->out + to->made, &room);
		to->made += room;
		is_full |= status == U8C_FULL;
	} while (status == U8C_FULL || (status == U8C_DONE && !at_end));
	/* Bytes that change meanwhile may take less room the second time. */
	if (is_full && to->out && to->made <= to->room)
		to->made = (u64)to->room + 1;
	return status == U8C_DONE;
}
