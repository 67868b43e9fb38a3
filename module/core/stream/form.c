// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a stream does with a normalization form.
 *
 * Code points go into the normalizer, and from there to the output when they are ready.  Text
 * that the form leaves as it is goes to the output at once, and so does the form of a block,
 * both from one place where the text may be cut to another.  A stream that only asks whether
 * the text is normalized has a verifier, which makes the form and compares it with the text.
 */
#include "stream/settle.h"
#include "codec/boundary.h"
#include "normalize/candidates.h"
#include "normalize/rewrite.h"

#define BLOCK_MAX 4096u
#define BLOCK_MIN 32u
/* A cut is looked for in the last bytes of a block. */
#define CUT_WITHIN 64u

static bool only_asks(const struct u8c_stream *s)
{
	return s->config.forbid >> UTF8CHECK_REASON_NOT_NORMALIZED & 1;
}

bool u8c_form_drain(struct u8c_stream *s, struct u8c_output *o)
{
	struct u8c_incremental *n = &s->work->normalizer;
	struct u8c_coding target = s->target;
	u8 bytes[U8C_SEQUENCE_MAX];
	u64 cp;

	/* A low surrogate after a high one was refused before it came here. */
	target.after_high = false;
	while (u8c_incremental_is_ready(n)) {
		if (o->next && o->room < U8C_SEQUENCE_MAX)
			return false;
		u8c_incremental_next(n, &cp);
		if (o->next)
			u8c_give(s, o, bytes, u8c_encode(&target, cp, bytes));
	}
	return true;
}

bool u8c_form_differs(const struct u8c_stream *s)
{
	return s->work && only_asks(s) && s->work->differs;
}

/* Bytes of the code points that wait to be compared and are counted. */
static u64 waiting_bytes(const struct u8c_verifier *v)
{
	u64 bytes = 0;

	for (unsigned int i = v->first; i < v->end; i++)
		bytes += v->queue[i].length;
	return bytes;
}

/* Subtracts the code points that wait from the counts. */
static void uncount(struct u8c_stream *s)
{
	const struct u8c_verifier *v = s->work;

	for (unsigned int i = v->first; i < v->end; i++)
		s->by_length[v->queue[i].length - 1]--;
}

/*
 * The stream goes back to the first code point that differs, for its record, and stays there
 * if it is rejected.  No line feed is among those that wait: it ends what is compared.
 */
bool u8c_form_resolve(struct u8c_stream *s)
{
	struct u8c_verifier *v = s->work;
	const struct u8c_position position = s->position;
	const u64 bytes_in = s->bytes_in;
	u8 encoded[U8C_SEQUENCE_MAX];
	struct utf8check_error e;
	unsigned int length;
	u32 cp;

	if (u8c_list_stops(s))
		return false;
	cp = v->queue[v->first].cp;
	length = u8c_encode(&s->source, cp, encoded);
	u8c_record_error(&e, encoded, length, UTF8CHECK_REASON_NOT_NORMALIZED, cp);
	s->bytes_in -= waiting_bytes(v);
	if (s->config.flags & UTF8CHECK_FLAG_POSITION)
		s->position.column -= v->end - v->first;
	u8c_count_error(s, &e);
	s->rejected = s->config.action == UTF8CHECK_ACTION_REJECT;
	if (s->rejected) {
		uncount(s);
		return false;
	}
	s->bytes_in = bytes_in;
	s->position = position;
	s->by_length[length - 1]--;
	u8c_verifier_skip(v);
	s->window = U8C_WINDOW_MIN;
	return true;
}

bool u8c_form_flush(struct u8c_stream *s, struct u8c_output *o)
{
	if (only_asks(s)) {
		u8c_verifier_cut(s->work);
		return !s->work->differs;
	}
	if (!u8c_form_drain(s, o))
		return false;
	u8c_incremental_finish(&s->work->normalizer);
	return u8c_form_drain(s, o);
}

/* Code points after a difference wait until it is resolved. */
static enum u8c_step put_to_verifier(struct u8c_verifier *v, u64 cp, unsigned int length)
{
	if (cp > 0x10ffff)
		u8c_verifier_cut(v);
	if (v->differs)
		return U8C_STOPPED;
	if (!u8c_verifier_push(v, cp, length))
		return U8C_TOO_LONG;
	return v->differs && u8c_verifier_take_back(v) ? U8C_STOPPED : U8C_PUT;
}

