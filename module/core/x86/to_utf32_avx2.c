// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-32 with AVX2.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/to_wide_avx2.h"

size_t u8c_to_utf32_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? ymm_to_wide(in, n, to, true, true) :
		     ymm_to_wide(in, n, to, true, false);
}
#endif
