// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs of well-formed text that a stream reads or writes as UTF-16.
 *
 * A code point that RFC 3629 has is written alike by all profiles of UTF-16,
 * and of UTF-8 by those with sequences of four bytes.  So a run has no
 * surrogate that stands alone, even where the profile allows them, and comes
 * out whole where there is room; what may be doubtful stays behind.
 */
#include "stream/transcode.h"
#include "utf16/utf16.h"

/* So much is still in the nearest cache when it is counted. */
#define RUN 16384u

bool u8c_is_utf16(const struct u8c_coding *c)
{
	return (c->encoding == UTF8CHECK_UTF16LE || c->encoding == UTF8CHECK_UTF16BE) &&
	       u8c_rules[c->profile].last >= 0x10ffff;
}

bool u8c_shares_table_3_7(const struct u8c_coding *c)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];

	return c->encoding == UTF8CHECK_UTF8 && rule->longest >= 4 &&
	       rule->last >= 0x10ffff;
}

static bool is_big(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_UTF16BE;
}

static void count_run(struct u8c_stream *s, const u8 *p, size_t n, size_t pairs)
{
	s->source.after_high = false;
	s->target.after_high = false;
	s->bytes_in += n;
	s->code_points += n / 2 - pairs;
	s->by_length[1] += n / 2 - 2 * pairs;
	s->by_length[3] += pairs;
	if (s->config.flags & UTF8CHECK_POSITION)
		u8c_position_advance_utf16(&s->position, p, n, pairs,
					   is_big(&s->source));
}

/* To UTF-16: what is well-formed comes out as it is, or swapped. */
static size_t give_units(struct u8c_stream *s, struct u8c_output *o,
			 const u8 *p, size_t n, size_t *pairs)
{
	if (o->next && n > o->room)
		n = o->room;
	n = s->impl->valid_utf16(p, n, is_big(&s->source), pairs, s->impl);
	if (!o->next)
		return n;
	if (s->source.encoding == s->target.encoding)
		memcpy(o->next, p, n);
	else
		u8c_swap_utf16(p, n, o->next);
	u8c_gave(s, o, n);
	return n;
}

size_t u8c_transcode_from(struct u8c_stream *s, struct u8c_output *o,
			  const u8 *p, size_t n)
{
	struct u8c_transcoding to = { .out = o->next };

	if (!u8c_is_utf16(&s->source) || !s->begun || s->work ||
	    s->config.forbid || s->config.action == UTF8CHECK_ESCAPE)
		return 0;
	n = n < RUN ? n : RUN;
	if (s->config.flags & UTF8CHECK_NO_OUTPUT || u8c_is_utf16(&s->target)) {
		n = give_units(s, o, p, n, &to.pairs);
	} else if (!u8c_shares_table_3_7(&s->target)) {
		return 0;
	} else if (!o->next) {
		n = give_units(s, o, p, n, &to.pairs);
	} else {
		to.out_end = o->next + o->room;
		n = s->impl->from_utf16(p, n, is_big(&s->source), &to, s->impl);
		u8c_gave(s, o, to.out - o->next);
	}
	count_run(s, p, n, to.pairs);
	return n;
}

size_t u8c_transcode_to(struct u8c_stream *s, struct u8c_output *o,
			const u8 *p, size_t n)
{
	struct u8c_transcoding to = { .out = o->next };

	if (!o->next)
		return n;
	to.out_end = o->next + o->room;
	n = s->impl->to_utf16(p, n, is_big(&s->target), &to, s->impl);
	u8c_gave(s, o, to.out - o->next);
	return n;
}
