// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single sequences in every profile and encoding, against the reference; strings of UTF-8 with
 * each implementation.  And the stable names, as the manual pages spell them.
 */
#include "sample_coding.h"
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

static void decode_two_bytes(struct kunit *test)
{
	try_strings(test, u8c_try_all, 1, NULL, 256);
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

static void try(struct kunit *test, const struct u8c_coding *c, const u8 *p,
		size_t n, bool final)
{
	const char *differs = u8c_try_sequence(c, p, n, final);

	if (differs)
		kunit_info(test, "%s\n", u8c_profile_name(c->profile));
	U8C_ASSERT(test, !differs, differs, p, n);
}

static void try_profiles(struct kunit *test, const u8 *p, size_t n)
{
	struct u8c_coding c = {};

	for (; c.profile < U8C_PROFILES; c.profile++) {
		for (c.after_high = false; ; c.after_high = true) {
			try(test, &c, p, n, true);
			try(test, &c, p, n, false);
			if (c.after_high || c.profile != UTF8CHECK_PROFILE_WTF8)
				break;
		}
	}
}

static void profile_two_bytes(struct kunit *test)
{
	for (unsigned int i = 0; i < 0x10000; i++) {
		const u8 p[] = { i >> 8, i };

		try_profiles(test, p, 2);
		if (!p[1]) {
			try_profiles(test, p, 1);
			cond_resched();
		}
	}
}

/* Every lead and second byte, with any number of continuations, and with each end. */
static void profile_beginnings(struct kunit *test)
{
	static const u8 ends[] = { 0x41, 0x80, 0xbf, 0xed };

	for (unsigned int i = 0xc000; i < 0x10000; i++) {
		u8 p[U8C_SEQUENCE_MAX + 1];

		if ((i & 0xff) < 0x7f || (i & 0xff) > 0xc0)
			continue;
		for (unsigned int have = 2; have <= U8C_SEQUENCE_MAX; have++) {
			memset(p, 0x80 | (i & 0x3f), sizeof(p));
			p[0] = i >> 8;
			p[1] = i;
			for (unsigned int k = 0; k < ARRAY_SIZE(ends); k++) {
				p[have] = ends[k];
				try_profiles(test, p, have + 1);
			}
		}
		cond_resched();
	}
}

/* Encodes and decodes a code point in each profile and encoding. */
static void try_point(struct kunit *test, u64 cp)
{
	u8 out[U8C_SEQUENCE_MAX + 1], want[U8C_SEQUENCE_MAX];
	struct u8c_coding c = {};
	struct utf8check_error e;
	u64 back;

	for (unsigned int i = 0; i < U8C_PROFILES * UTF8CHECK_ENCODING_AUTO; i++) {
		size_t n;

		c.profile = i / UTF8CHECK_ENCODING_AUTO;
		c.encoding = i % UTF8CHECK_ENCODING_AUTO;
		n = u8c_ref_write(&c, cp, want);
		out[n] = 0x55;
		KUNIT_ASSERT_EQ_MSG(test, u8c_encode(&c, cp, out), n,
				    "%s %s: %llx", u8c_profile_name(c.profile),
				    u8c_encoding_name(c.encoding),
				    (unsigned long long)cp);
		KUNIT_ASSERT_EQ(test, out[n], 0x55);
		if (!n)
			continue;
		KUNIT_ASSERT_MEMEQ(test, out, want, n);
		KUNIT_ASSERT_EQ(test, n, u8c_decode(&c, u8c_text(out, n), true, &back, &e));
		KUNIT_ASSERT_EQ(test, back, cp);
	}
}

static void profile_points(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };

	for (unsigned int bit = 0; bit < 64; bit++)
		for (int i = -2; i <= 2; i++)
			try_point(test, (1ull << bit) + i);
	for (u64 cp = 0xd7f0; cp < 0xe010; cp++)
		try_point(test, cp);
	for (u64 cp = 0x10fffe; cp < 0x110002; cp++)
		try_point(test, cp);
	for (u64 cp = 0; cp < 0x111000; cp += 1 + u8c_chance_below(&c, 2 * u8c_share() - 1)) {
		try_point(test, cp);
		cond_resched();
	}
}

/* All ways to break a pair of three-byte surrogates. */
static void every_pair(struct kunit *test)
{
	static const u8 bytes[] = {
		0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xaf, 0xb0, 0xbf, 0xc0, 0xed,
	};
	unsigned int i, k, rest;
	u8 p[7];

	for (i = 0; i < 100000; i += u8c_share()) {
		p[0] = 0xed;
		p[3] = i % 10 < 9 ? 0xed : 0xee;
		rest = i;
		for (k = 1; k < 7; k++) {
			if (k == 3)
				continue;
			p[k] = bytes[rest % 10];
			rest /= 10;
		}
		/* Most pairs end at once: look only at the others. */
		if (p[1] < 0x80 || p[1] > 0xbf || p[2] < 0x80)
			continue;
		for (size_t n = 3; n <= sizeof(p); n++)
			try_profiles(test, p, n);
		cond_resched();
	}
}

/* Sequences of any encoding: complete, wrong and cut off. */
static void random_bytes(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	u8 p[64];
	size_t n;

	for (unsigned int round = 0; round < u8c_rounds(200000); round++) {
		const struct u8c_coding c = {
			.profile = u8c_chance_below(&chance, U8C_PROFILES),
			.encoding = u8c_chance_below(&chance, UTF8CHECK_ENCODING_AUTO),
			.after_high = !u8c_chance_below(&chance, 4),
		};

		n = u8c_sample_coded_text(&chance, &c, p, sizeof(p));
		if (!n)
			continue;
		n = 1 + u8c_chance_below(&chance, n < 9 ? n : 9);
		try(test, &c, p, n, true);
		try(test, &c, p, n, false);
		cond_resched();
	}
}

/* A lead has as many ones before its first zero as its sequence has bytes. */
static void lax_length(struct kunit *test)
{
	static const u8 first[] = { 0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe,
				    0xff };

	for (unsigned int lead = 0; lead < 0x100; lead++) {
		unsigned int want = lead < 0x80;

		for (unsigned int n = 2; n <= 8; n++)
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
	for (unsigned int i = 0; i < many; i++) {
		KUNIT_ASSERT_NOT_NULL(test, name(i));
		for (unsigned int k = 0; k < i; k++)
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
	KUNIT_CASE(decode_two_bytes),
	KUNIT_CASE_SLOW(decode_three_edges),
	KUNIT_CASE(decode_four_bytes),
	KUNIT_CASE(decode_long_forms),
	KUNIT_CASE(profile_two_bytes),
	KUNIT_CASE_SLOW(profile_beginnings),
	KUNIT_CASE(every_pair),
	KUNIT_CASE(profile_points),
	KUNIT_CASE(random_bytes),
	KUNIT_CASE(lax_length),
	KUNIT_CASE(lax_value),
	KUNIT_CASE(words),
	{}
};

struct kunit_suite u8c_decode_suite = {
	.name = "utf8check_decode",
	.test_cases = decode_cases,
};
