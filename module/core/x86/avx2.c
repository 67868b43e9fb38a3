// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX2.
 */
#ifndef __CHECKER__	/* sparse knows neither vectors nor their instructions */
#include "normalize/candidates.h"
#include "x86/avx2_wide.h"
#define VALID_SHORT u8c_valid_up_to_ssse3
#include "vec/candidates_vector.h"
#include "vec/replace_vector.h"
#include "vec/to_wide.h"

u64 u8c_count_avx2(const u8 *p, size_t n, u64 *by_length, const struct u8c_validate_impl *self)
{
	return count_vector(p, n, by_length, self);
}

void u8c_advance_avx2(struct u8c_position *pos, const u8 *p, size_t n,
		      const struct u8c_validate_impl *self)
{
	advance_vector(pos, p, n, self);
}

const struct u8c_impl u8c_impl_avx2 = {
	.name = "avx2",
	.needs = U8C_CPU_AVX2,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = valid_up_to_vector,
		.count = u8c_count_avx2,
		.advance = u8c_advance_avx2,
		.copy_valid = copy_valid_vector,
		.replace = replace_vector,
	},
	.wide = &wide_vector,
	.form = &form_vector,
};
#endif
