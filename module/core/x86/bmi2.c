// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The automaton with SHRX, which shifts a loaded row in one operation where SHR
 * takes three.  BMI2 works on general registers: no state to save, so this may
 * run in any context.
 */
#include "normalize/lower.h"
#include "utf16/utf16.h"
#include "utf32/utf32.h"
#include "validate/dfa.h"
#include "validate/scalar.h"
#include "validate/cpu.h"
#include "x86/x86.h"

size_t u8c_valid_up_to_bmi2(const u8 *p, size_t n, const struct u8c_impl *self)
{
	return dfa_valid_up_to(p, n);
}

const struct u8c_impl u8c_impl_bmi2 = {
	.name = "bmi2",
	.needs = U8C_CPU_BMI2,
	.valid_up_to = u8c_valid_up_to_bmi2,
	.count = u8c_count_scalar,
	.lines = u8c_lines_scalar,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
	.valid_utf16 = u8c_valid_utf16_scalar,
	.from_utf16 = u8c_from_utf16_scalar,
	.to_utf16 = u8c_to_utf16_scalar,
	.from_utf32 = u8c_from_utf32_scalar,
	.to_utf32 = u8c_to_utf32_scalar,
	.candidates = u8c_candidates_bmi2,
	.lower = u8c_lower_scalar,
};
