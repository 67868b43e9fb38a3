// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Any SIZE bytes: the automaton of the scalar implementation finds as much of them
 * well-formed as the reference does.
 */
#include "kunit/reference.h"
#include "validate/validate.h"

int main(void)
{
	u8 p[SIZE];

	__CPROVER_assert(u8c_valid_up_to_scalar(p, SIZE, NULL) == u8c_ref_valid_up_to(p, SIZE), "well-formed");
	return 0;
}
