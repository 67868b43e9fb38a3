// SPDX-License-Identifier: GPL-2.0-only
/*
 * Protected names: what can be protected, and the core against the slow reference.
 */
#include "judge.h"
#include "support.h"

static struct u8c_protect protect;

static bool prepare(const void *names, size_t n)
{
	return u8c_protect_init(&protect, u8c_impl_find(NULL), u8c_text(names, n));
}

static bool is_protected(const void *name, size_t n)
{
	return u8c_is_protected(&protect, u8c_impl_find(NULL), u8c_text(name, n));
}

static void limits(struct kunit *test)
{
	static u8 text[U8C_PROTECT_TEXT + 1];

	memset(text, 'a', sizeof(text));
	KUNIT_EXPECT_TRUE(test, prepare(text, 255));
	KUNIT_EXPECT_EQ(test, protect.count, 1);
	KUNIT_EXPECT_FALSE(test, prepare(text, 256));
	for (size_t n = 1; n < sizeof(text); n += 2)
		text[n] = 0;
	/* 64 names of a byte, with a NUL after the last one and without. */
	KUNIT_EXPECT_TRUE(test, prepare(text, 128));
	KUNIT_EXPECT_EQ(test, protect.count, 64);
	KUNIT_EXPECT_TRUE(test, prepare(text, 127));
	KUNIT_EXPECT_EQ(test, protect.count, 64);
	KUNIT_EXPECT_FALSE(test, prepare(text, 129));
	memset(text, 'a', sizeof(text));
	for (size_t n = 255; n < sizeof(text); n += 256)
		text[n] = 0;
	KUNIT_EXPECT_TRUE(test, prepare(text, U8C_PROTECT_TEXT));
	KUNIT_EXPECT_EQ(test, protect.count, 16);
	KUNIT_EXPECT_FALSE(test, prepare(text, U8C_PROTECT_TEXT + 1));
}

#define WRONG(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

static void what_can_be_protected(struct kunit *test)
{
	static const struct u8c_text wrong[] = {
		WRONG(""), WRONG("\0"), WRONG("a\0\0"), WRONG("\0a"), WRONG("."), WRONG(".."),
		WRONG("a\0.."), WRONG("a/b"), WRONG("/"), WRONG("a/"), WRONG("\xff"),
		WRONG("a\0b\xc0\xaf"), WRONG("\xe2\x80"), WRONG("\u200b"), WRONG("\u00ad\ufeff"),
	};

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		U8C_ASSERT(test, !prepare(wrong[i].p, wrong[i].n), "taken", wrong[i].p, wrong[i].n);
	KUNIT_EXPECT_TRUE(test, prepare("...", 3));
	KUNIT_EXPECT_TRUE(test, prepare(".a\0\\\0\u0301\0a\u200b", 12));
	KUNIT_EXPECT_EQ(test, protect.count, 4);
}

/* Names for which Windows makes no short one, or which begin with many dots. */
static void without_short_name(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, prepare("long\x01name", 9));
	KUNIT_EXPECT_EQ(test, protect.patterns[0].short_name.stem, 0);
	KUNIT_EXPECT_TRUE(test, prepare("...", 3));
	KUNIT_EXPECT_FALSE(test, is_protected("~1", 2));
}

/* A NUL is a character of a name, not its end. */
static void nul_in_short_name(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, prepare("a b.tx", 6));
	KUNIT_EXPECT_TRUE(test, is_protected("AB~1.TX", 7));
	KUNIT_EXPECT_FALSE(test, is_protected("ab\0~1.tx", 8));
	KUNIT_EXPECT_FALSE(test, is_protected("ab~1.tx\0", 8));
}

/* The text of the patterns is copied, also from its own place. */
static void own_text(struct kunit *test)
{
	u8 names[] = ".git\0.ssh";

	KUNIT_EXPECT_TRUE(test, prepare(names, sizeof(names)));
	memset(names, 'x', sizeof(names));
	KUNIT_EXPECT_TRUE(test, is_protected(".SSH", 4));
	KUNIT_EXPECT_TRUE(test, prepare(protect.text, 4));
	KUNIT_EXPECT_EQ(test, protect.count, 1);
	KUNIT_EXPECT_TRUE(test, is_protected(".GIT", 4));
	KUNIT_EXPECT_FALSE(test, is_protected(".git", 4));
}

