// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Policies of names and paths, by definition; examples of those that have a name are in
 * data/vectors/names.jsonl.
 */
#include "kunit/sample_names.h"
#include "shared/common.h"
#include "shared/policies.h"

#define WINDOWS U8C_BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED)
#define IGNORABLE \
	(U8C_BIT(UTF8CHECK_CLASS_DEFAULT_IGNORABLE) | \
	 U8C_BIT(UTF8CHECK_CLASS_MISPLACED_IGNORABLE))
#define BOM "\xef\xbb\xbf"
#define WIDE_DASH "\xef\xbc\x8d"

/* A path is judged component by component. */
static void paths(void **unused)
{
	static const struct {
		const char *path;
		u64 classes;
	} rows[] = {
		{ "/usr/bin/a b", 0 },
		{ "a/-b/c", U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) },
		{ "a-/b", 0 },
		{ "a /b", U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE) | WINDOWS },
		{ "a/ b", U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE) },
		{ "a/b./c", U8C_BIT(UTF8CHECK_CLASS_TRAILING_DOT) | WINDOWS },
		{ "a//b/", 0 },
		{ "/ /", U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE) |
			 U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE) | WINDOWS },
		{ "/a\x7f/b", U8C_BIT(UTF8CHECK_CLASS_CONTROL) },
		{ "a/con/b", WINDOWS },
		{ "nul/a", WINDOWS },
		{ "a/b\n/c", U8C_BIT(UTF8CHECK_CLASS_CONTROL) | U8C_BIT(UTF8CHECK_CLASS_NEWLINE) },
		{ "a/" BOM "b", U8C_BIT(UTF8CHECK_CLASS_BOM) |
				IGNORABLE },
		{ "a" BOM "/b" BOM, IGNORABLE },
		{ "a/" WIDE_DASH "b", U8C_BIT(UTF8CHECK_CLASS_LEADING_DASH) |
				      U8C_BIT(UTF8CHECK_CLASS_COMPAT_DANGER) |
				      U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER) },
		{ "a" WIDE_DASH "/b", U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER) },
		{ "a/e\xcc\x81/b", U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) },
		{ "a/e/\xcc\x81", 0 },
	};
	unsigned int i;
	struct utf8check_verdict v;

	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++) {
		const u8 *p = (const u8 *)rows[i].path;
		size_t n = strlen(rows[i].path);

		judge(p, n, true, U8C_POLICY(~0ull), &v);
		assert_same(v.classes == rows[i].classes ? NULL : "classes", p,
			    n);
		assert_int_equal(v.ok, !rows[i].classes);
	}
}

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
		cmocka_unit_test(paths),
		cmocka_unit_test(byte_lists),
		cmocka_unit_test(random_names),
		cmocka_unit_test(no_such_policy),
	};

	return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}

UNIT_GROUP("policy", policy_tests);
