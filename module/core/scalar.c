// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation for any processor.
 */
#include "normalize/candidates.h"
#include "wide/wide.h"

const struct u8c_wide_impl u8c_wide_scalar = {
	.valid_utf16 = u8c_valid_utf16_scalar,
	.from_utf16 = u8c_from_utf16_scalar,
	.to_utf16 = u8c_to_utf16_scalar,
	.from_utf32 = u8c_from_utf32_scalar,
	.to_utf32 = u8c_to_utf32_scalar,
};

const struct u8c_form_impl u8c_form_scalar = {
	.candidates = u8c_candidates_scalar,
	.lower = u8c_lower_scalar,
	.find_bytes = u8c_find_bytes_scalar,
};

const struct u8c_impl u8c_impl_scalar = {
	.name = "scalar",
	.validate = &u8c_validate_scalar,
	.wide = &u8c_wide_scalar,
	.form = &u8c_form_scalar,
};
