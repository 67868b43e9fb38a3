// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How a stream settles text at once, many bytes of it.
 *
 *	passing		well-formed text comes out as it is, or is only judged
 *	repairing	as passing; after the first error each other one becomes U+FFFD
 *	counting	as passing, but errors are only counted
 *	to_wide		UTF-8 becomes UTF-16 or UTF-32
 *	from_wide	UTF-16 or UTF-32 becomes UTF-8, or stays what it is
 *	screening	as passing or to_wide, up to what is forbidden or escaped
 *	forming		text takes a normalization form, or is tested for having one
 *	one_by_one	nothing is settled at once
 */
#include "codec/boundary.h"
#include "name/property.h"
#include "stream/settle.h"

/* Bytes of a converted run that are still in the nearest cache when they are read again. */
#define RUN 16384u

/* Bytes that a form rewrites in about the time of a step. */
#define STEP_BYTES 4u

/* Moves past text whose output was given.  Where positions are counted it is well-formed. */
static void move_past(struct u8c_stream *s, const u8 *p, size_t n)
{
	s->source.after_high = false;
	s->target.after_high = false;
	s->bytes_in += n;
	if (s->config.forbid & U8C_FORBIDS_MISPLACED)
		u8c_placement_pass_text(&s->place, p, n);
	if (s->config.flags & UTF8CHECK_FLAG_POSITION)
		s->impl->validate->advance(&s->position, p, n, s->impl->validate);
}

static u64 count_errors(const struct u8c_stream *s)
{
	unsigned int i;
	u64 errors = 0;

	for (i = 0; i < U8C_REASONS; i++)
		errors += s->by_reason[i];
	return errors;
}

static size_t fit_in(const struct u8c_output *o, size_t n)
{
	return o->next && o->room < n ? o->room : n;
}

static size_t run_as_is(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			struct u8c_progress *g)
{
	const struct u8c_validate_impl *impl = s->impl->validate;
	size_t run;

	n = fit_in(o, n);
	run = impl->copy_valid(p, n, o->next, s->by_length, impl);
	g->ends = n - run >= U8C_SEQUENCE_MAX;
	if (!run)
		return 0;
	u8c_output_advance(s, o, run);
	move_past(s, p, run);
	return run;
}

/* Settles all but the output. */
static void settle_repair(struct u8c_stream *s, struct u8c_replacement *r)
{
	u64 errors = count_errors(s);
	const u8 *in = r->in, *out = r->out;

	r->by_length = s->by_length;
	r->by_reason = s->by_reason;
	s->impl->validate->replace(r, s->impl->validate);
	/* The output has a code point for each of the input's, and for each error. */
	if (s->config.flags & UTF8CHECK_FLAG_POSITION)
		s->impl->validate->advance(&s->position, out, r->out - out, s->impl->validate);
	s->errors += count_errors(s) - errors;
	s->bytes_in += r->in - in;
	s->source.after_high = false;
	s->target.after_high = false;
}

static bool has_room_to_repair(const struct u8c_output *o, size_t n)
{
	return o->next && n >= U8C_REPAIR_TEXT && o->room >= U8C_REPAIR_ROOM;
}

static size_t repair_after_error(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
				 size_t n, struct u8c_progress *g)
{
	struct u8c_replacement r = { .in = p, .end = p + n, .out = o->next };

	if (!has_room_to_repair(o, n))
		return 0;
	r.out_end = r.out + o->room;
	settle_repair(s, &r);
	u8c_output_advance(s, o, r.out - o->next);
	return r.in - p;
}

/* The first error is settled singly, which makes its record. */
static size_t run_repaired(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			   struct u8c_progress *g)
{
	if (s->errors && has_room_to_repair(o, n))
		return repair_after_error(s, o, p, n, g);
	return run_as_is(s, o, p, n, g);
}

static size_t count_after_error(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
				size_t n, struct u8c_progress *g)
{
	u8 unseen[2 * U8C_REPAIR_ROOM];
	struct u8c_replacement r = {
		.in = p, .end = p + n, .out = unseen, .out_end = unseen + sizeof(unseen),
	};

	if (n < U8C_REPAIR_TEXT)
		return 0;
	settle_repair(s, &r);
	return r.in - p;
}

static size_t run_to_wide(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			  struct u8c_progress *g)
{
	if (!o->next)
		return run_as_is(s, o, p, n, g);
	n = fit_in(o, n);
	/* It is read again to count lines and columns. */
	if (s->config.flags & UTF8CHECK_FLAG_POSITION && n > RUN)
		n = RUN;
	n = u8c_transcode_to(s, o, p, n);
	if (n)
		move_past(s, p, n);
	return n;
}

static size_t run_from_wide(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
			    size_t n, struct u8c_progress *g)
{
	return u8c_transcode_from(s, o, p, n);
}

/*
 * Finds how many bytes are well-formed, and how many of these are before what the
 * policy forbids.  What is found is kept: a run may end before.
 */
