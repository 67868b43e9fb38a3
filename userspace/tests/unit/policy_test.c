// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Policies of names and paths: those with a name by examples, all by definition.
 */
#include <stdio.h>
#include "common.h"
#include "kunit/reference_path.h"

#define ROOM 512

static struct utf8check_finding findings[ROOM], want_findings[ROOM];

static void judge(const u8 *p, size_t n, bool path,
		  const struct utf8check_policy *policy, struct utf8check_verdict *v)
{
	u8c_name(&(struct u8c_name_query){
		u8c_impl_find(NULL), policy, path, p, n, v, findings, ROOM, NULL });
}

/* Says, once they differ, what is found and what was expected. */
static const char *differ(const struct utf8check_verdict *v, const struct utf8check_verdict *want)
{
	if (v->classes != want->classes)
		fprintf(stderr, "# %llx, expected %llx\n", (unsigned long long)v->classes,
			(unsigned long long)want->classes);
	if (v->classes != want->classes)
		return "classes";
	if (memcmp(v, want, sizeof(*v)))
		return "verdict";
	if (memcmp(findings, want_findings,
		   (want->findings < ROOM ? want->findings : ROOM) * sizeof(*findings)))
		return "findings";
	return NULL;
}

static void try(const u8 *p, size_t n, bool path,
		const struct utf8check_policy *policy)
{
	struct utf8check_verdict v, plain, want;

	judge(p, n, path, U8C_POLICY(0), &plain);
	judge(p, n, path, policy, &v);
	assert_int_equal(v.hidden_dotdot, plain.hidden_dotdot);
	assert_int_equal(v.hidden_decoder, plain.hidden_decoder);
	u8c_name_classes(&(struct u8c_name_query){
		u8c_impl_find(NULL), policy, path, p, n, &v, findings, ROOM, NULL });
	u8c_ref_judge_classes(&(struct u8c_name_query){
		NULL, policy, path, p, n, &want, want_findings, ROOM, NULL });
	assert_same(differ(&v, &want), p, n);
}

/* + stands for taken, - for refused: default, linux, posix, safe, strict. */
static const struct {
	const char *answers;
	const char *name;
} names[] = {
	{ "+++++", "a" },
	{ "+++++", "Ab_9.x-y" },
	{ "++-++", "a b" },
	{ "++-++", "a\\b" },
	{ "++---", "-a" },
	{ "++-++", " a" },
	{ "++---", "a " },
	{ "+++++", "a." },
	{ "+++++", ".a" },
	{ "++---", "a\nb" },
	{ "++---", "\x1b[0m" },
	{ "++---", "\x7f" },
	{ "++---", "a\tb" },
	{ "++---", "\xc2\x85" },
	{ "++-++", "\xc3\xa4" },
	{ "++-++", "\xe4\xba\x8c" },
	{ "++---", "a\xe2\x80\xae" },	/* U+202E */
	{ "++-+-", "\xcd\xb8" },	/* U+0378, unassigned */
	{ "++-+-", "\xee\x80\x80" },	/* U+E000, private use */
	{ "++-+-", "\xef\xbf\xbf" },	/* U+FFFF, a noncharacter */
	{ "-+---", "\xc0\xae" },
	{ "-+---", "a\xff" },
	{ "-----", "." },
	{ "-----", ".." },
	{ "-----", "a/b" },
	{ "-----", "" },
};

static void named(void **unused)
{
	unsigned int i, k;
	struct utf8check_policy policy;
	struct utf8check_verdict v;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(names); i++) {
		for (k = 0; k < 5; k++) {
			const u8 *p = (const u8 *)names[i].name;
			size_t n = strlen(names[i].name);

			assert_true(u8c_policy_find(u8c_policies[k], false,
						    &policy));
			judge(p, n, false, &policy, &v);
			if (v.ok != (names[i].answers[k] == '+'))
				fprintf(stderr, "# policy %s\n",
					u8c_policies[k]);
			assert_same(v.ok == (names[i].answers[k] == '+') ?
				    NULL : "verdict", p, n);
		}
	}
}

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
		{ "a /b", U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE) },
		{ "a/ b", U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE) },
		{ "a/b./c", U8C_BIT(UTF8CHECK_CLASS_TRAILING_DOT) },
		{ "a//b/", 0 },
		{ "/ /", U8C_BIT(UTF8CHECK_CLASS_LEADING_SPACE) |
			 U8C_BIT(UTF8CHECK_CLASS_TRAILING_SPACE) },
		{ "/a\x7f/b", U8C_BIT(UTF8CHECK_CLASS_CONTROL) },
	};
	unsigned int i;
	struct utf8check_verdict v;

	(void)unused;
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

	(void)unused;
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

