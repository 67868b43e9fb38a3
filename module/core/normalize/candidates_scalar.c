// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, small letters, and bytes of a set, for any processor.
 */
#include "normalize/candidates_rows.h"

u64 u8c_candidates_scalar(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
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

/*
 * A bit for each of the eight bytes at @p, the first one's the lowest: is it C0 or more,
 * or a control of ASCII?
 */
static __always_inline u64 starts_of_8(const u8 *p)
{
	u64 w = u8c_load64_le(p), leads = w & w << 1, controls;

	/* In bits 0 to 6 of a byte: a control plus one is at most 0x20. */
	controls = (w & U8C_BYTES(0x7f)) + U8C_BYTES(1);
	controls = ~(((controls & U8C_BYTES(0x7f)) + U8C_BYTES(0x5f)) | w);
	w = ((leads | controls) & U8C_HIGH_BITS) >> 7;
	return w * 0x0102040810204080ull >> 56;
}

static __always_inline u32 all_of_8(const u16 *of, const u8 *p)
{
	return of[p[0]] | of[p[1]] | of[p[2]] | of[p[3]] |
	       of[p[4]] | of[p[5]] | of[p[6]] | of[p[7]];
}

bool u8c_find_bytes_scalar(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	u64 word, any = 0;
	unsigned int i;

	for (; n; n -= 64, p += 64, *bits++ = word) {
		word = 0;
		for (i = 0; i < 64; i += 8)
			if (all_of_8(set->of, p + i) & set->bits)
				word |= starts_of_8(p + i) << i;
		any |= word;
	}
	return any;
}