static void look_ahead(struct u8c_stream *s, const u8 *p, size_t n, struct u8c_progress *g)
{
	if (g->valid > n) {
		g->valid = u8c_previous_boundary(&u8c_rfc3629, p, g->valid, n);
		g->ends = false;
	}
	if (!g->valid) {
		n = n < s->window ? n : s->window;
		g->valid = s->impl->validate->valid_up_to(p, n, s->impl->validate);
		g->ends = n - g->valid >= U8C_SEQUENCE_MAX;
		if (n == s->window && !g->ends)
			u8c_widen(s);
	}
	if (g->allowed > g->valid)
		g->allowed = g->valid;
	if (!g->allowed)
		g->allowed = s->refused.wanted ?
			     u8c_allowed_up_to(&s->refused, s->impl, p, g->valid) : g->valid;
}

static size_t count_settled(struct u8c_stream *s, const u8 *p, size_t n)
{
	move_past(s, p, n);
	s->impl->validate->count(p, n, s->by_length, s->impl->validate);
	return n;
}

static size_t run_screened(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			   struct u8c_progress *g)
{
	const bool escapes = s->config.action == UTF8CHECK_ACTION_ESCAPE ||
			     s->config.flags & UTF8CHECK_FLAG_UNESCAPE;
	size_t run = 0;

	n = fit_in(o, n);
	if (u8c_is_wide(&s->target) && n > RUN)
		n = RUN;
	look_ahead(s, p, n, g);
	while (escapes && run < g->allowed && p[run] != '\\')
		run++;
	run = escapes ? run : g->allowed;
	if (!run)
		return 0;
	if (u8c_is_wide(&s->target) && o->next) {
		run = u8c_transcode_to(s, o, p, run);
		move_past(s, p, run);
	} else {
		u8c_give(s, o, p, run);
		count_settled(s, p, run);
	}
	u8c_progress_past(g, run);
	return run;
}

/*
 * Does an error after the allowed text end the text for its form?  It does not where it is
 * dropped, or read as a code point of the text.
 */
static bool ends_text(const struct u8c_stream *s, const struct u8c_progress *g)
{
	return g->ends && g->allowed == g->valid && !s->decode &&
	       s->config.action != UTF8CHECK_ACTION_DROP &&
	       s->config.action != UTF8CHECK_ACTION_SHORTEST;
}

static size_t run_formed(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			 struct u8c_progress *g)
{
	size_t run;
	bool final;

	look_ahead(s, p, fit_in(o, n), g);
	if (!g->allowed)
		return 0;
	final = ends_text(s, g);
	run = u8c_form_run(s, o, p, g->allowed, final);
	if (run) {
		u8c_give(s, o, p, run);
	} else {
		run = u8c_form_block(s, o, p, g->allowed, final);
		g->steps += run / STEP_BYTES;
	}
	if (run)
		count_settled(s, p, run);
	u8c_progress_past(g, run);
	return run;
}

/* A run does not begin with a byte that begins no sequence; often several are together. */
static size_t run_unless_bad(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
			     size_t n, struct u8c_progress *g)
{
	return (*p >= 0x80 && *p < 0xc2) || *p >= 0xf5 ? 0 : s->run_ops->run(s, o, p, n, g);
}

static size_t run_nothing(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			  struct u8c_progress *g)
{
	return 0;
}

static const struct u8c_run_ops passing = { run_as_is, run_unless_bad };
static const struct u8c_run_ops repairing = { run_repaired, repair_after_error };
static const struct u8c_run_ops counting = { run_as_is, count_after_error };
static const struct u8c_run_ops to_wide = { run_to_wide, run_nothing };
static const struct u8c_run_ops from_wide = { run_from_wide, run_nothing };
static const struct u8c_run_ops screening = { run_screened, run_nothing };
static const struct u8c_run_ops forming = { run_formed, run_unless_bad };
static const struct u8c_run_ops one_by_one = { run_nothing, run_nothing };

/*
 * For a stream whose output is its input, or that has none.  A list has a record of each
 * error, so nothing is repaired or counted at once.
 */
static const struct u8c_run_ops *ops_to_pass(const struct u8c_stream *s)
{
	const unsigned int action = s->config.action;

	if (s->source.profile != UTF8CHECK_PROFILE_RFC3629 || s->list)
		return &passing;
	if (!(s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT))
		return action == UTF8CHECK_ACTION_REPLACE && !s->decode ? &repairing : &passing;
	return action == UTF8CHECK_ACTION_PASS || action == UTF8CHECK_ACTION_DROP ||
	       action == UTF8CHECK_ACTION_REPLACE ? &counting : &passing;
}

/* For a target that writes all code points of RFC 3629 in known bytes. */
static const struct u8c_run_ops *ops_from_utf8(const struct u8c_stream *s)
{
	const bool as_it_is = s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT ||
			      u8c_shares_table_3_7(&s->target);

	if (!as_it_is && (!u8c_is_wide(&s->target) || s->work))
		return &one_by_one;
	if (s->work)
		return &forming;
	if (s->config.forbid || s->config.action == UTF8CHECK_ACTION_ESCAPE ||
	    s->config.flags & UTF8CHECK_FLAG_UNESCAPE)
		return &screening;
	return as_it_is ? ops_to_pass(s) : &to_wide;
}

void u8c_choose_run_ops(struct u8c_stream *s)
{
	s->run_ops = &one_by_one;
	if (!s->begun)
		return;
	if (u8c_shares_table_3_7(&s->source))
		s->run_ops = ops_from_utf8(s);
	else if (u8c_can_transcode_from(s))
		s->run_ops = &from_wide;
}
