// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stable names, as the manual pages spell them: in the order of their
 * numbers, and none after the last.
 */
#include "common.h"

typedef const char *(*name_fn)(unsigned int number);

static void try_names(name_fn name, const char *const *want)
{
	unsigned int i;

	for (i = 0; want[i]; i++) {
		assert_non_null(name(i));
		assert_string_equal(name(i), want[i]);
	}
	assert_null(name(i));
	assert_null(name(i + 1));
	assert_null(name(~0u));
}

static void every_name(void **unused)
{
	static const char *const profiles[] = {
		"rfc3629", "wtf8", "cesu8", "mutf8", "ucs2", "rfc2279",
		"extended", NULL,
	};
	static const char *const encodings[] = {
		"utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "auto",
		NULL,
	};
	static const char *const actions[] = {
		"reject", "replace", "drop", "escape", "shortest", "pass", NULL,
	};
	static const char *const forms[] = {
		"none", "nfc", "nfd", "nfkc", "nfkd", "nfkc-casefold",
		"nfd-casefold", NULL,
	};
	static const char *const boms[] = {
		"keep", "strip", "add", "require", "forbid", NULL,
	};

	(void)unused;
	try_names(u8c_profile_name, profiles);
	try_names(u8c_encoding_name, encodings);
	try_names(u8c_action_name, actions);
	try_names(u8c_form_name, forms);
	try_names(u8c_bom_name, boms);
}

#define POLICY_REASONS \
	"control", "bidi-control", "default-ignorable", "noncharacter", \
	"unassigned", "private-use", "bom", "not-normalized", \
	"leading-dash", "leading-space", "trailing-space", "trailing-dot", \
	"forbidden-byte"

static void reasons_and_classes(void **unused)
{
	static const char *const reasons[] = {
		"none", "unexpected-continuation", "overlong", "surrogate",
		"out-of-range", "invalid-byte", "truncated", "incomplete",
		"combining-run", POLICY_REASONS, NULL,
	};
	static const char *const classes[] = {
		"ok", "hidden-nul", "hidden-separator", "hidden-backslash",
		"hidden-dot", "lax-nul", "lax-separator", "lax-backslash",
		"lax-dot", "ill-formed", "nul", "separator", "dotdot",
		"backslash", "dot", "empty", "too-long", "compat-danger",
		"ignorable-danger", "translit-danger", POLICY_REASONS, NULL,
	};

	(void)unused;
	try_names(u8c_reason_name, reasons);
	try_names(u8c_class_name, classes);
}

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
		cmocka_unit_test(every_name),
		cmocka_unit_test(reasons_and_classes),
		cmocka_unit_test(same_names),
	};

	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
