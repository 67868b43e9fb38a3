// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Protected names: what can be protected, and the core against the slow reference.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/reference_path.h"

static struct u8c_protect protect;

static bool prepare(const void *names, size_t n)
{
	return u8c_protect_init(&protect, u8c_impl_find(NULL), u8c_text(names, n));
}

static void limits(void **unused)
{
	u8 text[U8C_PROTECT_TEXT + 1];
	size_t n;

	(void)unused;
	memset(text, 'a', sizeof(text));
	assert_true(prepare(text, 255));
	assert_int_equal(protect.count, 1);
	assert_false(prepare(text, 256));
	for (n = 0; n < sizeof(text); n += 2)
		text[n + 1 < sizeof(text) ? n + 1 : n] = 0;
	/* 64 names of a byte, with a NUL after the last one and without. */
	assert_true(prepare(text, 128));
	assert_int_equal(protect.count, 64);
	assert_true(prepare(text, 127));
	assert_int_equal(protect.count, 64);
	assert_false(prepare(text, 129));
	memset(text, 'a', sizeof(text));
	for (n = 255; n < sizeof(text); n += 256)
		text[n] = 0;
	assert_true(prepare(text, U8C_PROTECT_TEXT));
	assert_int_equal(protect.count, 16);
	assert_false(prepare(text, U8C_PROTECT_TEXT + 1));
}

#define WRONG(literal) { literal, sizeof(literal) - 1 }

static void what_can_be_protected(void **unused)
{
	static const struct {
		const char *p;
		size_t n;
	} wrong[] = {
		WRONG(""), WRONG("\0"), WRONG("a\0\0"), WRONG("\0a"), WRONG("."), WRONG(".."),
		WRONG("a\0.."), WRONG("a/b"), WRONG("/"), WRONG("a/"), WRONG("\xff"),
		WRONG("a\0b\xc0\xaf"), WRONG("\xe2\x80"), WRONG("\u200b"), WRONG("\u00ad\ufeff"),
	};
	size_t i;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(wrong); i++)
		assert_same(prepare(wrong[i].p, wrong[i].n) ? "taken" : NULL,
			    (const u8 *)wrong[i].p, wrong[i].n);
	assert_true(prepare("...", 3));
	assert_true(prepare(".a\0\\\0\u0301\0a\u200b", 12));
	assert_int_equal(protect.count, 4);
}

/* Names for which Windows makes no short one, or which begin with many dots. */
static void without_short_name(void **unused)
{
	(void)unused;
	assert_true(prepare("long\x01name", 9));
	assert_int_equal(protect.patterns[0].short_name.stem_n, 0);
	assert_true(prepare("...", 3));
	assert_false(u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text("~1", 2)));
}

/* The text of the patterns is copied, also from its own place. */
static void own_text(void **unused)
{
	u8 names[] = ".git\0.ssh";

	(void)unused;
	assert_true(prepare(names, sizeof(names)));
	memset(names, 'x', sizeof(names));
	assert_true(u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text(".SSH", 4)));
	assert_true(u8c_protect_init(&protect, u8c_impl_find(NULL), u8c_text(protect.text, 4)));
	assert_int_equal(protect.count, 1);
	assert_true(u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text(".GIT", 4)));
	assert_false(u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text(".git", 4)));
}

/* With every implementation, whole and part by part: a verdict with all its findings. */
static void try(const u8 *p, size_t n, bool path)
{
	static struct utf8check_finding found[64], want[64];
	struct utf8check_verdict v, w;
	const struct u8c_impl *const *i;
	struct u8c_name_query q = {
		.policy = U8C_POLICY(U8C_BIT(UTF8CHECK_PROTECTED)), .path = path, .p = p, .n = n,
		.v = &w, .f = want, .room = 64, .protect = &protect,
	};
	struct u8c_scan s;

	memset(want, 0, sizeof(want));
	u8c_ref_judge_classes(&q);
	q.v = &v;
	q.f = found;
	for_each_impl(i) {
		q.impl = *i;
		memset(found, 0, sizeof(found));
		u8c_name_classes(&q);
		assert_same(memcmp(&v, &w, sizeof(v)) ? "verdict" : NULL, p, n);
		assert_same(memcmp(found, want, sizeof(found)) ? "findings" : NULL, p, n);
	}
	u8c_scan_begin(&s, &q);
	while (!u8c_scan_step(&s, 1))
		;
	assert_same(v.classes != w.classes || v.ok != w.ok ? "parts" : NULL, p, n);
}

