// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single sequences in every profile and encoding: all beginnings against the reference.
 */
#include "sample_coding.h"
#include "support.h"

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
	unsigned int i;

	for (i = 0; i < 0x10000; i++) {
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
	unsigned int i, have, k;

	for (i = 0xc000; i < 0x10000; i++) {
		u8 p[U8C_SEQUENCE_MAX + 1];

		if ((i & 0xff) < 0x7f || (i & 0xff) > 0xc0)
			continue;
		for (have = 2; have <= U8C_SEQUENCE_MAX; have++) {
			memset(p, 0x80 | (i & 0x3f), sizeof(p));
			p[0] = i >> 8;
			p[1] = i;
			for (k = 0; k < ARRAY_SIZE(ends); k++) {
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
	unsigned int i;
	u64 back;

	for (i = 0; i < U8C_PROFILES * UTF8CHECK_ENCODING_AUTO; i++) {
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
	unsigned int bit;
	u64 cp;
	int i;

	for (bit = 0; bit < 64; bit++)
		for (i = -2; i <= 2; i++)
			try_point(test, (1ull << bit) + i);
	for (cp = 0xd7f0; cp < 0xe010; cp++)
		try_point(test, cp);
	for (cp = 0x10fffe; cp < 0x110002; cp++)
		try_point(test, cp);
	for (cp = 0; cp < 0x111000; cp += 1 + u8c_chance_below(&c, 2 * u8c_share() - 1)) {
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
	size_t n;

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
		for (n = 3; n <= sizeof(p); n++)
			try_profiles(test, p, n);
		cond_resched();
	}
}

/* Sequences of any encoding: complete, wrong and cut off. */
static void random_bytes(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	unsigned int round;
	u8 p[64];
	size_t n;

	for (round = 0; round < u8c_rounds(200000); round++) {
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

static struct kunit_case profile_cases[] = {
	KUNIT_CASE(profile_two_bytes),
	KUNIT_CASE_SLOW(profile_beginnings),
	KUNIT_CASE(every_pair),
	KUNIT_CASE(profile_points),
	KUNIT_CASE(random_bytes),
	{}
};

struct kunit_suite u8c_profile_suite = {
	.name = "utf8check_profile",
	.test_cases = profile_cases,
};
