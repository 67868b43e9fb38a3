// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts under a normalization form.
 *
 * Text that the form does not change is copied in long stretches.  Between
 * these are segments, mostly of one or two code points: a segment begins at a
 * place where the text may be cut, and ends at the next one.
 */
#include "normalize/canonical.h"
#include "validate/validate.h"
#include "normalize/candidates.h"
#include "normalize/transform.h"
#include "normalize/rewrite.h"

/* Makes the error of a run that is too long at @offset. */
static void set_error(struct utf8check_error *e, struct u8c_text text, size_t offset)
{
	u8 copy[U8C_SEQUENCE_MAX];
	const u8 *next = copy;
	size_t n;
	u32 cp;

	if (!e)
		return;
	n = u8c_snapshot(copy, text.p + offset, text.n - offset);
	cp = u8c_take(&next, copy + n);
	u8c_record_error(e, copy, next - copy, UTF8CHECK_REASON_COMBINING_RUN, cp);
	e->offset = offset;
}

/*
 * How many bytes at the start are ASCII that does not depend on what follows.  The
 * last character of ASCII may compose with the next code point.
 */
static size_t ascii_start(const u8 *p, size_t n)
{
	size_t ascii = u8c_ascii_up_to(p, n);

	return ascii && ascii < n ? ascii - 1 : ascii;
}

static void write_ascii(struct u8c_sink *s, const struct u8c_impl *impl,
			enum utf8check_form form, const u8 *p, size_t n)
{
	if (!u8c_folds_ascii(form)) {
		u8c_sink_copy(s, p, n, p + n);
		return;
	}
	if (n <= s->room)
		impl->form->lower(p, n, s->out, impl->form);
	s->made += n;
}

/* Is the text from @from on well-formed? */
static bool is_valid_from(const struct u8c_impl *impl, struct u8c_text text,
			  size_t from, struct utf8check_error *e)
{
	if (u8c_validate(impl, &u8c_rfc3629, text.p + from, text.n - from, e))
		return true;
	if (e)
		e->offset += from;
	return false;
}

enum u8c_made u8c_normalize(const struct u8c_impl *impl, enum utf8check_form form,
			    struct u8c_text text, struct u8c_sink *s, struct utf8check_error *e)
{
	size_t start = ascii_start(text.p, text.n), n, at = 0;

	s->made = 0;
	if (!is_valid_from(impl, text, start, e))
		return U8C_MADE_ILL_FORMED;
	if (form == UTF8CHECK_FORM_NONE)
		start = text.n;
	n = text.n - start;
	write_ascii(s, impl, form, text.p, start);
	if (u8c_rewrite(s, impl, form, u8c_text(text.p + start, n), &at) < n) {
		set_error(e, text, start + at);
		return U8C_MADE_COMBINING_RUN;
	}
	return s->made <= s->room ? U8C_MADE : U8C_MADE_FULL;
}

/* Bytes that are validated at once: of the first part, and of a later one, which fits a cache. */
#define PART_MIN 512u
#define PART_MAX 65536u

/*
 * The length of a part that @text begins with: it is well-formed, and the text may be cut after
 * it.  Validates @n bytes at a time, and more only where these are within one segment.
 *
 * Return: 0 where no segment ends before an error.
 */
static size_t valid_part(const struct u8c_impl *impl, enum utf8check_form form,
			 struct u8c_text text, size_t n)
{
	size_t valid, cut, seen = 0;

	for (;; seen = valid, n = n < PART_MAX ? PART_MAX : 2 * n) {
		if (n > text.n)
			n = text.n;
		valid = u8c_valid_up_to(impl, &u8c_rfc3629, text.p, n);
		if (valid == text.n)
			return valid;
		/* The text may be cut where the last try ended; before that it may not. */
		cut = u8c_segment_start(form, text.p, seen ? seen - 1 : 0, valid);
		if (cut < seen)
			cut = 0;
		/* Fewer bytes are left of a sequence that is only unfinished. */
		if (cut || n == text.n || n - valid >= U8C_SEQUENCE_MAX)
			return cut;
	}
}

