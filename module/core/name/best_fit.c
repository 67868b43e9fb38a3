// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Best fit, from a generated table: a search, as few names come here.
 */
#include "name/best_fit.h"

const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp)
{
	unsigned int from = 0, to = u8c_best_fit_count, middle;

	U8C_ONCE(cp);
	while (from < to) {
		middle = (from + to) / 2;
		if (u8c_best_fit_rows[middle].cp == cp)
			return &u8c_best_fit_rows[middle];
		if (u8c_best_fit_rows[middle].cp < cp)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

u8 u8c_best_fit(u64 cp)
{
	const struct u8c_best_fit_row *row = u8c_best_fit_find(cp);

	return row ? row->ascii : 0;
}
