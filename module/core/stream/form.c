// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a stream does with a normalization form.
 *
 * Code points go through the normalizer, and what is ready of them to the
 * output.  Where the text may be cut, and the form leaves what follows as it
 * is, that passes in a run.  A stream that only asks whether the text is
 * normalized has the checker instead, which makes the form and compares.
 */
#include "stream/form.h"
#include "normalize/quick_check.h"
#include "normalize/rewrite.h"

#define BLOCK_MAX 4096u
#define BLOCK_MIN 32u
/* A cut is looked for in the last bytes of a block. */
#define CUT_WITHIN 64u

static bool only_asks(const struct u8c_stream *s)
{
	return s->config.forbid >> UTF8CHECK_NOT_NORMALIZED & 1;
}

void u8c_form_begin(struct u8c_stream *s)
{
	u8c_verifier_init(s->work, s->config.form,
			 s->config.flags & UTF8CHECK_STREAM_SAFE);
}

bool u8c_form_drain(struct u8c_stream *s, struct u8c_output *o)
{
	struct u8c_incremental *n = &s->work->normalizer;
	struct u8c_coding target = s->target;
	u8 bytes[U8C_SEQUENCE_MAX];
	u64 cp;

	/* What may not stand behind a surrogate was refused before. */
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

/* The bytes of those that wait to be known the same. */
static u64 bytes_waiting(const struct u8c_verifier *c)
{
	u64 sum = 0;
	size_t i;

	for (i = 0; i < U8C_SEQUENCE_MAX; i++)
		sum += c->waiting[i] * (i + 1);
	return sum;
}

/*
 * The stream goes back to where the text is no more what its form is.  The last
 * @uncounted bytes that the checker has are not counted yet.
 */
static void reject(struct u8c_stream *s, unsigned int uncounted)
{
	struct u8c_verifier *c = s->work;
	struct u8c_error *e = &s->first;
	size_t i;

	s->bytes_in = s->bytes_in + uncounted - bytes_waiting(c);
	if (uncounted)
		c->waiting[uncounted - 1]--;
	for (i = 0; i < U8C_SEQUENCE_MAX; i++) {
		s->code_points -= c->waiting[i];
		s->by_length[i] -= c->waiting[i];
		if (s->config.flags & UTF8CHECK_POSITION)
			s->position.column -= c->waiting[i];
	}
	memset(e, 0, sizeof(*e));
	e->reason = UTF8CHECK_NOT_NORMALIZED;
	e->offset = s->bytes_in;
	e->line = s->position.line;
	e->column = s->position.column;
	e->value = c->queue[c->first] & 0x1fffff;
	e->count = u8c_encode(&s->source, e->value, e->bytes);
	e->length = e->count;
	e->span = e->count;
	s->errors = 1;
	s->by_reason[UTF8CHECK_NOT_NORMALIZED] = 1;
	s->rejected = true;
}

bool u8c_form_flush(struct u8c_stream *s, struct u8c_output *o)
{
	if (only_asks(s)) {
		u8c_verifier_finish(s->work);
		if (s->work->differs)
			reject(s, 0);
		return !s->rejected;
	}
	if (!u8c_form_drain(s, o))
		return false;
	u8c_incremental_finish(&s->work->normalizer);
	return u8c_form_drain(s, o);
}

int u8c_form_put(struct u8c_stream *s, struct u8c_output *o, u64 cp,
		 unsigned int length)
{
	if (only_asks(s)) {
		if (!u8c_verifier_push(s->work, cp, length))
			return -1;
		if (s->work->differs)
			reject(s, length);
		return !s->rejected;
	}
	if (!u8c_form_drain(s, o))
		return 0;
	/* What is held may have been given since, and the run with it. */
	if (!s->work->stuck)
		s->work->stuck = !u8c_incremental_push(&s->work->normalizer, cp);
	return s->work->stuck ? -1 : 1;
}

/*
 * The form whose stable text may be passed over.  Nonstarters are counted in
 * NFKD for the Stream-Safe Text Process: there U+FF9E is one.  What NFKC leaves
 * as it is, NFC does too; none serves for NFD with case folded.
 */
static enum utf8check_form passing_form(const struct u8c_stream *s)
{
	if (!(s->config.flags & UTF8CHECK_STREAM_SAFE))
		return s->config.form;
	switch (s->config.form) {
	case UTF8CHECK_FORM_NONE:
	case UTF8CHECK_NFC:
		return UTF8CHECK_NFKC;
	case UTF8CHECK_NFD:
		return UTF8CHECK_NFKD;
	case UTF8CHECK_NFD_CASEFOLD:
		return UTF8CHECK_FORM_NONE;
	default:
		return s->config.form;
	}
}

size_t u8c_form_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		    size_t n)
{
	enum utf8check_form form = passing_form(s);
	const u8 *next = p;
	size_t run;

	if (!form || ((s->work->stuck ||
		       u8c_incremental_is_open(&s->work->normalizer)) &&
		      !u8c_has_boundary_before(form, u8c_take(&next, p + n))))
		return 0;
	run = u8c_stable_up_to(s->impl, form, p, n, false);
	if (!run || !u8c_form_flush(s, o))
		return 0;
	/* What was held may have taken the room. */
	return o->next && o->room < run ? 0 : run;
}

