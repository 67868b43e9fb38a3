// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates with SHRX, which chooses a bit of a row in one operation.
 */
#include "normalize/candidates_rows.h"
#include "x86/x86.h"

u64 u8c_candidates_bmi2(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			const struct u8c_form_impl *self)
{
	return candidates_rows(form, p, n, bits);
}
