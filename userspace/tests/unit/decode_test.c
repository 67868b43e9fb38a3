// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One sequence: short strings against the reference (exhaustive_test.c has all
 * strings of three bytes), and every code point encoded and decoded.  And the stable
 * names, as the manual pages spell them: in the order of their numbers, and none after
 * the last.
 */
#include "shared/common.h"

static void every_string_of_1(void **unused)
{
	(void)unused;
	try_all_of_length(1, u8c_try_all);
}

static void every_string_of_2(void **unused)
{
	(void)unused;
	try_all_of_length(2, u8c_try_all);
}

static void edge_strings_of_3(void **unused)
{
	(void)unused;
	try_all_of_length(3, u8c_try_edges);
}

static void every_code_point(void **unused)
{
	struct utf8check_error e;
	size_t length;
	u8 bytes[4];
	u64 cp, back;

	(void)unused;
	for (cp = 0; cp < 0x120000; cp++) {
		length = u8c_encode(&u8c_rfc3629, cp, bytes);
		if (cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000)) {
			assert_int_equal(length, 0);
			continue;
		}
		assert_int_equal(length, 1 + (cp > 0x7f) + (cp > 0x7ff) +
					 (cp > 0xffff));
		assert_int_equal(u8c_decode(&u8c_rfc3629, u8c_text(bytes, length), true, &back,
					    &e),
				 length);
		assert_int_equal(back, cp);
	}
	assert_int_equal(u8c_encode(&u8c_rfc3629, 0xffffffff, bytes), 0);
}

/* The bits of the longest forms: 36 bits after FE, 42 bits after FF. */
static void lax_values(void **unused)
{
	static const u8 fe[] = "\xfe\xbf\xbf\xbf\xbf\xbf\xbf";
	static const u8 ff[] = "\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf";

	(void)unused;
	assert_int_equal(u8c_lax_length(0x7f), 1);
	assert_int_equal(u8c_lax_length(0x80), 0);
	assert_int_equal(u8c_lax_length(0xbf), 0);
	assert_int_equal(u8c_lax_length(0xc0), 2);
	assert_int_equal(u8c_lax_length(0xfe), 7);
	assert_int_equal(u8c_lax_length(0xff), 8);
	assert_int_equal(u8c_lax_value(fe, 7), (1ull << 36) - 1);
	assert_int_equal(u8c_lax_value(ff, 8), (1ull << 42) - 1);
	assert_int_equal(u8c_lax_value((const u8 *)"\xc0\x2f", 2), '/');
	assert_int_equal(u8c_lax_value((const u8 *)"\xc1\x1c", 2), '\\');
}

/* C0 AF: the record says what a lax decoder reads. */
static void record_of_overlong(void **unused)
{
	struct utf8check_error e;
	u64 cp;

	(void)unused;
	assert_int_equal(u8c_decode(&u8c_rfc3629, u8c_text("\xc0\xaf/", 3), true, &cp, &e), 0);
	assert_int_equal(e.reason, UTF8CHECK_OVERLONG);
	assert_int_equal(e.length, 1);
	assert_int_equal(e.span, 2);
	assert_int_equal(e.value, '/');
	assert_int_equal(e.count, 2);
	assert_memory_equal(e.bytes, "\xc0\xaf\0\0\0\0\0", 8);
}

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
		"ignorable-danger", "translit-danger", POLICY_REASONS,
		"narrow-danger", "bestfit-danger", "windows-reserved", "newline", "protected", NULL,
	};
	static const char *const decoders[] = {
		"none", "longer-forms", "perl", "masking", "joined-surrogates", "16-bit",
		"php", "8-bit", "kept-prefix", "dropping", "combined", NULL,
	};

	(void)unused;
	try_names(u8c_reason_name, reasons);
	try_names(u8c_class_name, classes);
	try_names(u8c_decoder_name, decoders);
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

/* A byte alone is what it is, also to a decoder that only masks. */
static void one_byte(void **unused)
{
	(void)unused;
	assert_int_equal(u8c_lax_value((const u8 *)"a", 1), 'a');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_string_of_1),
		cmocka_unit_test(every_string_of_2),
		cmocka_unit_test(edge_strings_of_3),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(lax_values),
		cmocka_unit_test(record_of_overlong),
		cmocka_unit_test(every_name),
		cmocka_unit_test(reasons_and_classes),
		cmocka_unit_test(same_names),
		cmocka_unit_test(one_byte),
	};

	return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
