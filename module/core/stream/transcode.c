// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs of well-formed text that a stream reads or writes as UTF-16 or UTF-32.
 *
 * A code point that RFC 3629 has is written alike by all profiles of UTF-16 and UTF-32, and of
 * UTF-8 by those with sequences of four bytes.  So a run has no lone surrogate, even where the
 * profile allows them, and is written whole where there is room; what is not certain is left
 * after the run.
 */
#include "stream/settle.h"
#include "wide/wide.h"

/* Bytes that are still in the nearest cache when they are counted. */
#define RUN 16384u

static bool is_utf32(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF32LE ||
	       c->encoding == UTF8CHECK_ENCODING_UTF32BE;
}

bool u8c_is_wide(const struct u8c_coding *c)
{
	return (c->encoding == UTF8CHECK_ENCODING_UTF16LE ||
		c->encoding == UTF8CHECK_ENCODING_UTF16BE || is_utf32(c)) &&
	       u8c_rules[c->profile].last >= 0x10ffff;
}

bool u8c_shares_table_3_7(const struct u8c_coding *c)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];

	/* Four bytes are enough for U+10FFFF. */
	return c->encoding == UTF8CHECK_ENCODING_UTF8 && rule->longest >= 4;
}

static bool is_big(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF16BE ||
	       c->encoding == UTF8CHECK_ENCODING_UTF32BE;
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
	if (o->next && n > o->room)
		n = o->room;
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

static size_t convert_from(struct u8c_stream *s, struct u8c_output *o,
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
	       (u8c_is_wide(&s->target) && is_utf32(&s->source) == is_utf32(&s->target));
}

bool u8c_can_transcode_from(const struct u8c_stream *s)
{
	return u8c_is_wide(&s->source) && !s->work && !s->config.forbid &&
	       s->config.action != UTF8CHECK_ACTION_ESCAPE &&
	       (keeps_units(s) || u8c_shares_table_3_7(&s->target));
}

size_t u8c_transcode_from(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	size_t pairs = 0;

	n = n < RUN ? n : RUN;
	if (keeps_units(s) || !o->next)
		n = give_units(s, o, p, n, &pairs);
	else
		n = convert_from(s, o, p, n, &pairs);
	/* Without a run after_high stays, for the sequence that follows. */
	if (n)
		count_units(s, p, n, pairs);
	return n;
}

size_t u8c_transcode_to(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n)
{
	struct u8c_transcoding to = { .out = o->next, .out_end = o->next + o->room };
	u8c_transcode_fn *convert = is_utf32(&s->target) ? s->impl->wide->to_utf32 :
							   s->impl->wide->to_utf16;
	unsigned int i;

	n = convert(p, n, is_big(&s->target), &to, s->impl->wide);
	u8c_output_advance(s, o, to.out - o->next);
	for (i = 0; i < U8C_ARRAY_SIZE(to.by_length); i++)
		s->by_length[i] += to.by_length[i];
	return n;
}
