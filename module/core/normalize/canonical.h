/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Canonical ordering and composition of code points in memory (Unicode section
 * 3.11).  Each code point has its class in the highest byte.
 */
#ifndef U8C_NORMALIZE_CANONICAL_H
#define U8C_NORMALIZE_CANONICAL_H

#include "normalize/data.h"

/* Puts @count code points in canonical order (D109), by insertion. */
static inline void u8c_canonical_sort(u32 *p, unsigned int count)
{
	unsigned int i, k;

	for (i = 1; i < count; i++) {
		u32 point = p[i], class = point >> 24;

		for (k = i; class && k && p[k - 1] >> 24 > class; k--)
			p[k] = p[k - 1];
		p[k] = point;
	}
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
