// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls of the core that the module does not export, so that no suite of kunit/ can
 * make them.
 */
#include "shared/common.h"

static void same_names(void **unused)
{
	(void)unused;
	assert_true(u8c_same_name("", ""));
	assert_true(u8c_same_name("avx2", "avx2"));
	assert_false(u8c_same_name("avx2", "avx512"));
	assert_false(u8c_same_name("avx", "avx2"));
	assert_false(u8c_same_name("avx2", "avx"));
	assert_false(u8c_same_name("", "a"));
	assert_false(u8c_same_name("bvx", "avx"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_names),
	};

	return cmocka_run_group_tests_name("inner", tests, NULL, NULL);
}