/*
 * The last place in @n bytes of the text where it may be cut, or 0.  The text
 * ends at @end: a code point may reach beyond the @n bytes.
 */
static size_t last_cut(enum utf8check_form form, const u8 *p, size_t n, const u8 *end)
{
	size_t stop = n < CUT_WITHIN ? 0 : n - CUT_WITHIN;
	const u8 *next;

	while (--n > stop) {
		next = p + n;
		if (!u8c_is_continuation(p[n]) &&
		    u8c_has_boundary_before(form, u8c_take(&next, end)))
			return n;
	}
	return 0;
}

/*
 * How much of a text surely has its form in @room bytes: NFKC and NFKD make at
 * most eleven bytes of one (U+FDFA), the canonical forms three (UAX #15
 * section 15; U+0390 and the like).
 */
static size_t block_for(const struct u8c_stream *s, const struct u8c_output *o,
			size_t n)
{
	size_t grows = s->config.form <= UTF8CHECK_NFD ? 3 : 11;

	if (o->next && o->room / grows < n)
		n = o->room / grows;
	return n < BLOCK_MAX ? n : BLOCK_MAX;
}

size_t u8c_form_block(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		      size_t n)
{
	struct u8c_sink sink = { 0 };
	const u8 *end = p + n, *next = p;
	size_t at;

	if (only_asks(s) || s->config.flags & UTF8CHECK_STREAM_SAFE ||
	    !u8c_has_boundary_before(s->config.form, u8c_take(&next, end)) ||
	    !u8c_form_flush(s, o))
		return 0;
	n = block_for(s, o, n);
	if (n < BLOCK_MIN)
		return 0;
	n = last_cut(s->config.form, p, n, end);
	sink.out = o->next;
	sink.room = o->room;
	n = u8c_rewrite(&sink, s->impl, s->config.form, p, n, &at);
	if (o->next) {
		/* It does fit, unless the text has changed. */
		if (sink.made > sink.room)
			return 0;
		o->next += sink.made;
		o->room -= sink.made;
		s->bytes_out += sink.made;
	}
	return n;
}

void u8c_form_pass(struct u8c_stream *s, size_t n)
{
	if (only_asks(s))
		u8c_verifier_pass(s->work, n);
}

bool u8c_form_leaves_out(const struct u8c_stream *s, u64 cp)
{
	u32 points[U8C_MAPPING_MAX];

	return s->work && cp <= 0x10ffff &&
	       !u8c_decompose(s->config.form, cp, points);
}
