// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whole texts under a normalization form.
 *
 * What the form does not change is copied in long stretches.  Between these are
 * segments: from a place where the text may be cut to the next one, mostly a
 * code point or two.  A code point that becomes something that nothing can
 * touch is written at once; a short segment is decomposed into an array, put in
 * order and composed there; a long one is read without memory.
 */
#include "composed.h"
#include "normalize.h"
#include "normalizer.h"
#include "quick.h"
#include "run.h"

/* Code points of a segment that are put in order in an array. */
#define SEGMENT_MAX 24

/**
 * struct sink - where a result goes
 *
 * @out: room for it.
 * @room: bytes of it.
 * @made: bytes of the result; once there are more than @room, nothing is
 *	written any more.
 */
struct sink {
	u8 *out;
	size_t room;
	size_t made;
};

static __always_inline void write(struct sink *s, const u8 *p, size_t n)
{
	if (n && s->made + n <= s->room)
		memcpy(s->out + s->made, p, n);
	s->made += n;
}

/* A table's or an own buffer's bytes, of which there are few. */
static __always_inline void write_short(struct sink *s, const u8 *p, size_t n)
{
	size_t i;

	if (likely(s->made + n <= s->room))
		for (i = 0; i < n; i++)
			s->out[s->made + i] = p[i];
	s->made += n;
}

static __always_inline void write_point(struct sink *s, u32 cp)
{
	u8 bytes[4];

	if (likely(s->made + 4 <= s->room)) {
		s->made += u8c_put(cp, s->out + s->made);
		return;
	}
	write_short(s, bytes, u8c_put(cp, bytes));
}

static void write_points(struct sink *s, enum u8c_form form, const u32 *p,
			 unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		u32 cp = p[i] & 0x1fffff;

		if (form == U8C_NFD_CASEFOLD && cp == 0x345)
			cp = 0x3b9;
		write_point(s, cp);
	}
}

/* Orders and composes the last segment of an array, from @open on. */
static unsigned int close(enum u8c_form form, u32 *held, unsigned int open,
			  unsigned int count)
{
	bool starter = open < count && !(held[open] >> 24);
	unsigned int run = count - open - starter;

	u8c_run_sort(held + open + starter, run);
	if (starter && run && u8c_composes(form))
		return open + u8c_run_compose(held + open, run);
	return count;
}

/* Return: false, and nothing is written, when the segment is not short. */
static bool write_segment(struct sink *s, enum u8c_form form, const u8 *p,
			  size_t n)
{
	u32 held[SEGMENT_MAX], point, composite;
	unsigned int open = 0, count = 0;
	struct u8c_points points;

	u8c_points_init(&points, form, p, n);
	while ((point = u8c_points_next(&points)) != U8C_END) {
		if (count == SEGMENT_MAX)
			return false;
		if (!(point >> 24)) {
			count = close(form, held, open, count);
			composite = count == open + 1 && !(held[open] >> 24) &&
				    u8c_composes(form) ?
				    u8c_compose(held[open], point) : 0;
			if (composite) {
				held[open] = composite;
				continue;
			}
			open = count;
		}
		held[count++] = point;
	}
	count = close(form, held, open, count);
	write_points(s, form, held, count);
	return true;
}

/*
 * Is a run of the segment too long?  If so, @at is the offset of the code point
 * that does not fit.
 */
static bool has_long_run(enum u8c_form form, const u8 *p, size_t n, size_t *at)
{
	u32 points[U8C_MAPPING_MAX];
	const u8 *q = p, *end = p + n;
	size_t run = 0;

	while (q < end) {
		unsigned int count, i;

		*at = q - p;
		count = u8c_decompose(form, u8c_take(&q), points);
		for (i = 0; i < count; i++) {
			run = points[i] >> 24 ? run + 1 : 0;
			if (run > U8C_RUN_MAX)
				return true;
		}
	}
	return false;
}

static void write_long_segment(struct sink *s, enum u8c_form form, const u8 *p,
			       size_t n)
{
	struct u8c_composed text;
	u32 cp;

	u8c_composed_init(&text, form, p, n);
	while ((cp = u8c_composed_next(&text)) != U8C_END)
		write_point(s, cp);
}

static void write_hangul(struct sink *s, u32 cp)
{
	u32 syllable = cp - U8C_HANGUL_S;
	u32 t = syllable % U8C_HANGUL_T_COUNT, lv = syllable / U8C_HANGUL_T_COUNT;
	u32 l = lv / U8C_HANGUL_V_COUNT, v = lv % U8C_HANGUL_V_COUNT;
	u8 bytes[9];

	u8c_put(U8C_HANGUL_L + l, bytes);
	u8c_put(U8C_HANGUL_V + v, bytes + 3);
	u8c_put(U8C_HANGUL_T + t, bytes + 6);
	write_short(s, bytes, t ? 9 : 6);
}

