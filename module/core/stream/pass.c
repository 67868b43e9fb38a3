// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that a stream lets pass as it is, with or without its errors replaced: many
 * bytes at once.
 */
#include "stream/pass.h"
#include "stream/transcode.h"

void u8c_move_past(struct u8c_stream *s, const u8 *p, size_t n)
{
	s->source.after_high = false;
	s->target.after_high = false;
	s->bytes_in += n;
	if (s->config.flags & UTF8CHECK_POSITION)
		u8c_position_advance(s->impl->validate, &s->position, p, n);
}

bool u8c_takes_all(const struct u8c_stream *s)
{
	return s->begun && !s->config.forbid && !s->work &&
	       u8c_shares_table_3_7(&s->source) &&
	       s->config.action != UTF8CHECK_ESCAPE &&
	       !(s->config.flags & UTF8CHECK_UNESCAPE);
}

bool u8c_passes(const struct u8c_stream *s)
{
	return u8c_takes_all(s) && (s->config.flags & UTF8CHECK_NO_OUTPUT ||
				    u8c_shares_table_3_7(&s->target));
}

static u64 sum(const u64 *counters, size_t n)
{
	u64 total = 0;

	while (n--)
		total += counters[n];
	return total;
}

size_t u8c_pass(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	u64 before = sum(s->by_length, 4);

	n = s->impl->validate->copy_valid(p, n, o->next, s->by_length, s->impl->validate);
	s->code_points += sum(s->by_length, 4) - before;
	if (!n)
		return 0;
	u8c_gave(s, o, n);
	u8c_move_past(s, p, n);
	return n;
}

bool u8c_repairs(const struct u8c_stream *s, const struct u8c_output *o, size_t n)
{
	return s->errors && !s->list && o->next &&
	       s->config.action == UTF8CHECK_REPLACE &&
	       s->source.profile == UTF8CHECK_RFC3629 &&
	       n >= U8C_REPAIR_TEXT && o->room >= U8C_REPAIR_ROOM;
}

/* Settles all but the output. */
static void settle_repair(struct u8c_stream *s, struct u8c_replacement *r)
{
	u64 points = sum(s->by_length, 4), errors = sum(s->by_reason, U8C_REASONS);
	const u8 *in = r->in, *out = r->out;

	r->by_length = s->by_length;
	r->by_reason = s->by_reason;
	s->impl->validate->replace(r, s->impl->validate);
	/* The output has a code point for each of the input's, and for each error. */
	if (s->config.flags & UTF8CHECK_POSITION)
		u8c_position_advance(s->impl->validate, &s->position, out, r->out - out);
	s->code_points += sum(s->by_length, 4) - points;
	s->errors += sum(s->by_reason, U8C_REASONS) - errors;
	s->bytes_in += r->in - in;
	s->source.after_high = false;
	s->target.after_high = false;
}

size_t u8c_repair(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	struct u8c_replacement r = {
		.in = p, .end = p + n, .out = o->next, .out_end = o->next + o->room,
	};

	settle_repair(s, &r);
	u8c_gave(s, o, r.out - o->next);
	return r.in - p;
}

bool u8c_only_counts(const struct u8c_stream *s, size_t n)
{
	return s->config.flags & UTF8CHECK_NO_OUTPUT && !s->list && u8c_passes(s) &&
	       (s->config.action == UTF8CHECK_PASS ||
		s->config.action == UTF8CHECK_DROP ||
		s->config.action == UTF8CHECK_REPLACE) &&
	       s->source.profile == UTF8CHECK_RFC3629 && n >= U8C_REPAIR_TEXT;
}

size_t u8c_count_errors(struct u8c_stream *s, const u8 *p, size_t n)
{
	u8 unseen[2 * U8C_REPAIR_ROOM];
	struct u8c_replacement r = {
		.in = p, .end = p + n, .out = unseen, .out_end = unseen + sizeof(unseen),
	};

	settle_repair(s, &r);
	return r.in - p;
}
