// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with SHRX, which shifts a loaded row in one operation where SHR takes
 * three.  It works on general registers: no state to save, so it may run in any context.
 */
#ifndef __CHECKER__
#include "normalize/candidates_rows.h"
#include "validate/dfa.h"
#include "x86/x86.h"

size_t u8c_valid_up_to_bmi2(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	return dfa_valid_up_to(p, n);
}

static u64 candidates_bmi2(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	return candidates_rows(form, p, n, bits);
}

const struct u8c_impl u8c_impl_bmi2 = {
	.name = "bmi2",
	.needs = U8C_CPU_BMI2,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = u8c_valid_up_to_bmi2,
		.count = u8c_count_scalar,
		.lines = u8c_lines_scalar,
		.copy_valid = u8c_copy_valid_in_turn,
		.replace = u8c_replace_scalar,
	},
	.wide = &u8c_wide_scalar,
	.form = &(const struct u8c_form_impl) {
		.candidates = candidates_bmi2,
		.lower = u8c_lower_scalar,
		.find_bytes = u8c_find_bytes_scalar,
	},
};
#endif
