// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every string of three bytes, and of four from the bytes where a rule changes:
 * 33 million, so this one is built without sanitizers.
 */
#include "shared/common.h"

static void every_string_of_3(void **unused)
{
	try_all_of_length(3, u8c_try_all);
}

static void edge_strings_of_4(void **unused)
{
	try_all_of_length(4, u8c_try_edges);
}

static int exhaustive_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_string_of_3),
		cmocka_unit_test(edge_strings_of_4),
	};

	return cmocka_run_group_tests_name("exhaustive", tests, NULL, NULL);
}

UNIT_GROUP("exhaustive", exhaustive_tests);
