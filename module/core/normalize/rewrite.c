// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The form of a text: from candidate to candidate.
 *
 * The text between candidates is copied.  Three frequent kinds of candidates are written at
 * once: a code point whose mapping does not touch what stands around it; under a form that
 * composes, a nonstarter that composes with the starter before it; and Hangul.  Every other
 * candidate is written with the whole of its segment: a short one is decomposed into an array,
 * put in order and composed there, a long one is read code point by code point.  Each of these
 * has a function of its own, so that their frames are not on the stack together.
 *
 * NFC and NFD have a loop of their own, compiled for one form: there the processor seeks the
 * next candidate while it still waits for the tables.
 *
 * Forms that fold change all capitals of ASCII.  These are not candidates: they are copied,
 * and then all output is put in small letters.
 */
#include "normalize/candidates.h"
#include "normalize/canonical.h"
#include "normalize/incremental.h"
#include "normalize/rewrite.h"

/* Copies more than 64 bytes, 64 at a time. */
static void copy_blocks(u8 *to, const u8 *p, size_t n)
{
	u8 *last = to + n - 64;
	const u8 *rest = p + n - 64;

	for (; to < last; p += 64, to += 64)
		__builtin_memcpy(to, p, 64);
	__builtin_memcpy(last, rest, 64);
}

/*
 * memcpy() takes "rep movsb" for some KiB, which on Zen 3 and 4 is three to ten times as
 * slow where the two places are not aligned alike.
 */
void u8c_sink_any(struct u8c_sink *s, const u8 *p, size_t n)
{
	size_t made = s->made;
	u8 *to;

	s->made += n;
	/* Without room there may be no output, either. */
	if (!n || s->made > s->room)
		return;
	to = s->out + made;
	if (n > 1024 && ((unsigned long)to ^ (unsigned long)p) & 63)
		copy_blocks(to, p, n);
	else
		memcpy(to, p, n);
}

/*
 * Forms that compose: writes the text from @before to @p and the code points
 * from @p on that compose, one after the other, with the last code point of
 * that text.  That one is no candidate, so it is its own form.  The composite is
 * equivalent to them all and a primary composite, so it is their form.
 *
 * Return: bytes of the code points from @p on; 0 when nothing was written.
 */
static __always_inline size_t write_composite(struct u8c_sink *s, enum utf8check_form form,
					      const u8 *before, const u8 *p, const u8 *end)
{
	const u8 *first, *next = p, *q;
	u32 cp, mark;

	/* Jamo, which u8c_hangul_join() composes; what else begins with E1 is rare. */
	if (p == before || *p == 0xe1)
		return 0;
	first = u8c_step_back(before, p);
	q = first;
	cp = u8c_take(&q, end);
	/* Capitals of ASCII are no candidates. */
	if (u8c_folds_ascii(form) && cp - 'A' < 26)
		cp += 'a' - 'A';
	do {
		mark = u8c_take(&next, end);
		/* The only one that composes and folds, to a starter. */
		if (form == UTF8CHECK_FORM_NFKC_CASEFOLD && mark == 0x345)
			return 0;
		cp = u8c_compose(cp, mark);
		if (!cp)
			return 0;
	} while (next < end && !u8c_has_boundary_at(form, next, end));
	u8c_sink_copy(s, before, first - before, end);
	u8c_sink_point(s, cp);
	return next - p;
}

/* Where the code points at @p end that the form leaves out. */
static const u8 *pass_left_out(enum utf8check_form form, const u8 *p, const u8 *end)
{
	const u8 *next = p;
	struct u8c_mapping m;

	while (p < end) {
		if (!u8c_find_composed(form, u8c_take(&next, end), &m) || m.n)
			break;
		p = next;
	}
	return p;
}

