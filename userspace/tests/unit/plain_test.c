// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names and paths in which nothing can be found, as a look at them tells.
 */
#include "shared/common.h"
#include "kunit/judge.h"
#include "kunit/reference_policy.h"
#include "core/name/property.h"

/* A look that took a name for plain would make the verdict another than the reference's. */
static void try_policy(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy)
{
	assert_same(u8c_try_name((struct u8c_name_query){
			.impl = u8c_impl_find(NULL), .policy = policy, .path = path, .p = p, .n = n,
		    }, false), p, n);
}

/*
 * For plain names a look at the bytes is enough: all names of two ASCII bytes,
 * alone and around a letter, and all lengths up to the limit.
 */
static void plain_names(void **unused)
{
	const u64 all = ~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	unsigned int i;
	u8 p[260];

	for (i = 0; i < 0x80 * 0x80; i++) {
		const u8 three[] = { i & 0x7f, 'x', i >> 7 };
		const u8 two[] = { i & 0x7f, i >> 7 };

		try_policy(three, sizeof(three), false, U8C_POLICY(all));
		try_policy(two, sizeof(two), false, U8C_POLICY(all));
		try_policy(two, 1, false, U8C_POLICY(all));
	}
	memset(p, 'n', sizeof(p));
	for (i = 0; i <= sizeof(p); i++) {
		try_policy(p, i, false, U8C_POLICY(all));
		assert_int_equal(u8c_is_plain(p, i, false, U8C_POLICY(all)), i && i <= U8C_NAME_MAX);
	}
}

static void list(u8 *bytes, u8 b)
{
	memset(bytes, 0, 32);
	bytes[b >> 3] = 1 << (b & 7);
}

static void try_policies(const u8 *p, size_t n, bool path, u8 odd)
{
	struct utf8check_policy one = { .refuse = U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE) };
	struct utf8check_policy posix;

	try_policy(p, n, path, U8C_POLICY(~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE)));
	assert_true(u8c_policy_find("posix", path, &posix));
	try_policy(p, n, path, &posix);
	list(one.first, odd);
	try_policy(p, n, path, &one);
	list(one.middle, odd);
	try_policy(p, n, path, &one);
	list(one.last, odd);
	try_policy(p, n, path, &one);
}

/*
 * Each byte at each place of names of each length: the core reads names by words, the
 * last one over those before, and has a loop for those of more than two.
 */
static void odd_bytes(void **unused)
{
	unsigned int b;
	size_t n, at;
	u8 p[33];

	for (n = 1; n <= sizeof(p); n += n == 18 ? 13 : 1) {
		for (at = 0; at < n; at++) {
			for (b = 0; b < 256; b += u8c_share()) {
				memset(p, 'n', n);
				p[at] = b;
				try_policies(p, n, false, b);
				try_policies(p, n, true, b);
			}
		}
	}
}

/* What the reference finds in a name. */
static u64 classes_of(const struct utf8check_policy *policy, const u8 *p, size_t n)
{
	struct utf8check_verdict v;

	u8c_ref_judge_classes(&(struct u8c_name_query){
		.policy = policy, .p = p, .n = n, .v = &v });
	return v.classes;
}

/*
 * A code point among others is plain if, and only if, nothing is known of it; where
 * a policy refuses less, some are left in doubt.  Around it there is ASCII of all
 * lengths up to a word.
 */
static void every_code_point(void **unused)
{
	static const struct u8c_coding utf8;
	/*
	 * In doubt is what may be in NFC, all that is not ASCII under the classes of
	 * U8C_BY_RULE, a wide dash, which is none here, an accent that is a danger by
	 * best fit where no letter carries it, and an annotation, which may be misplaced.
	 */
	const struct utf8check_policy *all =
		U8C_POLICY(~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE) &
			   ~U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED) & ~U8C_BY_RULE);
	const struct utf8check_policy *nfc =
		U8C_POLICY(U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED));
	const struct utf8check_policy *rules = U8C_POLICY(U8C_BY_RULE);
	u8 p[16 + U8C_SEQUENCE_MAX];
	size_t at, length, n;
	bool plain;
	u64 cp;

	memset(p, 'n', sizeof(p));
	for (cp = 0x80; cp < 0x110000; cp += u8c_share()) {
		at = cp % 8;
		length = u8c_encode(&utf8, cp, p + at);
		if (!length)
			continue;
		n = at + length + cp / 8 % 8;
		memset(p + at + length, 'n', n - at - length);
		assert_false(classes_of(U8C_POLICY(0), p, n) &&
			     u8c_is_plain(p, n, false, U8C_POLICY(0)));
		plain = !classes_of(all, p, n) && !u8c_ref_is_dash(cp) && !u8c_is_annotation(cp);
		plain &= !(classes_of(all, p + at, length) &
			   U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER));
		assert_same(u8c_is_plain(p, n, false, all) == plain ? NULL : "plain", p, n);
		assert_int_equal(u8c_is_plain(p, n, true, all), plain);
		assert_false(classes_of(nfc, p, n) && u8c_is_plain(p, n, false, nfc));
		assert_false(u8c_is_plain(p, n, false, rules));
		memset(p, 'n', n);
	}
}

