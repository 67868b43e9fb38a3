// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them.  A kernel has a table of its own,
 * as it must save registers first.
 */
#include "cpu.h"
#include "validate.h"

#define IMPL(isa, bits, counts, counts_lines, repairs) \
	&(const struct u8c_impl){ \
		.name = #isa, \
		.needs = bits, \
		.valid_up_to = u8c_valid_up_to_##isa, \
		.count = counts, \
		.lines = counts_lines, \
		.pass = u8c_pass_##isa, \
		.repair = repairs, \
	}
#define VECTORS(isa, bits, repairs) \
	IMPL(isa, bits, u8c_count_##isa, u8c_lines_##isa, repairs)
#define GENERAL(isa, bits, repairs) \
	IMPL(isa, bits, u8c_count, u8c_lines, repairs)

const struct u8c_impl *const u8c_impls[] = {
#ifdef __x86_64__
	VECTORS(avx512, U8C_CPU_AVX512, u8c_repair_avx512),
	VECTORS(avx2, U8C_CPU_AVX2, u8c_repair_avx2),
	VECTORS(ssse3, U8C_CPU_SSSE3, u8c_repair_ssse3),
	GENERAL(bmi2, U8C_CPU_BMI2, u8c_repair_bmi2),
#endif
#ifdef __AARCH64EL__
	VECTORS(neon, U8C_CPU_NEON, u8c_repair_scalar),
#endif
	GENERAL(scalar, 0, u8c_repair_scalar),
	NULL
};