/* Is a segment its own form?  If not, @at is the first difference. */
static noinline bool is_own_form(enum utf8check_form form, const u8 *p, size_t n, size_t *at)
{
	const u8 *q = p, *end = p + n, *next;
	struct u8c_recompose made;

	u8c_recompose_init(&made, form, p, n);
	for (; q < end; q = next) {
		next = q;
		*at = q - p;
		if (u8c_recompose_next(&made) != u8c_take(&next, end))
			return false;
	}
	*at = n;
	return u8c_recompose_next(&made) == U8C_END;
}

/* Is well-formed text its own form?  If not, *@offset grows by the place of the difference. */
static bool is_part_normalized(const struct u8c_impl *impl, enum utf8check_form form,
			       struct u8c_text text, size_t *offset)
{
	struct u8c_candidates candidates;
	size_t done = 0, part, at;

	u8c_candidates_init(&candidates, impl, form, text, false);
	while ((done = u8c_candidates_span_yes(&candidates, done)) < text.n) {
		part = u8c_segment_end(form, text.p + done, text.n - done);
		if (!is_own_form(form, text.p + done, part, &at)) {
			*offset += done + at;
			return false;
		}
		done += part;
	}
	return true;
}

bool u8c_is_normalized(const struct u8c_impl *impl, enum utf8check_form form,
		       struct u8c_text text, size_t *offset, struct utf8check_error *e)
{
	size_t at = u8c_folds_ascii(form) ? 0 : ascii_start(text.p, text.n);
	size_t n, step = PART_MIN;
	struct utf8check_error own;

	if (!e)
		e = &own;
	for (; form && at < text.n; at += n, step = PART_MAX) {
		n = valid_part(impl, form, u8c_text(text.p + at, text.n - at), step);
		if (!n)
			break;
		*offset = at;
		if (!is_part_normalized(impl, form, u8c_text(text.p + at, n), offset))
			return false;
	}
	*offset = text.n;
	if (is_valid_from(impl, text, at, e))
		return true;
	*offset = e->offset;
	return false;
}

/* Has the code point at @p a lower class than the one before it? */
static bool is_late(const u8 *start, const u8 *p, u32 bits)
{
	u32 before;

	if (!(bits & U8C_CCC_BITS) || p == start)
		return false;
	u8c_look(u8c_step_back(start, p), p, &before);
	return before >> U8C_CCC_SHIFT > bits >> U8C_CCC_SHIFT;
}

/*
 * *@not_yes becomes the offset, from @from on, of the first code point whose answer is not Yes,
 * unless it is set already.  The search ends at a No, not at a Maybe.
 */
static bool is_answer_no(struct u8c_candidates *c, size_t from, size_t *not_yes)
{
	size_t at = u8c_candidates_next(c, 0);
	bool late;
	u32 bits;

	for (; at < c->n; at = u8c_candidates_next(c, at + 1)) {
		u8c_look(c->p + at, c->p + c->n, &bits);
		late = is_late(c->p, c->p + at, bits);
		if (!late && !(bits & U8C_STOP(c->form)))
			continue;
		if (*not_yes == ~(size_t)0)
			*not_yes = from + at;
		if (late || !u8c_composes(c->form) || !(bits & U8C_MAYBE))
			return true;
	}
	return false;
}

enum u8c_quick u8c_quick_check(const struct u8c_impl *impl, enum utf8check_form form,
			       struct u8c_text text, size_t *offset, struct utf8check_error *e)
{
	size_t not_yes = ~(size_t)0, at = 0, n, step = PART_MIN;
	struct u8c_candidates candidates;

	for (; form && at < text.n; at += n, step = PART_MAX) {
		n = valid_part(impl, form, u8c_text(text.p + at, text.n - at), step);
		if (!n)
			break;
		u8c_candidates_init(&candidates, impl, form, u8c_text(text.p + at, n), false);
		if (is_answer_no(&candidates, at, &not_yes)) {
			*offset = not_yes;
			return U8C_QUICK_NO;
		}
	}
	if (!is_valid_from(impl, text, at, e))
		return U8C_QUICK_ILL_FORMED;
	*offset = not_yes < text.n ? not_yes : text.n;
	return not_yes < text.n ? U8C_QUICK_MAYBE : U8C_QUICK_YES;
}
