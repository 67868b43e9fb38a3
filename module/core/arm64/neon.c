// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with NEON, which all arm64 processors have.
 */
/* sparse does not know vectors. */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "normalize/candidates.h"
#include "arm64/neon.h"
#define VALID_SHORT u8c_valid_up_to_scalar
#include "vec/candidates_vector.h"
#include "vec/validate_vector.h"

const struct u8c_impl u8c_impl_neon = {
	.name = "neon",
	.needs = U8C_CPU_NEON,
	.validate = &(const struct u8c_validate_impl) {
		.valid_up_to = valid_up_to_vector,
		.count = count_vector,
		.advance = advance_vector,
		.copy_valid = u8c_copy_valid_in_turn,
		.replace = u8c_replace_scalar,
	},
	.wide = &u8c_wide_scalar,
	.form = &form_vector,
};
#endif
