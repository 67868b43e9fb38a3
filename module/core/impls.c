// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them, the preferred first.  The kernel
 * has a table of its own, as it must save registers first.
 */
#include "validate/validate.h"

const struct u8c_impl *const u8c_impls[] = {
#ifdef __x86_64__
	&u8c_impl_avx512,
	&u8c_impl_avx2,
	&u8c_impl_ssse3,
	&u8c_impl_bmi2,
#endif
#ifdef __AARCH64EL__
	&u8c_impl_neon,
#endif
	&u8c_impl_scalar,
	NULL
};