/*
 * Forms that only decompose: a code point whose mapping nothing before or
 * behind it can touch.  Return: its length; 0 when it is not so.
 */
static size_t write_lone(struct sink *s, enum u8c_form form, const u8 *p,
			 const u8 *end)
{
	const u8 *next = p;
	u32 cp = u8c_take(&next);
	struct u8c_mapping m;

	if (!u8c_class_begins(form, u8c_class_of(cp)))
		return 0;
	if (u8c_is_hangul(cp)) {
		write_hangul(s, cp);
		return next - p;
	}
	if (!u8c_find_mapping(form, cp, &m))
		return 0;
	/* What follows may belong into the run, and U+0345 fold last. */
	if (m.tail && form == U8C_NFD_CASEFOLD)
		return 0;
	if (m.tail && next < end) {
		const u8 *after = next;

		if (!u8c_class_begins(form, u8c_class_of(u8c_take(&after))))
			return 0;
	}
	write_short(s, m.p, m.n);
	return next - p;
}

static void set_error(struct u8c_error *e, const u8 *p, size_t offset)
{
	const u8 *next = p + offset;

	if (!e)
		return;
	memset(e, 0, sizeof(*e));
	e->offset = offset;
	e->value = u8c_take(&next);
	e->reason = U8C_COMBINING_RUN;
	e->length = next - (p + offset);
	e->span = e->length;
	e->count = e->length;
	memcpy(e->bytes, p + offset, e->length);
}

/*
 * What stops the fast path, at @p.  Return: how many bytes it took; 0 when a
 * run is too long, and then @at is where.
 */
static size_t settle(struct sink *s, enum u8c_form form, const u8 *p,
		     const u8 *end, size_t *at)
{
	size_t n = u8c_composes(form) ? 0 : write_lone(s, form, p, end);

	if (n)
		return n;
	n = u8c_segment_end(form, p, end - p);
	if (write_segment(s, form, p, n))
		return n;
	if (has_long_run(form, p, n, at))
		return 0;
	write_long_segment(s, form, p, n);
	return n;
}

enum u8c_made u8c_normalize(const struct u8c_impl *impl, enum u8c_form form,
			    const u8 *p, size_t n, u8 *out, size_t room,
			    size_t *made, struct u8c_error *e)
{
	struct sink s = { .out = out, .room = room };
	size_t done = 0, part, at = 0;

	*made = 0;
	if (!u8c_validate(impl, &u8c_rfc3629, p, n, e))
		return U8C_MADE_ILL_FORMED;
	while (done < n) {
		part = u8c_stable_up_to(form, p + done, n - done, true);
		write(&s, p + done, part);
		done += part;
		if (done == n)
			break;
		part = settle(&s, form, p + done, p + n, &at);
		if (!part) {
			set_error(e, p, done + at);
			return U8C_MADE_COMBINING_RUN;
		}
		done += part;
	}
	*made = s.made;
	return s.made <= room ? U8C_MADE : U8C_MADE_FULL;
}

/* Is a segment its own form?  If not, @at is the first difference. */
static bool is_form(enum u8c_form form, const u8 *p, size_t n, size_t *at)
{
	const u8 *q = p, *next;
	struct u8c_composed text;
	u32 cp;

	u8c_composed_init(&text, form, p, n);
	while (q < p + n) {
		next = q;
		cp = u8c_take(&next);
		*at = q - p;
		if (u8c_composed_next(&text) != cp)
			return false;
		q = next;
	}
	*at = n;
	return u8c_composed_next(&text) == U8C_END;
}

bool u8c_is_normalized(const struct u8c_impl *impl, enum u8c_form form,
		       const u8 *p, size_t n, size_t *offset,
		       struct u8c_error *e)
{
	size_t done = 0, part, at;

	*offset = u8c_valid_up_to(impl, &u8c_rfc3629, p, n);
	if (*offset < n) {
		u8c_validate(impl, &u8c_rfc3629, p, n, e);
		return false;
	}
	while (done < n) {
		done += u8c_stable_up_to(form, p + done, n - done, true);
		if (done == n)
			break;
		part = u8c_segment_end(form, p + done, n - done);
		if (!is_form(form, p + done, part, &at)) {
			*offset = done + at;
			return false;
		}
		done += part;
	}
	return true;
}
