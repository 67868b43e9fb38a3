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
 *
 * A code point that RFC 3629 has is written alike by all profiles of UTF-16 and UTF-32, and of
 * UTF-8 by those with sequences of four bytes.  So a run has no lone surrogate, even where the
 * profile allows them, and is written whole where there is room; what is not certain is left
 * after the run.
 */
#include "codec/boundary.h"
#include "name/property.h"
#include "stream/settle.h"
#include "wide/wide.h"

/* Bytes of a converted run that are still in the nearest cache when they are read again. */
#define RUN 16384u

/* Bytes that a form rewrites in about the time of a step. */
#define STEP_BYTES 4u

static bool is_utf32(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF32LE ||
	       c->encoding == UTF8CHECK_ENCODING_UTF32BE;
}

/* Is it UTF-16 or UTF-32 with at least all code points of Unicode? */
static bool is_wide(const struct u8c_coding *c)
{
	return (c->encoding == UTF8CHECK_ENCODING_UTF16LE ||
		c->encoding == UTF8CHECK_ENCODING_UTF16BE || is_utf32(c)) &&
	       u8c_rules[c->profile].last >= 0x10ffff;
}

/* Does the coding write all code points of RFC 3629 as RFC 3629 does? */
static bool shares_table_3_7(const struct u8c_coding *c)
{
	/* Four bytes are enough for U+10FFFF. */
	return c->encoding == UTF8CHECK_ENCODING_UTF8 && u8c_rules[c->profile].longest >= 4;
}

static bool is_big(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF16BE ||
	       c->encoding == UTF8CHECK_ENCODING_UTF32BE;
}

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
	u64 errors = 0;

	for (unsigned int i = 0; i < U8C_REASONS; i++)
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

/*
 * Gives a run of UTF-8 as UTF-16 or UTF-32, and counts it.  Return: how many bytes of @p are
 * well-formed and had room.
 */
static size_t give_wide(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	struct u8c_transcoding to = { .out = o->next, .out_end = o->next + o->room };
	u8c_transcode_fn *convert = is_utf32(&s->target) ? s->impl->wide->to_utf32 :
							   s->impl->wide->to_utf16;

	n = convert(p, n, is_big(&s->target), &to, s->impl->wide);
	u8c_output_advance(s, o, to.out - o->next);
	for (unsigned int i = 0; i < U8C_ARRAY_SIZE(to.by_length); i++)
		s->by_length[i] += to.by_length[i];
	return n;
}

static size_t run_to_wide(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n,
			  struct u8c_progress *g)
{
	if (!o->next)
		return run_as_is(s, o, p, n, g);
	n = fit_in(o, n);
	/* The run is read again to count lines and columns. */
	if (s->config.flags & UTF8CHECK_FLAG_POSITION && n > RUN)
		n = RUN;
	n = give_wide(s, o, p, n);
	if (n)
		move_past(s, p, n);
	return n;
}

static void count_units(struct u8c_stream *s, const u8 *p, size_t n, size_t pairs)
{
	const bool counts = s->config.flags & UTF8CHECK_FLAG_POSITION;

	s->source.after_high = false;
	s->target.after_high = false;
	s->bytes_in += n;
	if (is_utf32(&s->source)) {
		s->by_length[3] += n / 4;
		if (counts)
			u8c_position_advance_utf32(&s->position, p, n, is_big(&s->source));
		return;
	}
	s->by_length[1] += n / 2 - 2 * pairs;
	s->by_length[3] += pairs;
	if (counts)
		u8c_position_advance_utf16(&s->position, p, n, pairs, is_big(&s->source));
}

/* Gives units of the source's size: well-formed text as it is, or in the other byte order. */
static size_t give_units(struct u8c_stream *s, struct u8c_output *o,
			 const u8 *p, size_t n, size_t *pairs)
{
	n = fit_in(o, n);
	if (is_utf32(&s->source))
		n = u8c_valid_utf32(p, n, is_big(&s->source));
	else
		n = s->impl->wide->valid_utf16(p, n, is_big(&s->source), pairs, s->impl->wide);
	if (!o->next)
		return n;
	if (s->source.encoding == s->target.encoding)
		memcpy(o->next, p, n);
	else if (is_utf32(&s->source))
		u8c_swap_utf32(p, n, o->next);
	else
		u8c_swap_utf16(p, n, o->next);
	u8c_output_advance(s, o, n);
	return n;
}

static size_t give_utf8(struct u8c_stream *s, struct u8c_output *o,
			const u8 *p, size_t n, size_t *pairs)
{
	struct u8c_transcoding to = { .out = o->next, .out_end = o->next + o->room };
	u8c_transcode_fn *from = is_utf32(&s->source) ? s->impl->wide->from_utf32 :
							s->impl->wide->from_utf16;

	n = from(p, n, is_big(&s->source), &to, s->impl->wide);
	*pairs = to.pairs;
	u8c_output_advance(s, o, to.out - o->next);
	return n;
}

/* Has the output units of the source's size, or is there none? */
static bool keeps_units(const struct u8c_stream *s)
{
	return s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT ||
	       (is_wide(&s->target) && is_utf32(&s->source) == is_utf32(&s->target));
}

static size_t run_from_wide(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
			    size_t n, struct u8c_progress *g)
{
	size_t pairs = 0;

	n = n < RUN ? n : RUN;
	if (keeps_units(s) || !o->next)
		n = give_units(s, o, p, n, &pairs);
	else
		n = give_utf8(s, o, p, n, &pairs);
	/* Without a run after_high stays, for the sequence that follows. */
	if (n)
		count_units(s, p, n, pairs);
	return n;
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
	size_t run;

	n = fit_in(o, n);
	if (is_wide(&s->target) && n > RUN)
		n = RUN;
	look_ahead(s, p, n, g);
	run = escapes ? u8c_length_before(p, g->allowed, '\\') : g->allowed;
	if (!run)
		return 0;
	if (is_wide(&s->target) && o->next) {
		run = give_wide(s, o, p, run);
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

/* After an error: a byte that begins no sequence is left at once, as often several follow. */
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
			      shares_table_3_7(&s->target);

	if (!as_it_is && (!is_wide(&s->target) || s->work))
		return &one_by_one;
	if (s->work)
		return &forming;
	if (s->config.forbid || s->config.action == UTF8CHECK_ACTION_ESCAPE ||
	    s->config.flags & UTF8CHECK_FLAG_UNESCAPE)
		return &screening;
	return as_it_is ? ops_to_pass(s) : &to_wide;
}

/* Is a source that is wide read in runs, when the text has begun? */
static bool can_run_from_wide(const struct u8c_stream *s)
{
	return !s->work && !s->config.forbid && s->config.action != UTF8CHECK_ACTION_ESCAPE &&
	       (keeps_units(s) || shares_table_3_7(&s->target));
}

void u8c_choose_run_ops(struct u8c_stream *s)
{
	s->run_ops = &one_by_one;
	if (!s->begun)
		return;
	if (shares_table_3_7(&s->source))
		s->run_ops = ops_from_utf8(s);
	else if (is_wide(&s->source) && can_run_from_wide(s))
		s->run_ops = &from_wide;
}