static size_t random_name(u8 *p, size_t room)
{
	static const char *const pieces[] = {
		"-", " ", ".", "/", "a", "\\", "\n", "\x7f", "\xc2\x85",
		"\xe2\x80\xae", "\xe2\x80\x8b", "\xcd\xb8", "\xee\x80\x80",
		"\xef\xbf\xbe", "\xc3\xa4", "\xf0\x9f\x98\x80", "\xff", "\xc0\xaf",
		"\xe2\x80", "\xed\xa0\x80\xed\xb0\xae", "\xc1\x1c", "\xc0/",
	};
	size_t n = 0, length;

	for (;;) {
		const char *piece = pieces[random_below(U8C_ARRAY_SIZE(pieces))];

		length = strlen(piece);
		if (n + length > room || !random_below(8))
			return n;
		memcpy(p + n, piece, length);
		n += length;
	}
}

static void random_policy(struct utf8check_policy *policy)
{
	unsigned int i;

	memset(policy, 0, sizeof(*policy));
	policy->refuse = (u64)random_below(~0u) << 16 ^ random_below(~0u);
	for (i = 0; i < sizeof(policy->first); i++) {
		policy->first[i] = random_below(256) & random_below(256);
		policy->middle[i] = random_below(256) & random_below(256);
		policy->last[i] = random_below(256) & random_below(256);
	}
}

static void random_names(void **unused)
{
	struct utf8check_policy policy;
	unsigned int i;
	u8 p[40];

	(void)unused;
	random_start();
	for (i = 0; i < 60000; i++) {
		size_t n = random_name(p, sizeof(p));
		bool path = random_below(2);

		if (i % 2)
			random_policy(&policy);
		else
			assert_true(u8c_policy_find(u8c_policies[i / 2 % 6],
						    path, &policy));
		try(p, n, path, &policy);
	}
}

/*
 * For plain names a look at the bytes is enough: all names of two ASCII bytes,
 * alone and around a letter, and all lengths up to the limit.
 */
static void plain_names(void **unused)
{
	const u64 all = ~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE);
	struct utf8check_verdict v;
	unsigned int i;
	u8 p[260];

	(void)unused;
	for (i = 0; i < 0x80 * 0x80; i++) {
		const u8 three[] = { i & 0x7f, 'x', i >> 7 };
		const u8 two[] = { i & 0x7f, i >> 7 };

		try(three, sizeof(three), false, U8C_POLICY(all));
		try(two, sizeof(two), false, U8C_POLICY(all));
		try(two, 1, false, U8C_POLICY(all));
	}
	memset(p, 'n', sizeof(p));
	for (i = 0; i <= sizeof(p); i++) {
		try(p, i, false, U8C_POLICY(all));
		judge(p, i, false, U8C_POLICY(all), &v);
		assert_int_equal(v.ok, i && i <= U8C_NAME_MAX);
	}
}

/* Where a name or path is plain, the references find nothing in it. */
static void try_plain(const u8 *p, size_t n, bool path,
		      const struct utf8check_policy *policy)
{
	struct utf8check_verdict v = { 0 };

	try(p, n, path, policy);
	if (!u8c_is_plain(p, n, path, policy))
		return;
	u8c_ref_judge(&(struct u8c_name_query){
		NULL, policy, path, p, n, &v, NULL, 0, NULL });
	assert_same(v.classes || v.hidden_dotdot ? "not plain" : NULL, p, n);
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

	try_plain(p, n, path, U8C_POLICY(~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE)));
	assert_true(u8c_policy_find("posix", path, &posix));
	try_plain(p, n, path, &posix);
	list(one.first, odd);
	try_plain(p, n, path, &one);
	list(one.middle, odd);
	try_plain(p, n, path, &one);
	list(one.last, odd);
	try_plain(p, n, path, &one);
}

