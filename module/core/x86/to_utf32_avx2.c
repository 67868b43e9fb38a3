// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-32 with AVX2.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/to_wide_avx2.h"

static __always_inline size_t ymm_to_utf32(const u8 *in, size_t n, bool big,
					   struct u8c_transcoding *to)
{
	struct constants g;

	set_constants(&g, true, big);
	return ymm_to_wide(in, n, to, &g, u8c_to_utf32_scalar);
}

size_t u8c_to_utf32_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? ymm_to_utf32(in, n, true, to) : ymm_to_utf32(in, n, false, to);
}
#endif
