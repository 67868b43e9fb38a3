// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with AVX-512; a vector is a word of 64 candidates.
 */
#ifndef __CHECKER__
#include "normalize/candidates.h"
#include "x86/x86.h"
#include "x86/avx512_row.h"
#include "x86/avx512_wide.h"
#define GENERAL u8c_valid_up_to_bmi2
#include "vec/candidates_vector.h"
#include "vec/copy_vector.h"
#include "vec/from_wide.h"
#include "vec/to_wide.h"

const struct u8c_validate_impl u8c_validate_avx512 = {
	.valid_up_to = valid_up_to_vector,
	/* Comparisons of whole vectors go by way of masks, which is slower. */
	.count = u8c_count_avx2,
	.lines = u8c_lines_avx2,
	.copy_valid = copy_valid_vector,
	.replace = replace_vector,
};

const struct u8c_wide_impl u8c_wide_avx512 = {
	.valid_utf16 = valid_utf16_vector,
	.from_utf16 = from_utf16_vector,
	.to_utf16 = to_utf16_vector,
	.from_utf32 = from_utf32_vector,
	.to_utf32 = to_utf32_vector,
};

const struct u8c_form_impl u8c_form_avx512 = { candidates_vector, lower_vector, find_bytes_vector };
#endif
