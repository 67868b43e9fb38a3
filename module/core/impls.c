// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them.  A kernel has a table of its own,
 * as it must save registers first.
 */
#include "cpu.h"
#include "validate.h"

const struct u8c_impl *const u8c_impls[] = {
#ifdef __x86_64__
	&(const struct u8c_impl){ "avx512", U8C_CPU_AVX512,
				  u8c_valid_up_to_avx512, u8c_count_avx512 },
	&(const struct u8c_impl){ "avx2", U8C_CPU_AVX2,
				  u8c_valid_up_to_avx2, u8c_count_avx2 },
	&(const struct u8c_impl){ "ssse3", U8C_CPU_SSSE3,
				  u8c_valid_up_to_ssse3, u8c_count_ssse3 },
	&(const struct u8c_impl){ "bmi2", U8C_CPU_BMI2,
				  u8c_valid_up_to_bmi2, u8c_count },
#endif
#ifdef __aarch64__
	&(const struct u8c_impl){ "neon", U8C_CPU_NEON,
				  u8c_valid_up_to_neon, u8c_count_neon },
#endif
	&(const struct u8c_impl){ "scalar", 0,
				  u8c_valid_up_to_scalar, u8c_count },
	NULL
};
