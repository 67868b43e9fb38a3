// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates for any processor.
 */
#include "normalize/candidates_rows.h"

bool u8c_candidates_scalar(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	return candidates_rows(form, p, n, bits);
}
