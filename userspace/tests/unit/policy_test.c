// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Policies of names and paths, by definition; examples are in data/vectors.
 */
#include "kunit/sample_names.h"
#include "shared/common.h"
#include "shared/policies.h"

/* Each list of bytes applies to its own place only. */
static void byte_lists(void **unused)
{
	struct utf8check_policy policy = {
		.refuse = U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE),
		.first = { ['a' >> 3] = 1 << ('a' & 7) },
		.middle = { ['b' >> 3] = 1 << ('b' & 7) },
		.last = { ['c' >> 3] = 1 << ('c' & 7) },
	};
	static const char *const good[] = { "b", "xa", "cx", "bax", "xcx" };
	static const char *const bad[] = { "a", "c", "ax", "bac", "xbx" };
	struct utf8check_verdict v;
	unsigned int i;

	for (i = 0; i < 5; i++) {
		judge((const u8 *)good[i], strlen(good[i]), false, &policy, &v);
		assert_int_equal(v.ok, true);
		judge((const u8 *)bad[i], strlen(bad[i]), false, &policy, &v);
		assert_int_equal(v.ok, false);
		assert_int_equal(v.primary, UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	}
	policy.refuse = 0;
	judge((const u8 *)"a", 1, false, &policy, &v);
	assert_int_equal(v.classes, 0);
}

static void random_names(void **unused)
{
	struct utf8check_policy policy;
	u8 p[U8C_SAMPLE_NAME_MAX];
	unsigned int i;

	random_start();
	for (i = 0; i < 60000; i++) {
		size_t n = u8c_sample_name(random_chance(), i & 1, p);
		bool path = i & 2;

		u8c_sample_policy(random_chance(), path, &policy);
		try_policy(p, n, path, &policy);
	}
}

static void no_such_policy(void **unused)
{
	struct utf8check_policy policy;

	assert_false(u8c_policy_find("", false, &policy));
	assert_false(u8c_policy_find("saf", false, &policy));
	assert_false(u8c_policy_find("safer", true, &policy));
	assert_false(u8c_policy_find("Safe", true, &policy));
}

static int policy_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(byte_lists),
		cmocka_unit_test(random_names),
		cmocka_unit_test(no_such_policy),
	};

	return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}

UNIT_GROUP("policy", policy_tests);
