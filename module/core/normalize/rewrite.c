// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The form of a text: from mark to mark, the fast way where there is one.
 *
 * What is not marked is copied.  At a mark a form that decomposes mostly has a
 * mapping that nothing can touch, and a form that composes a nonstarter behind
 * a starter; both are written at once, and so is Hangul.  All else is a segment.
 *
 * Each kind of form has a loop of its own, in which little depends on what was
 * looked up: the next mark is sought while that is still under way.
 */
#include "normalize/hangul.h"
#include "normalize/candidates.h"
#include "normalize/segment.h"
#include "normalize/rewrite.h"

/* May the text be cut before the code point at @p? */
static __always_inline bool begins_at(enum utf8check_form form, const u8 *p,
				      const u8 *end)
{
	u32 bits;

	u8c_look(p, end, &bits);
	return u8c_class_begins(form, bits);
}

/*
 * Forms that only decompose: the code point at a mark, if nothing before or
 * behind it can touch its mapping.  What stands before it is copied.
 *
 * Return: how many bytes it has; 0 when it is not so.
 */
static __always_inline size_t write_lone(struct u8c_sink *s, enum utf8check_form form,
					 const u8 *before, const u8 *p,
					 const u8 *end)
{
	const u8 *next = p;
	u32 cp = u8c_take(&next, end);
	struct u8c_mapping m;

	if (u8c_is_hangul(cp)) {
		u8c_sink_copy(s, before, p - before, end);
		return u8c_hangul_split(s, form, p, end);
	}
	if (!u8c_find_mapping(form, cp, &m) || !begins_at(form, p, end))
		return 0;
	/* What follows may belong into the run, and U+0345 fold last. */
	if (m.tail && form == UTF8CHECK_NFD_CASEFOLD)
		return 0;
	if (m.tail && next < end && !begins_at(form, next, end))
		return 0;
	u8c_sink_copy(s, before, p - before, end);
	u8c_sink_record(s, m.p, m.n);
	return next - p;
}

/*
 * Forms that compose: what composes at a mark with the code point before it,
 * one behind the other.  That one is not marked, so it stays.  What they become
 * is equivalent to them and a primary composite, so it is their form.  What
 * stands before them is copied.
 *
 * Return: how many bytes the marked ones have; 0 when it is not so simple.
 */
static __always_inline size_t write_composite(struct u8c_sink *s,
					      enum utf8check_form form,
					      const u8 *before, const u8 *p,
					      const u8 *end)
{
	const u8 *first = p, *next = p, *q;
	u32 cp;

	/*
	 * Folded, what composes may be something else: U+0345.  Jamo are joined
	 * elsewhere, many at once.
	 */
	if (p == before || *p == 0xe1 || form == UTF8CHECK_NFKC_CASEFOLD)
		return 0;
	do
		first--;
	while (first > before && u8c_is_continuation(*first));
	q = first;
	cp = u8c_take(&q, end);
	do {
		cp = u8c_compose(cp, u8c_take(&next, end));
		if (!cp)
			return 0;
	} while (next < end && !begins_at(form, next, end));
	u8c_sink_copy(s, before, first - before, end);
	u8c_sink_point(s, cp);
	return next - p;
}

/*
 * The segment of a mark, Hangul or any; what stands before it is copied.
 *
 * Return: how many bytes behind @before were taken; 0 when a run is too long,
 * and then @at is where.
 */
static noinline size_t write_segment(struct u8c_sink *s, enum utf8check_form form,
				     const u8 *before, const u8 *p,
				     const u8 *end, size_t *at)
{
	size_t n = p - before, part = 0;

	u8c_sink_copy(s, before, n, end);
	if (p == end)
		return n;
	if (*p == 0xe1 && u8c_composes(form))
		part = u8c_hangul_join(s, form, p, end);
	if (!part)
		part = u8c_segment_write(s, form, p, end, at);
	*at += n;
	return part ? n + part : 0;
}

static __always_inline size_t write_text(struct u8c_sink *s,
					 struct u8c_candidates *m,
					 enum utf8check_form form, size_t *at)
{
	const u8 *p = m->p, *end = p + m->n;
	size_t done = 0, mark, part;

	while (done < m->n) {
		mark = u8c_candidates_next(m, done);
		if (mark == m->n)
			part = 0;
		else if (u8c_composes(form))
			part = write_composite(s, form, p + done, p + mark,
					       end);
		else
			part = write_lone(s, form, p + done, p + mark, end);
		if (part) {
			done = mark + part;
			continue;
		}
		mark = u8c_candidates_doubt_at(m, done, mark);
		part = write_segment(s, form, p + done, p + mark, end, at);
		if (!part) {
			*at += done;
			return mark;
		}
		done += part;
	}
	return done;
}

size_t u8c_rewrite(struct u8c_sink *s, const struct u8c_impl *impl,
		   enum utf8check_form form, const u8 *p, size_t n, size_t *at)
{
	struct u8c_candidates m;

	u8c_candidates_init(&m, impl, form, p, n, false);
	if (form == UTF8CHECK_NFC)
		return write_text(s, &m, UTF8CHECK_NFC, at);
	if (form == UTF8CHECK_NFD)
		return write_text(s, &m, UTF8CHECK_NFD, at);
	return write_text(s, &m, form, at);
}
