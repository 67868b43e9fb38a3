// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream.
 *
 * Where source and target write well-formed text alike it is taken in runs:
 * the hot loop says how far it is well-formed, and that much is counted and
 * copied at once.  Everything else is settled one sequence at a time
 * (stream/sequence.c).  A sequence that is not decided yet (seven bytes at most) is
 * carried over and the next call adds to it one byte at a time until it is: so
 * no answer depends on how the input was split.
 */
#include "name/property.h"
#include "stream/form.h"
#include "stream/pass.h"
#include "stream/sequence.h"
#include "codec/bom.h"
#include "codec/boundary.h"
#include "stream/transcode.h"

/*
 * Of a run that is converted so much is still in the nearest cache when it is
 * looked at again.
 */
#define RUN 16384u

/*
 * Slow work is measured in steps.  Each sequence that is settled is one, with
 * the run before it; a form takes about a step's time for so many bytes that
 * it rewrites.
 */
#define STEP_BYTES 4u

/* After a difference from a form, what waits is compared anew. */
#define RESOLVE_STEPS 64u

void u8c_stream_init(struct u8c_stream *s, const struct u8c_impl *impl,
		     const struct utf8check_config *config)
{
	memset(s, 0, sizeof(*s));
	s->impl = impl;
	s->config = *config;
	s->source.profile = config->profile;
	s->target.profile = config->to_profile;
	s->target.encoding = config->to;
	s->sniffed = config->from != UTF8CHECK_AUTO;
	if (s->sniffed)
		s->source.encoding = config->from;
	s->begun = config->bom == UTF8CHECK_BOM_KEEP && !config->forbid;
	if (config->flags & UTF8CHECK_POSITION) {
		s->position.line = 1;
		s->position.column = 1;
	}
}

void u8c_stream_reset(struct u8c_stream *s)
{
	struct utf8check_config config = s->config;
	struct u8c_verifier *work = s->work;
	struct utf8check_error *list = s->list;
	u32 room = s->list_room;

	u8c_stream_init(s, s->impl, &config);
	if (work)
		u8c_stream_lend(s, work);
	if (list)
		u8c_stream_lend_list(s, list, room);
}

void u8c_stream_lend(struct u8c_stream *s, struct u8c_verifier *work)
{
	s->work = work;
	u8c_form_begin(s);
}

void u8c_stream_lend_list(struct u8c_stream *s, struct utf8check_error *list,
			  u32 room)
{
	s->list = list;
	s->list_room = room;
}

void u8c_stream_forget(struct u8c_stream *s, u32 n)
{
	s->listed -= n;
	memmove(s->list, s->list + n, s->listed * sizeof(*s->list));
}

/* Can the target hold what RFC 3629 can write, in bytes known in advance? */
static bool takes_runs(const struct u8c_stream *s)
{
	return s->config.flags & UTF8CHECK_NO_OUTPUT ||
	       u8c_shares_table_3_7(&s->target) ||
	       (u8c_is_wide(&s->target) && !s->work);
}

/* How many bytes at @p are well-formed and come out as what they are. */
static size_t valid_length(const struct u8c_stream *s, const u8 *p, size_t n)
{
	if (s->begun && u8c_shares_table_3_7(&s->source) && takes_runs(s))
		return s->impl->validate->valid_up_to(p, n, s->impl->validate);
	return 0;
}

/* How many of @n such bytes are before what the policy forbids. */
static size_t allowed_length(const struct u8c_stream *s, const u8 *p, size_t n)
{
	const u64 forbid = s->config.forbid & ~(1ull << UTF8CHECK_NOT_NORMALIZED);

	return likely(!forbid) ? n : u8c_allowed_up_to(p, n, forbid);
}

/* How many of @n such bytes do, whatever precedes and follows them. */
static size_t run_length(struct u8c_stream *s, struct u8c_output *o,
			 const u8 *p, size_t n)
{
	size_t run;

	if (s->work)
		return n ? u8c_form_run(s, o, p, n) : 0;
	if (s->config.action != UTF8CHECK_ESCAPE && !(s->config.flags & UTF8CHECK_UNESCAPE))
		return n;
	for (run = 0; run < n && p[run] != '\\'; run++)
		;
	return run;
}

static void count_run(struct u8c_stream *s, const u8 *p, size_t n)
{
	u8c_move_past(s, p, n);
	s->code_points += s->impl->validate->count(p, n, s->by_length, s->impl->validate);
}

