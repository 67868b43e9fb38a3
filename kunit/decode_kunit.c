// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single sequences: the core against the reference.  And the stable names, as the manual
 * pages spell them.
 */
#include "exhaustive.h"
#include "support.h"

typedef const char *(*try_fn)(struct u8c_case *s);

/* @try makes all strings of @n bytes that start with one of @many first bytes. */
static void try_strings(struct kunit *test, try_fn try, size_t n,
			const u8 *firsts, unsigned int many)
{
	/* There are millions of strings only if three bytes start with any byte. */
	unsigned int i, step = n > 2 && !firsts ? u8c_share() : 1;

	for (i = 0; i < many; i += step) {
		struct u8c_case s = { .n = n };
		const char *differs;

		s.bytes[0] = firsts ? firsts[i] : i;
		differs = try(&s);
		U8C_ASSERT(test, !differs, differs, s.bytes, s.n);
		cond_resched();
	}
}

static void decode_one_byte(struct kunit *test)
{
	try_strings(test, u8c_try_all, 1, NULL, 256);
}

static void decode_two_bytes(struct kunit *test)
{
	try_strings(test, u8c_try_all, 2, NULL, 256);
}

/* Every string of three bytes: userspace/tests/unit/exhaustive_test.c. */
static void decode_three_edges(struct kunit *test)
{
	try_strings(test, u8c_try_edges, 3, NULL, 256);
}

static void decode_four_bytes(struct kunit *test)
{
	try_strings(test, u8c_try_long, 4, NULL, 256);
}

static void decode_long_forms(struct kunit *test)
{
	static const u8 leads[] = { 0xf8, 0xfb, 0xfc, 0xfd, 0xfe, 0xff };

	try_strings(test, u8c_try_long, 5, leads, ARRAY_SIZE(leads));
	try_strings(test, u8c_try_long, 6, leads, ARRAY_SIZE(leads));
}

/* A lead has as many ones before its first zero as its sequence has bytes. */
static void lax_length(struct kunit *test)
{
	static const u8 first[] = { 0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe,
				    0xff };
	unsigned int lead, n;

	for (lead = 0; lead < 0x100; lead++) {
		unsigned int want = lead < 0x80;

		for (n = 2; n <= 8; n++)
			if (lead >= first[n])
				want = n;
		KUNIT_EXPECT_EQ_MSG(test, u8c_lax_length(lead), want, "%02X",
				    lead);
	}
}

static void lax_value(struct kunit *test)
{
	static const u8 bytes[] = { 0xff, 0x81, 0x42, 0x03, 0xc4, 0x85, 0x86,
				    0x87 };

	KUNIT_EXPECT_EQ(test, u8c_lax_value("A", 1), 'A');
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xc0/", 2), '/');
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xc1\x1c", 2), '\\');
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xdf\xff", 2), 0x7ff);
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xef\xbf\xbf", 3), 0xffff);
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xf7\xbf\xbf\xbf", 4), 0x1fffff);
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xfd\xbf\xbf\xbf\xbf\xbf", 6),
			0x7fffffff);
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xfe\xbf\xbf\xbf\xbf\xbf\xbf", 7),
			0xfffffffffull);
	KUNIT_EXPECT_EQ(test, u8c_lax_value("\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf", 8),
			(1ull << 42) - 1);
	/* FF gives nothing; 01 02 03 04 05 06 07 of six bits each. */
	KUNIT_EXPECT_EQ(test, u8c_lax_value(bytes, 8), 0x1083105187ull);
}

typedef const char *(*name_fn)(unsigned int word);

static void words_of(struct kunit *test, name_fn name, unsigned int many)
{
	unsigned int i, k;

	for (i = 0; i < many; i++) {
		KUNIT_ASSERT_NOT_NULL(test, name(i));
		for (k = 0; k < i; k++)
			KUNIT_EXPECT_STRNEQ(test, name(i), name(k));
	}
	KUNIT_EXPECT_NULL(test, name(many));
	KUNIT_EXPECT_NULL(test, name(~0u));
}

/*
 * Every number has a name of its own, and no other number has one.  The rows of the vectors spell
 * the names, and so tell that one was changed, but for those that a row need not say.
 */
static void words(struct kunit *test)
{
	words_of(test, u8c_profile_name, U8C_PROFILES);
	words_of(test, u8c_reason_name, U8C_REASONS);
	words_of(test, u8c_encoding_name, U8C_ENCODINGS);
	words_of(test, u8c_action_name, U8C_ACTIONS);
	words_of(test, u8c_form_name, U8C_FORMS);
	words_of(test, u8c_bom_name, U8C_BOMS);
	words_of(test, u8c_class_name, U8C_CLASSES);
	words_of(test, u8c_decoder_name, U8C_DECODERS);
	KUNIT_EXPECT_STREQ(test, u8c_profile_name(0), "rfc3629");
	KUNIT_EXPECT_STREQ(test, u8c_reason_name(0), "none");
	KUNIT_EXPECT_STREQ(test, u8c_encoding_name(0), "utf-8");
	KUNIT_EXPECT_STREQ(test, u8c_action_name(0), "reject");
	KUNIT_EXPECT_STREQ(test, u8c_form_name(0), "none");
	KUNIT_EXPECT_STREQ(test, u8c_bom_name(0), "keep");
	KUNIT_EXPECT_STREQ(test, u8c_class_name(0), "ok");
	KUNIT_EXPECT_STREQ(test, u8c_decoder_name(0), "none");
}

static struct kunit_case decode_cases[] = {
	KUNIT_CASE(decode_one_byte),
	KUNIT_CASE(decode_two_bytes),
	KUNIT_CASE_SLOW(decode_three_edges),
	KUNIT_CASE(decode_four_bytes),
	KUNIT_CASE(decode_long_forms),
	KUNIT_CASE(lax_length),
	KUNIT_CASE(lax_value),
	KUNIT_CASE(words),
	{}
};

struct kunit_suite u8c_decode_suite = {
	.name = "utf8check_decode",
	.test_cases = decode_cases,
};
