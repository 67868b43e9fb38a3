// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Small letters for any processor, eight bytes at a time.
 */
#include "normalize/lower.h"

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
