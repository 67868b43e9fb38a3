// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation by the automaton of dfa.h, for any processor.
 */
#include "validate/dfa.h"
#include "validate/validate.h"

size_t u8c_valid_up_to_scalar(const u8 *p, size_t n,
			      const struct u8c_validate_impl *self)
{
	return dfa_valid_up_to(p, n);
}
