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

u64 u8c_best_fit(u64 cp, u16 page, u16 *pages)
{
	const struct u8c_best_fit_row *row = u8c_best_fit_find(cp);
	const struct u8c_best_fit_row *const end = u8c_best_fit_rows + u8c_best_fit_count;
	u64 fit = cp;

	for (; row && row < end && row->cp == cp; row++) {
		*pages |= row->pages;
		if (row->pages & page)
			fit = row->ascii;
	}
	return fit;
}
