// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Best fit, from a generated table, by a search: few names need it. */
#include "name/best_fit.h"

const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp)
{
	unsigned int from = 0, to = u8c_best_fit_count, middle;

	U8C_ONCE(cp);
	while (from < to) {
		middle = (from + to) / 2;
		if (u8c_best_fit_rows[middle].cp < cp)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == u8c_best_fit_count || u8c_best_fit_rows[from].cp != cp)
		return NULL;
	return &u8c_best_fit_rows[from];
}

const struct u8c_best_fit_row *u8c_best_fit_next(const struct u8c_best_fit_row *row)
{
	const struct u8c_best_fit_row *const next = row + 1;

	return next < u8c_best_fit_rows + u8c_best_fit_count && next->cp == row->cp ? next : NULL;
}
