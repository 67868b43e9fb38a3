// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with SSSE3.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/ssse3.h"
#define GENERAL u8c_valid_up_to_scalar
#include "vec/candidates_vector.h"
#include "vec/replace_vector.h"

const struct u8c_impl u8c_impl_ssse3 = {
	.name = "ssse3",
	.needs = U8C_CPU_SSSE3,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = valid_up_to_vector,
		.count = count_vector,
		.lines = lines_vector,
		.copy_valid = copy_valid_vector,
		.replace = replace_vector,
	},
	.wide = &u8c_wide_scalar,
	.form = &form_vector,
};
#endif