/* Can the code point at @next, after mapping @m, change that mapping, or be changed by it? */
static __always_inline bool touches_next(enum utf8check_form form, const struct u8c_mapping *m,
					 const u8 *next, const u8 *end)
{
	/* U+0345 folds last. */
	if (form == UTF8CHECK_FORM_NFD_CASEFOLD)
		return m->tail;
	/* Otherwise ASCII touches nothing, and a form that decomposes only continues a run. */
	return next < end && *next >= 0x80 && (m->tail || u8c_composes(form)) &&
	       !u8c_has_boundary_at(form, next, end);
}

/* Finds the form of a code point.  Return: false if it is its own form, or Hangul. */
static __always_inline bool find_form_of(enum utf8check_form form, u32 cp, struct u8c_mapping *m)
{
	if (u8c_composes(form))
		return u8c_find_composed(form, cp, m);
	/* A constant kind: the loop that is compiled for NFD reads one table less. */
	if (form == UTF8CHECK_FORM_NFD)
		return u8c_find_of(U8C_KIND_CANONICAL, cp, m);
	return u8c_find_mapping(form, cp, m);
}

/*
 * Writes the text from @before to @p, and the form of the code point at @p, if no code
 * point around it can change that.
 *
 * Return: bytes of the code points from @p on; 0 when nothing was written.
 */
static __always_inline size_t write_lone(struct u8c_sink *s, enum utf8check_form form,
					 const u8 *before, const u8 *p, const u8 *end)
{
	const u8 *next = p;
	u32 cp = u8c_take(&next, end);
	struct u8c_mapping m;

	if (!u8c_composes(form) && u8c_is_hangul(cp)) {
		u8c_sink_copy(s, before, p - before, end);
		return u8c_hangul_split(s, form, p, end);
	}
	if (!find_form_of(form, cp, &m))
		return 0;
	if (u8c_folds_ascii(form) && !m.n)
		next = pass_left_out(form, next, end);
	/* ASCII touches nothing before it, nor does what begins a segment. */
	else if (*m.p >= 0x80 && !u8c_class_begins(form, u8c_class_of(cp)))
		return 0;
	if (touches_next(form, &m, next, end))
		return 0;
	u8c_sink_both(s, before, p - before, end, &m);
	return next - p;
}

/* Forms that compose: writes the text up to @p, and the composite or the code point there. */
static __always_inline size_t write_either(struct u8c_sink *s, enum utf8check_form form,
					   const u8 *before, const u8 *p, const u8 *end)
{
	size_t part;
	u32 bits;

	/* Under NFC almost all candidates may compose. */
	if (form == UTF8CHECK_FORM_NFC) {
		part = write_composite(s, form, before, p, end);
		return part ? part : write_lone(s, form, before, p, end);
	}
	u8c_look(p, end, &bits);
	return bits & U8C_MAYBE ? write_composite(s, form, before, p, end) :
				  write_lone(s, form, before, p, end);
}

/* Code points of a segment, before they are composed, that are put in order in an array. */
#define SHORT_MAX 24

/* Return: false, and nothing is written, when the segment is not short. */
static noinline bool write_short_segment(struct u8c_sink *s, enum utf8check_form form,
					 const u8 *p, size_t n)
{
	struct u8c_decomposed text;
	unsigned int count = 0, i;
	u32 points[SHORT_MAX], point;

	u8c_decomposed_init(&text, form, p, n);
	while ((point = u8c_decomposed_next(&text)) != U8C_END) {
		if (count == SHORT_MAX)
			return false;
		points[count++] = point;
	}
	u8c_canonical_sort(points, count);
	if (u8c_composes(form))
		count = u8c_canonical_compose(points, count);
	for (i = 0; i < count; i++)
		u8c_sink_point(s, u8c_fold_last(form, points[i]));
	return true;
}

/* Is a run of the segment too long?  If so, *@unfit is the code point that does not fit. */
static noinline bool has_long_run(enum utf8check_form form, const u8 *p, size_t n, const u8 **unfit)
{
	struct u8c_decomposed points;
	size_t run = 0;
	u32 point;

	u8c_decomposed_init(&points, form, p, n);
	while ((point = u8c_decomposed_next(&points)) != U8C_END) {
		run = u8c_class_part(point) ? run + 1 : 0;
		if (run > U8C_RUN_MAX) {
			*unfit = u8c_step_back(p, points.p);
			return true;
		}
	}
	return false;
}