/* A beginning, and all words of a few letters after it. */
static void try_words(const char *start, unsigned int letters)
{
	static const char *const some[] = {
		".", "g", "T", "~", "1", "5", ":", " ", "/", "\\", "\u200c", "\uff0e", "\u00ad",
		"\u02dc", "\xff",
	};
	const size_t many = U8C_ARRAY_SIZE(some);
	unsigned long number, count = 1, rest;
	unsigned int i;
	u8 word[64];
	size_t n;

	for (i = 0; i < letters; i++)
		count *= many;
	for (number = 0; number < count; number += share()) {
		n = strlen(start);
		memcpy(word, start, n);
		for (rest = number, i = 0; i < letters; i++, rest /= many) {
			memcpy(word + n, some[rest % many], strlen(some[rest % many]));
			n += strlen(some[rest % many]);
		}
		try(word, n, number & 1);
	}
}

static void every_short_name(void **unused)
{
	unsigned int letters;

	(void)unused;
	assert_true(prepare(".git\0.gT\0a-b", 12));
	for (letters = 0; letters <= 3; letters++) {
		try_words("", letters);
		try_words(".git", letters);
		try_words("git", letters);
		try_words("gi", letters);
		try_words("gi2837", letters);
	}
	try_words(".git", letters);
}

/* The short name of a long one with an extension, as Windows makes it. */
static void short_extensions(void **unused)
{
	static const struct {
		const char *name;
		bool is;
	} rows[] = {
		{ "CONFIG~1.JSO", true }, { "config~4.jso", true }, { "config~1.json", false },
		{ "config~1", false }, { "config~1.js", false }, { "confi~1.jso", false },
	};
	unsigned int i;

	(void)unused;
	assert_true(prepare("configuration.json", 18));
	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++)
		assert_int_equal(u8c_is_protected(&protect, u8c_impl_find(NULL),
						  u8c_text(rows[i].name, strlen(rows[i].name))),
				 rows[i].is);
}

/*
 * A stream of .git whose name is all code points of three bytes that become four of
 * ASCII, and at its end others: it is as long as a name can be, and its reading longer.
 */
static void longest_readings(void **unused)
{
	static const char *const grown[] = { "\u33c2", "\u2167", "\u2487", "\u33d8" };
	static const char *const starts[] = { ".git:", ".GIT\\", ".git\u2215" };
	u8 p[260];
	size_t i, n, start, ends;

	(void)unused;
	assert_true(prepare(".git", 4));
	for (i = 0; i < U8C_ARRAY_SIZE(grown) * U8C_ARRAY_SIZE(starts) * 4; i++) {
		start = i / 4 % U8C_ARRAY_SIZE(starts);
		ends = i % 4;
		n = strlen(starts[start]);
		memcpy(p, starts[start], n);
		for (; n + 3 + ends <= 255; n += 3)
			memcpy(p + n, grown[i / 4 / U8C_ARRAY_SIZE(starts)], 3);
		for (; n < 255; n++)
			p[n] = 'a';
		assert_true(u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text(p, n)));
		try(p, n, false);
	}
	for (n = 0; n < 252; n += 3)
		memcpy(p + n, "\u33c2", 3);
	memcpy(p + n, "abc", 3);
	assert_true(prepare(p, 255));
}

/* What is longer than a path may be is not compared. */
static void longest_path(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	static u8 p[U8C_PATH_MAX + 1];
	struct utf8check_verdict v;
	size_t n;

	(void)unused;
	assert_true(prepare(".git", 4));
	for (n = 0; n + 5 <= sizeof(p); n += 5)
		memcpy(p + n, ".Git/", 5);
	for (; n < sizeof(p); n++)
		p[n] = 'a';
	for (n = U8C_PATH_MAX; n <= sizeof(p); n++) {
		u8c_name(&(struct u8c_name_query){
			impl, U8C_POLICY(U8C_BIT(UTF8CHECK_PROTECTED)), true, p, n, &v, NULL,
			0, &protect });
		assert_int_equal(v.ok, n > U8C_PATH_MAX);
	}
}

static void no_name(void **unused)
{
	struct u8c_short_name s;

	(void)unused;
	u8c_short_name_make(&s, NULL, 0);
	assert_int_equal(s.stem_n, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(limits),
		cmocka_unit_test(what_can_be_protected),
		cmocka_unit_test(own_text),
		cmocka_unit_test(every_short_name),
		cmocka_unit_test(short_extensions),
		cmocka_unit_test(longest_readings),
		cmocka_unit_test(longest_path),
		cmocka_unit_test(without_short_name),
		cmocka_unit_test(no_name),
	};

	return cmocka_run_group_tests_name("protect", tests, NULL, NULL);
}
