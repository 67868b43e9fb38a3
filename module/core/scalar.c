// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation for any processor.
 */
#include "normalize/candidates.h"
#include "normalize/lower.h"
#include "utf16/utf16.h"
#include "utf32/utf32.h"
#include "validate/scalar.h"

const struct u8c_impl u8c_impl_scalar = {
	.name = "scalar",
	.valid_up_to = u8c_valid_up_to_scalar,
	.count = u8c_count_scalar,
	.lines = u8c_lines_scalar,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
	.valid_utf16 = u8c_valid_utf16_scalar,
	.from_utf16 = u8c_from_utf16_scalar,
	.to_utf16 = u8c_to_utf16_scalar,
	.from_utf32 = u8c_from_utf32_scalar,
	.to_utf32 = u8c_to_utf32_scalar,
	.candidates = u8c_candidates_scalar,
	.lower = u8c_lower_scalar,
};
