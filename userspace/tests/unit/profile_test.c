// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Single sequences in every profile and encoding, against the slow reference.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/reference_profile.h"
#include "shared/texts.h"

static void try(const struct u8c_coding *c, const u8 *p, size_t n, bool final)
{
	struct utf8check_error e, want_e;
	u64 cp = 0, want_cp = 0;
	const char *differs = NULL;
	int want, found;

	memset(&e, 0, sizeof(e));
	memset(&want_e, 0, sizeof(want_e));
	want = u8c_ref_sequence(c, p, n, final, &want_cp, &want_e);
	found = u8c_decode(c, u8c_text(p, n), final, &cp, &e);
	if (found != want)
		differs = "answer";
	else if (want > 0 && cp != want_cp)
		differs = "code point";
	else if (!want && memcmp(&e, &want_e, sizeof(e)))
		differs = "record";
	if (differs)
		fprintf(stderr, "# %s %s%s%s\n", u8c_profile_name(c->profile),
			u8c_encoding_name(c->encoding), final ? ", final" : "",
			c->after_high ? ", after a high surrogate" : "");
	assert_same(differs, p, n);
}

static void try_profiles(const u8 *p, size_t n)
{
	struct u8c_coding c = { 0 };

	for (; c.profile < U8C_PROFILES; c.profile++) {
		for (c.after_high = false; ; c.after_high = true) {
			try(&c, p, n, true);
			try(&c, p, n, false);
			if (c.after_high || c.profile != UTF8CHECK_WTF8)
				break;
		}
	}
}

static void every_string_of_2(void **unused)
{
	unsigned int i;
	u8 p[2];

	(void)unused;
	for (i = 0; i < 0x10000; i++) {
		p[0] = i >> 8;
		p[1] = i;
		try_profiles(p, 2);
		if (!p[1])
			try_profiles(p, 1);
	}
}

/* Every lead and every second byte; then any number of continuations, and an end. */
static void every_beginning(void **unused)
{
	static const u8 tails[] = { 0x41, 0x80, 0xbf, 0xed };
	u8 p[U8C_SEQUENCE_MAX + 1];
	unsigned int i, have, t;

	(void)unused;
	for (i = 0xc000; i < 0x10000; i++) {
		if ((i & 0xff) < 0x7f || (i & 0xff) > 0xc0)
			continue;
		memset(p, 0x80 + (i & 0x3f), sizeof(p));
		p[0] = i >> 8;
		p[1] = i;
		for (have = 2; have <= U8C_SEQUENCE_MAX; have++) {
			for (t = 0; t < sizeof(tails); t++) {
				u8 kept = p[have];

				p[have] = tails[t];
				try_profiles(p, have + 1);
				p[have] = kept;
			}
		}
	}
}

/* All ways to break a pair of three-byte surrogates. */
static void every_pair(void **unused)
{
	static const u8 bytes[] = {
		0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xaf, 0xb0, 0xbf, 0xc0, 0xed,
	};
	unsigned int i, k, rest;
	u8 p[7];
	size_t n;

	(void)unused;
	for (i = 0; i < 100000; i += share()) {
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
			try_profiles(p, n);
	}
}

static void try_both_ways(const struct u8c_coding *c, u64 cp)
{
	u8 out[U8C_SEQUENCE_MAX + 1], want[U8C_SEQUENCE_MAX];
	size_t n = u8c_ref_write(c, cp, want);
	struct utf8check_error e;
	u64 back;

	out[n] = 0x55;
	if (u8c_encode(c, cp, out) != n || out[n] != 0x55 ||
	    memcmp(out, want, n))
		fail_msg("%s %s: encode %llx", u8c_profile_name(c->profile),
			 u8c_encoding_name(c->encoding),
			 (unsigned long long)cp);
	if (n && (u8c_decode(c, u8c_text(out, n), true, &back, &e) != (int)n ||
		  back != cp))
		fail_msg("%s %s: decode %llx", u8c_profile_name(c->profile),
			 u8c_encoding_name(c->encoding),
			 (unsigned long long)cp);
}

static void try_code_point(u64 cp)
{
	struct u8c_coding c = { 0 };

	for (; c.profile < U8C_PROFILES; c.profile++)
		for (c.encoding = 0; c.encoding < UTF8CHECK_AUTO; c.encoding++)
			try_both_ways(&c, cp);
}

/* Encodes and decodes in each encoding: some code points, and all ends of ranges. */
static void code_points(void **unused)
{
	unsigned int bit;
	u64 cp;
	int i;

	(void)unused;
	random_start();
	for (cp = 0; cp < 0x111000; cp += 1 + random_below(48))
		try_code_point(cp);
	for (cp = 0xd7f0; cp < 0xe010; cp++)
		try_code_point(cp);
	for (bit = 0; bit < 64; bit++)
		for (i = -2; i <= 2; i++)
			try_code_point((1ull << bit) + i);
	for (i = 0; i < 3; i++)
		try_code_point(0x10fffe + i);
}

/* Sequences of any encoding: complete, wrong and cut off. */
static void random_bytes(void **unused)
{
	struct u8c_coding c;
	unsigned int i;
	u8 p[64];
	size_t n;

	(void)unused;
	random_start();
	for (i = 0; i < 200000; i += share()) {
		c.profile = random_below(U8C_PROFILES);
		c.encoding = random_below(UTF8CHECK_AUTO);
		c.after_high = !random_below(4);
		n = texts_any(&c, p, sizeof(p));
		if (!n)
			continue;
		n = 1 + random_below(n < 9 ? n : 9);
		try(&c, p, n, true);
		try(&c, p, n, false);
	}
}

/* The well-formed prefix of a buffer, and the error after it. */
static void buffers(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct utf8check_error e, want;
	unsigned int i;
	u8 p[200];

	(void)unused;
	random_start();
	for (i = 0; i < 20000; i += share()) {
		struct u8c_coding c = {
			.profile = random_below(U8C_PROFILES),
			.encoding = random_below(UTF8CHECK_AUTO),
		};
		struct u8c_coding now = c;
		size_t n = texts_any(&c, p, sizeof(p)), good = 0;
		int length = 1;
		u64 cp = 0;

		while (good < n && length) {
			length = u8c_ref_sequence(&now, p + good, n - good,
						  true, &cp, &want);
			now.after_high = u8c_is_high_surrogate(cp);
			good += length;
		}
		assert_int_equal(u8c_valid_up_to(impl, &c, p, n), good);
		assert_int_equal(u8c_validate(impl, &c, p, n, &e), good == n);
		want.offset = good;
		if (good < n)
			assert_same(u8c_same_error(&e, &want) ? NULL :
				    "validate: record", p, n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_string_of_2),
		cmocka_unit_test(every_beginning),
		cmocka_unit_test(every_pair),
		cmocka_unit_test(code_points),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(buffers),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
