// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementation with NEON, which all arm64 processors have.
 */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "arm64/neon.h"

const struct u8c_impl u8c_impl_neon = {
	.name = "neon",
	.needs = U8C_CPU_NEON,
	.validate = &u8c_validate_neon,
	.wide = &u8c_wide_scalar,
	.form = &(const struct u8c_form_impl) {
		u8c_candidates_neon, u8c_lower_neon, u8c_find_bytes_neon,
	},
};
#endif
