// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, and small letters, for any processor.
 */
#include "normalize/candidates_rows.h"

bool u8c_candidates_scalar(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	return candidates_rows(form, p, n, bits);
}

/* Eight bytes at a time. */
void u8c_lower_scalar(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	u64 word;
	size_t i;

	for (; n >= 8; n -= 8, p += 8, out += 8) {
		word = u8c_lower_word(u8c_load64(p));
		__builtin_memcpy(out, &word, 8);
	}
	for (i = 0; i < n; i++)
		out[i] = u8c_lower_word(p[i]);
}
