// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The automaton with SHRX, which shifts a loaded row in one operation where SHR
 * takes three.
 */
#include "validate/dfa.h"
#include "x86/x86.h"

size_t u8c_valid_up_to_bmi2(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	return dfa_valid_up_to(p, n);
}

const struct u8c_validate_impl u8c_validate_bmi2 = {
	.valid_up_to = u8c_valid_up_to_bmi2,
	.count = u8c_count_scalar,
	.lines = u8c_lines_scalar,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
};