/* As UTF-16 or UTF-32, as far as text is well-formed and there is room. */
static size_t convert_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	n = u8c_transcode_to(s, o, p, n);
	if (n)
		u8c_move_past(s, p, n);
	return n;
}

/* Return: how many of the @n bytes (at least one) there was room for. */
static size_t settle_run(struct u8c_stream *s, struct u8c_output *o,
			 const u8 *p, size_t n)
{
	if (u8c_is_wide(&s->target) && o->next)
		return convert_run(s, o, p, n);
	u8c_give(s, o, p, n);
	if (s->work)
		u8c_form_pass(s, n);
	count_run(s, p, n);
	return n;
}

/* What a form changes in well-formed text. */
static size_t settle_block(struct u8c_stream *s, struct u8c_output *o,
			   const u8 *p, size_t n)
{
	n = u8c_form_block(s, o, p, n);
	if (n)
		count_run(s, p, n);
	return n;
}

/* Why a sequence was not settled. */
static enum u8c_status stopped(const struct u8c_stream *s)
{
	if (s->rejected)
		return U8C_REJECTED;
	return s->unlisted && s->listed == s->list_room ? U8C_LISTED : U8C_FULL;
}

/*
 * What follows a call of u8c_settle() that returned @length, which is not -1.
 * Return: U8C_DONE to go on (the same sequence may have to be settled again), or
 * why the stream stops.
 */
static enum u8c_status resolve(struct u8c_stream *s, int length, size_t *steps)
{
	if (u8c_form_differs(s)) {
		*steps += RESOLVE_STEPS;
		return u8c_form_resolve(s) ? U8C_DONE : stopped(s);
	}
	return length ? U8C_DONE : stopped(s);
}

static bool is_patient(const struct u8c_stream *s, size_t steps)
{
	return !s->patience || steps < s->patience;
}

