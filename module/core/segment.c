// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Segments, the fast way where there is one.
 *
 * A code point that becomes something that nothing can touch is written at
 * once, and so are Hangul syllables, in both directions.  Else a short segment
 * is decomposed into an array, put in order and composed there; a long one is
 * read without memory.  Each is a function of its own, so that the stack of one
 * is not that of the others.
 */
#include "composed.h"
#include "normalizer.h"
#include "quick.h"
#include "run.h"
#include "segment.h"

/* Code points of a segment that are put in order in an array. */
#define SEGMENT_MAX 24

static void write_points(struct u8c_sink *s, enum u8c_form form, const u32 *p,
			 unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		u32 cp = p[i] & 0x1fffff;

		if (form == U8C_NFD_CASEFOLD && cp == 0x345)
			cp = 0x3b9;
		u8c_sink_point(s, cp);
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
static noinline bool write_segment(struct u8c_sink *s, enum u8c_form form,
				   const u8 *p, size_t n)
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
static noinline bool has_long_run(enum u8c_form form, const u8 *p, size_t n,
				  size_t *at)
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

static noinline void write_long_segment(struct u8c_sink *s, enum u8c_form form,
					const u8 *p, size_t n)
{
	struct u8c_composed text;
	u32 cp;

	u8c_composed_init(&text, form, p, n);
	while ((cp = u8c_composed_next(&text)) != U8C_END)
		u8c_sink_point(s, cp);
}

static void write_hangul(struct u8c_sink *s, u32 cp)
{
	u32 l, v, t = u8c_split_hangul(cp, &l, &v);
	u8 bytes[9];

	u8c_put(l, bytes);
	u8c_put(v, bytes + 3);
	u8c_put(t, bytes + 6);
	u8c_sink_short(s, bytes, t ? 9 : 6);
}

/* Forms that decompose: syllables one after the other. */
static size_t write_jamo(struct u8c_sink *s, const u8 *p, const u8 *end)
{
	const u8 *start = p, *next;
	u32 cp;

	for (; p < end && *p >= 0xea && *p <= 0xed; p = next) {
		next = p;
		cp = u8c_take(&next);
		if (!u8c_is_hangul(cp))
			break;
		write_hangul(s, cp);
	}
	return p - start;
}

/* May the text be cut before the code point at @p? */
static bool begins_at(enum u8c_form form, const u8 *p)
{
	return u8c_class_begins(form, u8c_class_of(u8c_take(&p)));
}

/*
 * Forms that only decompose: a code point whose mapping nothing before or
 * behind it can touch.  Return: its length; 0 when it is not so.
 */
static size_t write_lone(struct u8c_sink *s, enum u8c_form form, const u8 *p,
			 const u8 *end)
{
	const u8 *next = p;
	u32 cp = u8c_take(&next);
	struct u8c_mapping m;

	if (!u8c_class_begins(form, u8c_class_of(cp)))
		return 0;
	if (u8c_is_hangul(cp))
		return write_jamo(s, p, end);
	if (!u8c_find_mapping(form, cp, &m))
		return 0;
	/* What follows may belong into the run, and U+0345 fold last. */
	if (m.tail && form == U8C_NFD_CASEFOLD)
		return 0;
	if (m.tail && next < end && !begins_at(form, next))
		return 0;
	u8c_sink_short(s, m.p, m.n);
	return next - p;
}

/* Three bytes as U+1000..U+1FFF, where jamo are; else something else. */
static __always_inline u32 take_jamo(const u8 *p, const u8 *end)
{
	if (end - p < 3 || p[0] != 0xe1)
		return 0;
	return 0x1000 | (u32)(p[1] & 0x3f) << 6 | (p[2] & 0x3f);
}

/*
 * Forms that compose: syllables out of jamo.  Nothing composes with what an L,
 * a V and a T make, and only a T with what an L and a V make: but that may be
 * what a code point further on becomes, or stand behind one that is left out.
 * Return: how many bytes it took.
 */
static size_t write_syllables(struct u8c_sink *s, enum u8c_form form,
			      const u8 *p, const u8 *end)
{
	const u8 *start = p, *next;

	for (; end - p >= 6; p = next) {
		u32 l = take_jamo(p, end) - U8C_HANGUL_L;
		u32 v = take_jamo(p + 3, end) - U8C_HANGUL_V, t, cp;

		if (l >= U8C_HANGUL_L_COUNT || v >= U8C_HANGUL_V_COUNT)
			break;
		cp = U8C_HANGUL_S +
		     (l * U8C_HANGUL_V_COUNT + v) * U8C_HANGUL_T_COUNT;
		next = p + 6;
		t = take_jamo(next, end) - U8C_HANGUL_T;
		if (t - 1 < U8C_HANGUL_T_COUNT - 1) {
			cp += t;
			next += 3;
		} else if (next < end && !begins_at(form, next)) {
			break;
		}
		u8c_sink_point(s, cp);
	}
	return p - start;
}

size_t u8c_segment_write(struct u8c_sink *s, enum u8c_form form, const u8 *p,
			 const u8 *end, size_t *at)
{
	size_t n = u8c_composes(form) ? write_syllables(s, form, p, end) :
					write_lone(s, form, p, end);

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
