/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Canonical ordering and composition of code points in memory (Unicode section
 * 3.11).  Each code point has its class in the highest byte.
 */
#ifndef U8C_NORMALIZE_CANONICAL_H
#define U8C_NORMALIZE_CANONICAL_H

#include "normalize/data.h"

/* Puts @point to its place after @count code points in canonical order (D109). */
static inline void u8c_canonical_insert(u32 *p, unsigned int count, u32 point)
{
	u32 class = point >> 24;

	for (; class && count && p[count - 1] >> 24 > class; count--)
		p[count] = p[count - 1];
	p[count] = point;
}

/* Puts @count code points in canonical order. */
static inline void u8c_canonical_sort(u32 *p, unsigned int count)
{
	unsigned int i;

	for (i = 1; i < count; i++)
		u8c_canonical_insert(p, i, p[i]);
}

/*
 * Composes *@starter with @point, unless a code point between the two blocks
 * @point (D115).  @last is the class of the last code point between them, -1
 * when there is none.
 */
static inline bool u8c_canonical_join(u32 *starter, int last, u32 point)
{
	u32 composite = last < (int)(point >> 24) ?
			u8c_compose(*starter, point & 0x1fffff) : 0;

	if (composite)
		*starter = composite;
	return composite;
}

/*
 * Composes @count code points that are in canonical order (D117).
 *
 * Return: how many are left.
 */
static inline unsigned int u8c_canonical_compose(u32 *p, unsigned int count)
{
	unsigned int i, kept = 0;
	u32 *starter = NULL;
	int last = -1;

	for (i = 0; i < count; i++) {
		u32 point = p[i];

		if (starter && u8c_canonical_join(starter, last, point))
			continue;
		if (point >> 24) {
			last = point >> 24;
		} else {
			last = -1;
			starter = p + kept;
		}
		p[kept++] = point;
	}
	return kept;
}

#endif /* U8C_NORMALIZE_CANONICAL_H */
