/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Runs of nonstarters in memory.  A code point has its class in the highest
 * byte.
 */
#ifndef U8C_NORMALIZE_REORDER_RUN_H
#define U8C_NORMALIZE_REORDER_RUN_H

#include "normalize/data.h"

/* Puts a run in canonical order (D109), by insertion: for a short one. */
static inline void u8c_run_sort(u32 *p, unsigned int count)
{
	unsigned int i, k;

	for (i = 1; i < count; i++) {
		u32 moved = p[i];

		for (k = i; k && p[k - 1] >> 24 > moved >> 24; k--)
			p[k] = p[k - 1];
		p[k] = moved;
	}
}

/*
 * Composes the starter at @p with what of the @count nonstarters behind it is
 * not blocked (D115).  Return: how many are left, with the starter.
 */
static inline unsigned int u8c_run_compose(u32 *p, unsigned int count)
{
	unsigned int i, kept = 1;
	u32 composite;
	u8 last = 0;

	for (i = 1; i <= count; i++) {
		composite = last < p[i] >> 24 ?
			    u8c_compose(p[0], p[i] & 0x1fffff) : 0;
		if (composite) {
			p[0] = composite;
			continue;
		}
		last = p[i] >> 24;
		p[kept++] = p[i];
	}
	return kept;
}

#endif /* U8C_NORMALIZE_REORDER_RUN_H */