/* Finds the source's encoding; what that takes is carried. */
static bool sniff(struct u8c_stream *s, const u8 *in, size_t n, size_t *used,
		  bool final)
{
	int encoding = -1;

	while (!s->sniffed) {
		if (s->carried || final)
			encoding = u8c_sniff(s->carry, s->carried, final);
		if (encoding < 0 && *used == n)
			return false;
		if (encoding < 0) {
			s->carry[s->carried++] = in[(*used)++];
			continue;
		}
		s->source.encoding = encoding;
		s->sniffed = true;
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
static enum u8c_status push_carry(struct u8c_stream *s, struct u8c_output *o,
				  const u8 *in, size_t n, size_t *used)
{
	enum u8c_status status = U8C_DONE;
	size_t steps = 0;

	while (s->carried && status == U8C_DONE) {
		int len;

		if (!is_patient(s, steps))
			return U8C_PAUSED;
		len = settle_carry(s, o, false);
		if (len > 0 && s->carried <= *used && fits_any(o)) {
			/* The rest is at hand: it is taken with what follows. */
			*used -= s->carried;
			s->carried = 0;
		}
		if (len >= 0)
			status = resolve(s, len, &steps);
		else if (*used < n)
			s->carry[s->carried++] = in[(*used)++];
		else
			break;
	}
	return status;
}

/* Of @left bytes of input: how many are looked at as one run. */
static size_t reach(const struct u8c_stream *s, const struct u8c_output *o, size_t left)
{
	const bool again = !u8c_takes_all(s) || s->config.flags & UTF8CHECK_POSITION;

	if (o->next && o->room < left)
		left = o->room;
	return u8c_is_wide(&s->target) && again && left > RUN ? RUN : left;
}

/**
 * struct progress - how far a call has come
 *
 * @valid: bytes known to be well-formed, of those to be judged next.
 * @allowed: the first of these, known to be before what is forbidden.
 * @steps: of slow work that were done.
 */
struct progress {
	size_t valid;
	size_t allowed;
	size_t steps;
};

/* @n bytes were settled. */
static void passed(struct progress *g, size_t n)
{
	g->valid = g->valid > n ? g->valid - n : 0;
	g->allowed = g->allowed > n ? g->allowed - n : 0;
}

/* Return: the length of a run at @p; 0 when a sequence must be settled. */
static size_t push_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		       size_t n, struct progress *g)
{
	size_t fits = reach(s, o, n), run;

	if (u8c_passes(s))
		return u8c_repairs(s, o, n) ? u8c_repair(s, o, p, n) :
						u8c_pass(s, o, p, fits);
	if (u8c_takes_all(s) && u8c_is_wide(&s->target) && o->next)
		return convert_run(s, o, p, fits);
	run = u8c_transcode_from(s, o, p, n);
	if (run)
		return run;
	if (g->valid > fits)
		g->valid = u8c_previous_boundary(&u8c_rfc3629, p, g->valid,
						 fits);
	if (!g->valid)
		g->valid = valid_length(s, p, fits);
	if (g->allowed > g->valid)
		g->allowed = g->valid;
	if (!g->allowed)
		g->allowed = allowed_length(s, p, g->valid);
	run = run_length(s, o, p, g->allowed);
	if (run) {
		run = settle_run(s, o, p, run);
	} else if (s->work && g->allowed) {
		run = settle_block(s, o, p, g->allowed);
		g->steps += run / STEP_BYTES;
	}
	passed(g, run);
	return run;
}

/* Settles the input after what was carried; keeps an undecided rest. */
static enum u8c_status push_input(struct u8c_stream *s, struct u8c_output *o,
				  const u8 *in, size_t n, size_t *used)
{
	struct progress g = { 0 };
	enum u8c_status status;
	bool after_error = false;
	u64 errors;

	while (*used < n) {
		const u8 *p = in + *used;
		size_t left = n - *used, run;
		int len;

		if (!is_patient(s, g.steps))
			return U8C_PAUSED;
		/* Errors are often together: text would be looked for in vain. */
		if (!after_error || u8c_repairs(s, o, left))
			run = push_run(s, o, p, left, &g);
		else
			run = u8c_only_counts(s, left) ? u8c_count_errors(s, p, left) : 0;
		after_error = false;
		if (run) {
			*used += run;
			continue;
		}
		g.steps++;
		errors = s->errors;
		len = u8c_settle(s, o, p, left, false);
		after_error = s->errors != errors;
		if (len < 0) {
			memcpy(s->carry, p, left);
			s->carried = left;
			*used = n;
			return U8C_DONE;
		}
		*used += len;
		passed(&g, len);
		if (len && !s->work)
			continue;
		status = resolve(s, len, &g.steps);
		if (status != U8C_DONE)
			return status;
	}
	return U8C_DONE;
}

/* Where nobody wants the output there is no room, whatever the caller has. */
static struct u8c_output output_of(const struct u8c_stream *s, u8 *out,
				   const size_t *out_len)
{
	if (!out || s->config.flags & UTF8CHECK_NO_OUTPUT)
		return (struct u8c_output) { 0 };
	return (struct u8c_output) { .next = out, .room = *out_len };
}

enum u8c_status u8c_stream_push(struct u8c_stream *s, const u8 *in, size_t *in_len,
				u8 *out, size_t *out_len)
{
	const struct u8c_output all = output_of(s, out, out_len);
	enum u8c_status status = s->rejected ? U8C_REJECTED : U8C_DONE;
	struct u8c_output o = all;
	const size_t n = *in_len;

	*in_len = 0;
	if (status == U8C_DONE && sniff(s, in, n, in_len, false)) {
		status = push_carry(s, &o, in, n, in_len);
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
	struct utf8check_error ignored;
	u64 cp;

	if (!s->carried)
		return false;
	if (!s->sniffed || s->config.flags & UTF8CHECK_UNESCAPE)
		return true;
	return u8c_decode(&s->source, u8c_text(s->carry, s->carried), false, &cp,
			  &ignored) != s->carried;
}

enum u8c_status u8c_stream_finish(struct u8c_stream *s, u8 *out, size_t *out_len)
{
	const struct u8c_output all = output_of(s, out, out_len);
	struct u8c_output o = all;
	enum u8c_status status = s->rejected ? U8C_REJECTED : U8C_DONE;
	size_t none = 0, steps = 0;

	if (status == U8C_DONE)
		sniff(s, NULL, 0, &none, true);
	while (status == U8C_DONE && s->carried) {
		if (is_patient(s, steps))
			status = resolve(s, settle_carry(s, &o, true), &steps);
		else
			status = U8C_PAUSED;
	}
	if (status == U8C_DONE && !s->begun && !u8c_settle_start(s, &o))
		status = stopped(s);
	while (status == U8C_DONE && s->work && !u8c_form_flush(s, &o)) {
		if (is_patient(s, steps))
			status = resolve(s, 0, &steps);
		else
			status = U8C_PAUSED;
	}
	if (out_len)
		*out_len = all.room - o.room;
	return status;
}
