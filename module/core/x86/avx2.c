// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX2.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/x86.h"
#include "x86/avx2.h"
#define GENERAL u8c_valid_up_to_bmi2
#include "vec/candidates_vector.h"
#include "vec/copy_vector.h"

const struct u8c_validate_impl u8c_validate_avx2 = {
	.valid_up_to = valid_up_to_vector,
	.count = count_vector,
	.lines = lines_vector,
	.copy_valid = copy_valid_vector,
	.replace = replace_vector,
};

const struct u8c_form_impl u8c_form_avx2 = { candidates_vector, lower_vector, find_bytes_vector };
#endif
