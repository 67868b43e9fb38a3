// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them.  A kernel has a table of its own,
 * as it must save registers first.
 */
#include "utf16/utf16.h"
#include "validate/cpu.h"
#include "validate/validate.h"

#define IMPL(isa, bits, ...) \
	&(const struct u8c_impl){ \
		.name = #isa, \
		.needs = bits, \
		.valid_up_to = u8c_valid_up_to_##isa, \
		.copy_valid = u8c_copy_valid_##isa, \
		__VA_ARGS__ \
	}
#define UTF16(suffix) \
	.valid_utf16 = u8c_valid_utf16##suffix, \
	.from_utf16 = u8c_from_utf16##suffix, \
	.to_utf16 = u8c_to_utf16##suffix
#define VECTORS(isa, bits, ...) \
	IMPL(isa, bits, .count = u8c_count_##isa, .lines = u8c_lines_##isa, \
	     .candidates = u8c_candidates_##isa, __VA_ARGS__)
#define GENERAL(isa, bits, ...) \
	IMPL(isa, bits, .count = u8c_count, .lines = u8c_lines, UTF16(), \
	     .candidates = u8c_candidates_##isa, __VA_ARGS__)

const struct u8c_impl *const u8c_impls[] = {
#ifdef __x86_64__
	VECTORS(avx512, U8C_CPU_AVX512, .replace = u8c_replace_avx512,
		UTF16(_avx512)),
	VECTORS(avx2, U8C_CPU_AVX2, .replace = u8c_replace_avx2, UTF16(_avx2)),
	VECTORS(ssse3, U8C_CPU_SSSE3, .replace = u8c_replace_ssse3, UTF16()),
	GENERAL(bmi2, U8C_CPU_BMI2, .replace = u8c_replace_bmi2),
#endif
#ifdef __AARCH64EL__
	VECTORS(neon, U8C_CPU_NEON, .replace = u8c_replace_scalar, UTF16()),
#endif
	GENERAL(scalar, 0, .replace = u8c_replace_scalar),
	NULL
};