static void try(struct kunit *test, const u8 *p, size_t n, bool path)
{
	const struct u8c_name_query q = {
		.policy = U8C_POLICY(U8C_BIT(UTF8CHECK_CLASS_PROTECTED)), .path = path,
		.p = p, .n = n, .protect = &protect,
	};
	const char *differs = u8c_try_name(q, false);

	U8C_ASSERT(test, !differs, differs, p, n);
}

/* A beginning, and all words of a few letters after it. */
static void try_words(struct kunit *test, const char *start, unsigned int letters)
{
	static const char *const some[] = {
		".", "g", "T", "~", "1", "5", ":", " ", "/", "\\", "\u200c", "\uff0e", "\u00ad",
		"\u02dc", "\xff", "\xc1\xb4",
	};
	const size_t many = ARRAY_SIZE(some);
	unsigned long number, count = 1, rest;
	unsigned int i;
	u8 word[64];
	size_t n;

	for (i = 0; i < letters; i++)
		count *= many;
	for (number = 0; number < count; number += u8c_share()) {
		n = strlen(start);
		memcpy(word, start, n);
		for (rest = number, i = 0; i < letters; i++, rest /= many) {
			memcpy(word + n, some[rest % many], strlen(some[rest % many]));
			n += strlen(some[rest % many]);
		}
		try(test, word, n, number & 1);
		cond_resched();
	}
}

static void every_short_name(struct kunit *test)
{
	unsigned int letters;

	KUNIT_EXPECT_TRUE(test, prepare(".git\0.gT\0a-b", 12));
	for (letters = 0; letters <= 3; letters++) {
		try_words(test, "", letters);
		try_words(test, ".git", letters);
		try_words(test, "git", letters);
		try_words(test, "gi", letters);
		try_words(test, "gi2837", letters);
	}
	if (u8c_share() == 1)
		try_words(test, ".git", letters);
}

/*
 * A stream of .git whose name is all code points of three bytes that become four of
 * ASCII, and at its end others: it is as long as a name can be, and its reading longer.
 */
static void longest_readings(struct kunit *test)
{
	static const char *const grown[] = { "\u33c2", "\u2167", "\u2487", "\u33d8" };
	static const char *const starts[] = { ".git:", ".GIT\\", ".git\u2215" };
	u8 p[260];
	size_t i, n, start, ends;

	KUNIT_EXPECT_TRUE(test, prepare(".git", 4));
	for (i = 0; i < ARRAY_SIZE(grown) * ARRAY_SIZE(starts) * 4; i++) {
		start = i / 4 % ARRAY_SIZE(starts);
		ends = i % 4;
		n = strlen(starts[start]);
		memcpy(p, starts[start], n);
		for (; n + 3 + ends <= 255; n += 3)
			memcpy(p + n, grown[i / 4 / ARRAY_SIZE(starts)], 3);
		for (; n < 255; n++)
			p[n] = 'a';
		KUNIT_EXPECT_TRUE(test, is_protected(p, n));
		try(test, p, n, false);
	}
	for (n = 0; n < 252; n += 3)
		memcpy(p + n, "\u33c2", 3);
	memcpy(p + n, "abc", 3);
	KUNIT_EXPECT_TRUE(test, prepare(p, 255));
}

/* What is longer than a path may be is not compared. */
static void longest_path(struct kunit *test)
{
	static u8 p[U8C_PATH_MAX + 1];
	struct utf8check_verdict v;
	size_t n;

	KUNIT_EXPECT_TRUE(test, prepare(".git", 4));
	for (n = 0; n + 5 <= sizeof(p); n += 5)
		memcpy(p + n, ".Git/", 5);
	for (; n < sizeof(p); n++)
		p[n] = 'a';
	for (n = U8C_PATH_MAX; n <= sizeof(p); n++) {
		u8c_name(&(struct u8c_name_query){
			.impl = u8c_impl_find(NULL), .path = true, .p = p, .n = n, .v = &v,
			.policy = U8C_POLICY(U8C_BIT(UTF8CHECK_CLASS_PROTECTED)),
			.protect = &protect,
		});
		KUNIT_EXPECT_EQ(test, v.ok, n > U8C_PATH_MAX);
	}
}

static struct kunit_case cases[] = {
	KUNIT_CASE(limits),
	KUNIT_CASE(what_can_be_protected),
	KUNIT_CASE(own_text),
	KUNIT_CASE_SLOW(every_short_name),
	KUNIT_CASE(longest_readings),
	KUNIT_CASE(longest_path),
	KUNIT_CASE(without_short_name),
	KUNIT_CASE(nul_in_short_name),
	{}
};

struct kunit_suite u8c_protect_suite = {
	.name = "utf8check_protect",
	.test_cases = cases,
};
