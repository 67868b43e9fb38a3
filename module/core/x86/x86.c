// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations for x86-64.  BMI2 works on general registers: no state to save,
 * so it may run in any context.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/x86.h"

const struct u8c_impl u8c_impl_avx512 = {
	.name = "avx512",
	.needs = U8C_CPU_AVX512,
	.validate = &u8c_validate_avx512,
	.wide = &u8c_wide_avx512,
	.form = &u8c_form_avx512,
};

const struct u8c_impl u8c_impl_avx2 = {
	.name = "avx2",
	.needs = U8C_CPU_AVX2,
	.validate = &u8c_validate_avx2,
	.wide = &u8c_wide_avx2,
	.form = &u8c_form_avx2,
};

const struct u8c_impl u8c_impl_bmi2 = {
	.name = "bmi2",
	.needs = U8C_CPU_BMI2,
	.validate = &u8c_validate_bmi2,
	.wide = &u8c_wide_scalar,
	.form = &(const struct u8c_form_impl) {
		u8c_candidates_bmi2, u8c_lower_scalar, u8c_find_bytes_scalar,
	},
};
#endif