static noinline void write_long_segment(struct u8c_sink *s, enum utf8check_form form,
					const u8 *p, size_t n)
{
	struct u8c_recompose text;
	u32 cp;

	u8c_recompose_init(&text, form, p, n);
	while ((cp = u8c_recompose_next(&text)) != U8C_END)
		u8c_sink_point(s, cp);
}

/*
 * Writes the form of the segment at @p.
 *
 * Return: its bytes; 0 when a run is too long, and then *@unfit is as in has_long_run().
 */
static size_t write_any_segment(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
				const u8 *end, const u8 **unfit)
{
	size_t n = u8c_segment_end(form, p, end - p);

	if (write_short_segment(s, form, p, n))
		return n;
	if (has_long_run(form, p, n, unfit))
		return 0;
	write_long_segment(s, form, p, n);
	return n;
}

/*
 * Writes the text from @before to @p, and the segment at @p, or jamo as many as there are.
 *
 * Return: how many bytes were taken from @before on; 0 when a run is too long, and then
 * *@unfit is as in has_long_run().
 */
static noinline size_t write_up_to_segment(struct u8c_sink *s, const struct u8c_candidates *c,
				       const u8 *before, const u8 *p, const u8 **unfit)
{
	const u8 *end = c->p + c->n;
	size_t n = p - before, part = 0;

	u8c_sink_copy(s, before, n, end);
	if (p == end)
		return n;
	if (*p == 0xe1 && u8c_composes(c->form))
		part = u8c_hangul_join(s, c->form, p, end);
	if (!part)
		part = write_any_segment(s, c->form, p, end, unfit);
	return part ? n + part : 0;
}

/* Bytes that get small letters at a time: they are in the cache still. */
#define LOWER_AT_ONCE 2048

/* What was written from @from on gets small letters.  Return: where it ends. */
static noinline u64 lower_written(struct u8c_sink *s, const struct u8c_impl *impl, u64 from)
{
	/* A result without enough room is not used. */
	if (s->made <= s->room && from < s->made)
		impl->form->lower(s->out + from, s->made - from, s->out + from, impl->form);
	return s->made;
}

static __always_inline size_t write_text(struct u8c_sink *s, struct u8c_candidates *c,
					 enum utf8check_form form, size_t *at)
{
	const u8 *p = c->p, *end = p + c->n, *unfit;
	size_t done = 0, next, part;
	u64 lowered = s->made;

	while (done < c->n) {
		if (u8c_folds_ascii(form) && s->made - lowered >= LOWER_AT_ONCE)
			lowered = lower_written(s, c->impl, lowered);
		next = u8c_candidates_next(c, done);
		if (next == c->n)
			part = 0;
		else if (u8c_composes(form))
			part = write_either(s, form, p + done, p + next, end);
		else
			part = write_lone(s, form, p + done, p + next, end);
		if (part) {
			done = next + part;
			continue;
		}
		next = u8c_candidates_span_yes_at(c, done, next);
		part = write_up_to_segment(s, c, p + done, p + next, &unfit);
		if (!part) {
			*at = unfit - p;
			done = next;
			break;
		}
		done += part;
	}
	if (u8c_folds_ascii(form))
		lower_written(s, c->impl, lowered);
	return done;
}

size_t u8c_rewrite(struct u8c_sink *s, const struct u8c_impl *impl,
		   enum utf8check_form form, struct u8c_text text, size_t *at)
{
	struct u8c_candidates candidates;

	u8c_candidates_init(&candidates, impl, form, text, false);
	candidates.capitals = false;
	if (form == UTF8CHECK_FORM_NFC)
		return write_text(s, &candidates, UTF8CHECK_FORM_NFC, at);
	if (form == UTF8CHECK_FORM_NFD)
		return write_text(s, &candidates, UTF8CHECK_FORM_NFD, at);
	return write_text(s, &candidates, form, at);
}