enum u8c_step u8c_form_put(struct u8c_stream *s, struct u8c_output *o, u64 cp, unsigned int length)
{
	if (only_asks(s))
		return put_to_verifier(s->work, cp, length);
	if (!u8c_form_drain(s, o))
		return U8C_STOPPED;
	/* The run that was too long may have been given since. */
	if (!s->stuck)
		s->stuck = !u8c_incremental_push(&s->work->normalizer, cp);
	return s->stuck ? U8C_TOO_LONG : U8C_PUT;
}

/*
 * The form whose stable text goes to the output as it is; UTF8CHECK_FORM_NONE when there is
 * none.  The Stream-Safe Text Process counts nonstarters in NFKD, where U+FF9E is one: so it
 * takes the text that is stable in NFKC or NFKD, which is stable in NFC or NFD too.
 */
static enum utf8check_form passing_form(const struct u8c_stream *s)
{
	if (!(s->config.flags & UTF8CHECK_FLAG_STREAM_SAFE))
		return s->config.form;
	switch (s->config.form) {
	case UTF8CHECK_FORM_NONE:
	case UTF8CHECK_FORM_NFC:
		return UTF8CHECK_FORM_NFKC;
	case UTF8CHECK_FORM_NFD:
		return UTF8CHECK_FORM_NFKD;
	case UTF8CHECK_FORM_NFD_CASEFOLD:
		return UTF8CHECK_FORM_NONE;
	default:
		return s->config.form;
	}
}

size_t u8c_form_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n, bool final)
{
	enum utf8check_form form = passing_form(s);
	size_t run;

	if (n > s->window) {
		n = u8c_previous_boundary(&u8c_rfc3629, p, n, s->window);
		final = false;
		u8c_widen(s);
	}
	if (!form || ((s->stuck || s->work->skips ||
		       u8c_incremental_is_open(&s->work->normalizer)) &&
		      !u8c_has_boundary_at(form, p, p + n)))
		return 0;
	run = u8c_stable_up_to(s->impl, form, p, n, final);
	if (!run || !u8c_form_flush(s, o))
		return 0;
	/* The code points that were held may have taken the room. */
	if (o->next && o->room < run)
		return 0;
	return run;
}

/*
 * Bytes of text whose form certainly fits @room bytes: NFKC and NFKD make at most eleven bytes
 * of one (U+FDFA), the canonical forms three (UAX #15 section 15; U+0390 and the like).
 */
static size_t block_for(const struct u8c_stream *s, const struct u8c_output *o, size_t n)
{
	size_t grows = s->config.form <= UTF8CHECK_FORM_NFD ? 3 : 11;

	if (o->next && o->room / grows < n)
		n = o->room / grows;
	return n < BLOCK_MAX ? n : BLOCK_MAX;
}

size_t u8c_form_block(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n, bool final)
{
	struct u8c_sink sink;
	size_t whole = n, from, at;

	if (only_asks(s) || s->config.flags & UTF8CHECK_FLAG_STREAM_SAFE ||
	    !u8c_has_boundary_at(s->config.form, p, p + n) ||
	    !u8c_form_flush(s, o))
		return 0;
	n = block_for(s, o, n);
	if (!final || n < whole) {
		if (n < BLOCK_MIN)
			return 0;
		n = u8c_previous_boundary(&u8c_rfc3629, p, whole, n);
		from = n < CUT_WITHIN ? 0 : n - CUT_WITHIN;
		n = u8c_segment_start(s->config.form, p, from, n);
		if (n == from)
			return 0;
	}
	sink = u8c_sink(o->next, o->room);
	n = u8c_rewrite(&sink, s->impl, s->config.form, u8c_text(p, n), &at);
	/* The form fits, unless the text has changed. */
	if (o->next && sink.made > sink.room)
		return 0;
	u8c_output_advance(s, o, sink.made);
	return n;
}

bool u8c_form_leaves_out(const struct u8c_stream *s, u64 cp)
{
	u32 points[U8C_MAPPING_MAX];

	return s->work && cp <= 0x10ffff &&
	       !u8c_decompose(s->config.form, cp, points);
}
