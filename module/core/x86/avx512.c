// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX-512.
 */
#ifndef __CHECKER__	/* sparse knows neither vectors nor their instructions */
#include "normalize/candidates.h"
#include "x86/avx512_row.h"
#include "x86/avx512_wide.h"
#include "vec/candidates_vector.h"
#include "vec/replace_vector.h"
#include "vec/to_wide.h"

const struct u8c_impl u8c_impl_avx512 = {
	.name = "avx512",
	.needs = U8C_CPU_AVX512,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = valid_up_to_vector,
		/* Comparisons of whole vectors go by way of masks, which is slower. */
		.count = u8c_count_avx2,
		.advance = u8c_advance_avx2,
		.copy_valid = copy_valid_vector,
		.replace = replace_vector,
	},
	.wide = &wide_vector,
	.form = &form_vector,
};
#endif
