// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation with general registers only.
 */
#include "validate/dfa.h"

size_t u8c_valid_up_to_scalar(const u8 *p, size_t n,
			      const struct u8c_validate_impl *self)
{
	return dfa_valid_up_to(p, n);
}

size_t u8c_copy_valid_in_turn(const u8 *p, size_t n, u8 *out, u64 *by_length,
			      const struct u8c_validate_impl *self)
{
	n = self->valid_up_to(p, n, self);
	self->count(p, n, by_length, self);
	if (out)
		memcpy(out, p, n);
	return n;
}

const struct u8c_validate_impl u8c_validate_scalar = {
	.valid_up_to = u8c_valid_up_to_scalar,
	.count = u8c_count_scalar,
	.advance = u8c_advance_scalar,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
};