/* Nothing ill-formed is plain: all of two bytes, and what is next to each limit. */
static void ill_formed_is_not_plain(void **unused)
{
	static const u8 ends[] = {
		'n', '/', 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xff,
	};
	unsigned int two, i, n;

	for (two = 0x8000; two < 0x10000; two += u8c_share()) {
		for (i = 0; i < U8C_ARRAY_SIZE(ends) * U8C_ARRAY_SIZE(ends); i++) {
			const u8 p[] = { two >> 8, two & 0xff, ends[i % U8C_ARRAY_SIZE(ends)],
					 ends[i / U8C_ARRAY_SIZE(ends)] };

			for (n = 1; n <= sizeof(p); n++)
				if (u8c_is_plain(p, n, i & 1, U8C_POLICY(0)))
					assert_same(u8c_ref_valid_up_to(p, n) == n ?
						    NULL : "plain", p, n);
		}
	}
}

/* A component may be as long as a name; where it stands does not matter. */
static void long_components(void **unused)
{
	u8 p[3 + U8C_NAME_MAX + 1 + 20];
	size_t at, length;
	bool plain;

	for (at = 1; at <= 3; at++) {
		for (length = 250; length <= U8C_NAME_MAX + 1; length++) {
			memset(p, 'n', sizeof(p));
			p[at - 1] = '/';
			p[at + length] = '/';
			plain = u8c_is_plain(p, at + length + 20 - at, true, U8C_POLICY(0));
			assert_int_equal(plain, length <= U8C_NAME_MAX);
			plain = u8c_is_plain(p, at + length, true, U8C_POLICY(0));
			assert_int_equal(plain, length <= U8C_NAME_MAX);
		}
	}
}

/* What people use is plain. */
static void told_soon(void **unused)
{
	static const struct {
		const char *policy;
		const char *p;
		bool path;
		bool plain;
	} rows[] = {
		{ "posix", "a_Z.9-b", false, true },
		{ "default", "Report of (May) [~#1], $2 & 3=4", false, true },
		{ "posix", "Report of (May) [~#1], $2 & 3=4", false, false },
		{ "strict", ".gitignore", false, true },
		{ "strict", "R\xc3\xa9sum\xc3\xa9 \xe4\xba\x8c \xf0\x9f\x98\x80.txt", false, true },
		{ "strict", "/usr/share/doc/.hidden/a b.txt", true, true },
		{ "posix", "/usr/share/doc/.hidden/a_b.txt", true, true },
		{ "default", "/home/\xe4\xba\x8c/\xc3\xa4", true, true },
		{ "default", "\xd0\xae.\xd0\xaf.txt", false, false },
		{ "default", "2.0 \xd0\xaeja \xe4\xb8\x80.txt", false, true },
		{ "default", "/\xd0\xae/\xd0\xaf/a.b", true, true },
		{ "default", "a/./b", true, false },
		{ "default", "a/..", true, false },
		{ "default", "..", false, false },
		{ "default", "a:b", false, false },
		{ "default", "con", false, false },
		{ "default", "console.aux", false, true },
		{ "default", "/dev/nul/a", true, false },
		{ "default", "/dev/null", true, true },
		{ "default", "a ", false, false },
		{ "default", "a\xe2\x80\x90", false, false },
		{ "safe", "a\xef\xbf\xb9", false, false },
		{ "windows", "Report.(2) [x] {y} a,b;c=d", false, true },
		{ "nfc", "R\xc3\xa9sum\xc3\xa9 \xea\xb0\x81", false, true },
		{ "nfc", "Re\xcc\x81sume", false, false },
		{ "no-newline", "/a/b", true, true },
		{ "no-newline", "/a\n", true, false },
	};
	struct utf8check_policy policy;
	unsigned int i;
	bool plain;

	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++) {
		const u8 *p = (const u8 *)rows[i].p;
		size_t n = strlen(rows[i].p);

		assert_true(u8c_policy_find(rows[i].policy, rows[i].path, &policy));
		plain = u8c_is_plain(p, n, rows[i].path, &policy);
		assert_same(plain == rows[i].plain ? NULL : "plain", p, n);
	}
	/* Lists that the policy does not ask for. */
	assert_true(u8c_policy_find("posix", false, &policy));
	policy.refuse = U8C_REFUSE_NAME;
	assert_true(u8c_is_plain((const u8 *)"a b", 3, false, &policy));
}

static int plain_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_names),
		cmocka_unit_test(odd_bytes),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(ill_formed_is_not_plain),
		cmocka_unit_test(long_components),
		cmocka_unit_test(told_soon),
	};

	return cmocka_run_group_tests_name("plain", tests, NULL, NULL);
}

UNIT_GROUP("plain", plain_tests);
