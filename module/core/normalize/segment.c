// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Segments of every kind.
 *
 * A short one is decomposed into an array, put in order and composed there; a
 * long one is read without memory.  Each is a function of its own, so that the
 * stack of one is not that of the others.
 */
#include "normalize/recompose.h"
#include "normalize/incremental.h"
#include "normalize/quick_check.h"
#include "normalize/reorder_run.h"
#include "normalize/segment.h"

/* Code points of a segment that are put in order in an array. */
#define SEGMENT_MAX 24

static void write_points(struct u8c_sink *s, enum utf8check_form form, const u32 *p,
			 unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		u32 cp = p[i] & 0x1fffff;

		if (form == UTF8CHECK_NFD_CASEFOLD && cp == 0x345)
			cp = 0x3b9;
		u8c_sink_point(s, cp);
	}
}

/* Orders and composes the last segment of an array, from @open on. */
static unsigned int close(enum utf8check_form form, u32 *held, unsigned int open,
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
static noinline bool write_segment(struct u8c_sink *s, enum utf8check_form form,
				   const u8 *p, size_t n)
{
	u32 held[SEGMENT_MAX], point, composite;
	unsigned int open = 0, count = 0;
	struct u8c_decomposed points;

	u8c_decomposed_init(&points, form, p, n);
	while ((point = u8c_decomposed_next(&points)) != U8C_END) {
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
static noinline bool has_long_run(enum utf8check_form form, const u8 *p, size_t n,
				  size_t *at)
{
	u32 points[U8C_MAPPING_MAX];
	const u8 *q = p, *end = p + n;
	size_t run = 0;

	while (q < end) {
		unsigned int count, i;

		*at = q - p;
		count = u8c_decompose(form, u8c_take(&q, end), points);
		for (i = 0; i < count; i++) {
			run = points[i] >> 24 ? run + 1 : 0;
			if (run > U8C_RUN_MAX)
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

size_t u8c_segment_write(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			 const u8 *end, size_t *at)
{
	size_t n = u8c_segment_end(form, p, end - p);

	if (write_segment(s, form, p, n))
		return n;
	if (has_long_run(form, p, n, at))
		return 0;
	write_long_segment(s, form, p, n);
	return n;
}