/* Each byte at each place of names of each length: the core reads names by words. */
static void odd_bytes(void **unused)
{
	unsigned int b;
	size_t n, at;
	u8 p[18];

	(void)unused;
	for (n = 1; n <= sizeof(p); n++) {
		for (at = 0; at < n; at++) {
			for (b = 0; b < 256; b += share()) {
				memset(p, 'n', n);
				p[at] = b;
				try_policies(p, n, false, b);
				try_policies(p, n, true, b);
			}
		}
	}
}

/*
 * A code point among others is plain if, and only if, nothing is known of it; where
 * a policy refuses less, some are left in doubt.  Around it there is ASCII of all
 * lengths up to a word.
 */
static void every_code_point(void **unused)
{
	static const struct u8c_coding utf8;
	const struct utf8check_policy *all =
		U8C_POLICY(~0ull & ~U8C_BIT(UTF8CHECK_CLASS_FORBIDDEN_BYTE));
	struct utf8check_verdict v;
	u8 p[16 + U8C_SEQUENCE_MAX];
	size_t at, length, n;
	u64 cp;

	(void)unused;
	memset(p, 'n', sizeof(p));
	for (cp = 0x80; cp < 0x110000; cp += share()) {
		at = cp % 8;
		length = u8c_encode(&utf8, cp, p + at);
		if (!length)
			continue;
		n = at + length + cp / 8 % 8;
		memset(p + at + length, 'n', n - at - length);
		u8c_ref_judge_classes(&(struct u8c_name_query){
			NULL, U8C_POLICY(0), false, p, n, &v, NULL, 0, NULL });
		assert_false(v.classes && u8c_is_plain(p, n, false, U8C_POLICY(0)));
		u8c_ref_judge_classes(&(struct u8c_name_query){
			NULL, all, false, p, n, &v, NULL, 0, NULL });
		assert_same(u8c_is_plain(p, n, false, all) == !v.classes ? NULL : "plain",
			    p, n);
		assert_int_equal(u8c_is_plain(p, n, true, all), !v.classes);
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

	(void)unused;
	for (two = 0x8000; two < 0x10000; two += share()) {
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

	(void)unused;
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

/* Dots, and code points whose low bits are a dot or a separator, side by side. */
static void cut_is_not_plain(void **unused)
{
	static const char *const pieces[] = {
		".", ".", "/", "n", "\xd0\xae", "\xd0\xaf", "\xc4\x80", "\xc5\x9c", "\xe4\xb8\xae",
		"\xe4\xb8\x80", "\xf0\x9f\x98\xae", "\xf0\xa0\x80\xae", "\xc3\xae", "\xd1\x80",
	};
	unsigned int i, k;
	u8 p[40];
	size_t n;

	(void)unused;
	random_start();
	for (i = 0; i < 200000; i += share()) {
		n = random_below(9);
		memset(p, 'n', n);
		for (k = 1 + random_below(6); k; k--) {
			const char *piece = pieces[random_below(U8C_ARRAY_SIZE(pieces))];

			memcpy(p + n, piece, strlen(piece));
			n += strlen(piece);
		}
		try_plain(p, n, i & 1, U8C_POLICY(0));
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
	};
	struct utf8check_policy policy;
	unsigned int i;
	bool plain;

	(void)unused;
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

static void no_such_policy(void **unused)
{
	struct utf8check_policy policy;

	(void)unused;
	assert_false(u8c_policy_find("", false, &policy));
	assert_false(u8c_policy_find("saf", false, &policy));
	assert_false(u8c_policy_find("safer", true, &policy));
	assert_false(u8c_policy_find("Safe", true, &policy));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(named),
		cmocka_unit_test(paths),
		cmocka_unit_test(byte_lists),
		cmocka_unit_test(random_names),
		cmocka_unit_test(plain_names),
		cmocka_unit_test(odd_bytes),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(ill_formed_is_not_plain),
		cmocka_unit_test(long_components),
		cmocka_unit_test(cut_is_not_plain),
		cmocka_unit_test(told_soon),
		cmocka_unit_test(no_such_policy),
	};

	return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}
