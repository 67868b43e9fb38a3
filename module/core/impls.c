// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them.  A kernel has a table of its own,
 * as it must save registers first.
 */
#include "cpu.h"
#include "validate.h"

#define IMPL(isa, bits, counting, repairs) \
	&(const struct u8c_impl){ \
		.name = #isa, \
		.needs = bits, \
		.valid_up_to = u8c_valid_up_to_##isa, \
		.count = u8c_count##counting, \
		.lines = u8c_lines##counting, \
		.pass = u8c_pass_##isa, \
		.repair = repairs, \
	}

const struct u8c_impl *const u8c_impls[] = {
#ifdef __x86_64__
	IMPL(avx512, U8C_CPU_AVX512, _avx512, u8c_repair_avx512),
	IMPL(avx2, U8C_CPU_AVX2, _avx2, u8c_repair_avx2),
	IMPL(ssse3, U8C_CPU_SSSE3, _ssse3, u8c_repair_ssse3),
	IMPL(bmi2, U8C_CPU_BMI2, , u8c_repair_bmi2),
#endif
#ifdef __aarch64__
	IMPL(neon, U8C_CPU_NEON, _neon, u8c_repair_scalar),
#endif
	IMPL(scalar, 0, , u8c_repair_scalar),
	NULL
};
