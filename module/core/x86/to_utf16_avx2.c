// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-16 with AVX2.
 */
#ifndef __CHECKER__
#include "x86/to_wide_avx2.h"

/* Unit @i before what is lined up: its two bytes, if bit @i says so. */
#define UNIT(r, m, i) \
	((r) << 8 * HAS(m, i) | (HAS(m, i) ? (2 * (i) + 1) << 4 | 2 * (i) : 0))
#define TWO_UNITS(r, m, i) UNIT(UNIT(r, m, (i) + 1), m, i)
#define ENDS_OF(m) \
	TWO_UNITS(TWO_UNITS(TWO_UNITS(TWO_UNITS(0ull, m, 6), m, 4), m, 2), m, 0)

#define NAME_ENDS(h, l) ends_##h##l = ENDS_OF(0x##h##l),
enum { ALL(NAME_ENDS) };

#define ROW_ENDS(h, l) ROW(ends_##h##l)
const u8 u8c_end_rows[256][16] __aligned(16) = { ALL(ROW_ENDS) };

size_t u8c_to_utf16_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to,
			 const struct u8c_wide_impl *self)
{
	return ymm_to_wide(in, n, to, false, big);
}
#endif
