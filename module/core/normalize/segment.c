// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Segments of every kind.
 *
 * A short segment is decomposed into an array, put in order and composed there.
 * A long one is read again and again, without memory.  Each has a function of
 * its own, so that their frames are not on the stack together.
 */
#include "normalize/canonical.h"
#include "normalize/incremental.h"
#include "normalize/segment.h"

/* Code points of a segment that are put in order in an array. */
#define SEGMENT_MAX 24

/* Return: false, and nothing is written, when the segment is not short. */
static noinline bool write_segment(struct u8c_sink *s, enum utf8check_form form,
				   const u8 *p, size_t n)
{
	u32 held[SEGMENT_MAX], point;
	unsigned int count = 0, i;
	struct u8c_decomposed points;

	u8c_decomposed_init(&points, form, p, n);
	while ((point = u8c_decomposed_next(&points)) != U8C_END) {
		if (count == SEGMENT_MAX)
			return false;
		held[count++] = point;
	}
	u8c_canonical_sort(held, count);
	if (u8c_composes(form))
		count = u8c_canonical_compose(held, count);
	for (i = 0; i < count; i++)
		u8c_sink_point(s, u8c_fold_last(form, held[i]));
	return true;
}

/*
 * Is a run of the segment too long?  If so, @at is the offset of the code point
 * that does not fit.
 */
static noinline bool has_long_run(enum utf8check_form form, const u8 *p, size_t n,
				  size_t *at)
{
	struct u8c_decomposed points;
	size_t run = 0;
	u32 point;

	u8c_decomposed_init(&points, form, p, n);
	while ((point = u8c_decomposed_next(&points)) != U8C_END) {
		run = point >> 24 ? run + 1 : 0;
		if (run > U8C_RUN_MAX) {
			*at = u8c_step_back(p, points.p) - p;
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
