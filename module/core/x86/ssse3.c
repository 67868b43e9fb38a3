// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with SSSE3.
 */
#ifndef __CHECKER__	/* sparse knows neither vectors nor their instructions */
#include "normalize/candidates.h"
#include "x86/ssse3.h"
#define VALID_SHORT u8c_valid_up_to_scalar
#include "vec/candidates_vector.h"
#include "vec/replace_vector.h"

size_t u8c_valid_up_to_ssse3(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	return valid_up_to_vector(p, n, self);
}

const struct u8c_impl u8c_impl_ssse3 = {
	.name = "ssse3",
	.needs = U8C_CPU_SSSE3,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = u8c_valid_up_to_ssse3,
		.count = count_vector,
		.advance = advance_vector,
		.copy_valid = copy_valid_vector,
		.replace = replace_vector,
	},
	.wide = &u8c_wide_scalar,
	.form = &form_vector,
};
#endif
