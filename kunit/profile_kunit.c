// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single sequences in every profile and encoding: rows from the definitions, and
 * all beginnings against the reference.
 */
#include "reference_path.h"
#include "sample_coding.h"
#include "support.h"

/**
 * struct sequence_row - a text, and the sequence at its start
 *
 * @description: what it shows.
 * @c: how it is written.
 * @bytes: the text.
 * @n: its length.
 * @cp: the code point; 0 where it is ill-formed, or NUL.
 * @length: of the sequence, or of the maximal subpart.
 * @reason: why it is ill-formed; UTF8CHECK_REASON_NONE where it is not.
 * @span: bytes of the complete longer form.
 * @value: what a lax decoder reads there.
 */
struct sequence_row {
	const char *description;
	struct u8c_coding c;
	const u8 *bytes;
	size_t n;
	u64 cp;
	u8 length;
	u8 reason;
	u8 span;
	u64 value;
};

#define ROW(what, literal, ...) \
	{ .description = what, .bytes = (const u8 *)(literal), \
	  .n = sizeof(literal) - 1, __VA_ARGS__ }
#define IN(name) .c = { .profile = UTF8CHECK_PROFILE_##name }
#define AS(name, how) \
	.c = { .profile = UTF8CHECK_PROFILE_##name, .encoding = UTF8CHECK_ENCODING_##how }
#define GOOD(what, where, literal, size, point) \
	ROW(what, literal, where, .length = (size), .cp = (point))
#define BAD(what, where, literal, why, part, form, reads) \
	ROW(what, literal, where, .reason = UTF8CHECK_REASON_##why, .length = (part), \
	    .span = (form), .value = (reads))

static const struct sequence_row rows[] = {
	GOOD("wtf8: high surrogate", IN(WTF8), "\xed\xa0\x80", 3, 0xd800),
	GOOD("wtf8: low surrogate", IN(WTF8), "\xed\xbf\xbf", 3, 0xdfff),
	GOOD("wtf8: high before low is itself", IN(WTF8),
	     "\xed\xa0\x80\xed\xb0\x80", 3, 0xd800),
	ROW("wtf8: low after high", "\xed\xb0\x80",
	    .c = { .profile = UTF8CHECK_PROFILE_WTF8, .after_high = true },
	    .reason = UTF8CHECK_REASON_SURROGATE, .length = 3, .span = 3, .value = 0xdc00),
	ROW("wtf8: high after high", "\xed\xa0\x80",
	    .c = { .profile = UTF8CHECK_PROFILE_WTF8, .after_high = true },
	    .cp = 0xd800, .length = 3),
	BAD("wtf8: surrogate broken off", IN(WTF8), "\xed\xa0" "a",
	    TRUNCATED, 2, 0, 0),
	BAD("wtf8: surrogate at the end", IN(WTF8), "\xed\xa0",
	    INCOMPLETE, 2, 0, 0),
	GOOD("cesu8: pair", IN(CESU8), "\xed\xa0\xbd\xed\xb8\x80", 6, 0x1f600),
	GOOD("cesu8: first pair", IN(CESU8), "\xed\xa0\x80\xed\xb0\x80", 6,
	     0x10000),
	GOOD("cesu8: last pair", IN(CESU8), "\xed\xaf\xbf\xed\xbf\xbf", 6,
	     0x10ffff),
	BAD("cesu8: lone high", IN(CESU8), "\xed\xa0\x80" "a",
	    SURROGATE, 3, 3, 0xd800),
	BAD("cesu8: lone high at the end", IN(CESU8), "\xed\xa0\x80",
	    SURROGATE, 3, 3, 0xd800),
	BAD("cesu8: high, half of a low", IN(CESU8), "\xed\xa0\x80\xed\xb0",
	    SURROGATE, 3, 3, 0xd800),
	BAD("cesu8: lone low", IN(CESU8), "\xed\xb0\x80",
	    SURROGATE, 3, 3, 0xdc00),
	BAD("cesu8: half of a low", IN(CESU8), "\xed\xb0" "a",
	    TRUNCATED, 2, 0, 0),
	BAD("cesu8: four bytes", IN(CESU8), "\xf0\x9f\x98\x80",
	    OUT_OF_RANGE, 1, 4, 0x1f600),
	BAD("cesu8: four bytes, overlong", IN(CESU8), "\xf0\x80\x80\xaf",
	    OVERLONG, 1, 4, '/'),
	GOOD("mutf8: NUL", IN(MUTF8), "\xc0\x80", 2, 0),
	BAD("mutf8: zero byte", IN(MUTF8), "\0", INVALID_BYTE, 1, 0, 0),
	BAD("mutf8: C0 81", IN(MUTF8), "\xc0\x81", OVERLONG, 1, 2, 1),
	BAD("mutf8: C0 broken off", IN(MUTF8), "\xc0" "a", TRUNCATED, 1, 0, 0),
	BAD("mutf8: C0 at the end", IN(MUTF8), "\xc0", INCOMPLETE, 1, 0, 0),
	GOOD("mutf8: pair", IN(MUTF8), "\xed\xa0\xbd\xed\xb8\x80", 6, 0x1f600),
	GOOD("mutf8: lone high", IN(MUTF8), "\xed\xa0\x80" "a", 3, 0xd800),
	GOOD("mutf8: lone low", IN(MUTF8), "\xed\xb0\x80", 3, 0xdc00),
	GOOD("ucs2: last", IN(UCS2), "\xef\xbf\xbf", 3, 0xffff),
	BAD("ucs2: four bytes", IN(UCS2), "\xf0\x90\x80\x80",
	    OUT_OF_RANGE, 1, 4, 0x10000),
	BAD("ucs2: lead of four bytes alone", IN(UCS2), "\xf0",
	    OUT_OF_RANGE, 1, 0, 0),
	BAD("ucs2: surrogate", IN(UCS2), "\xed\xa0\x80",
	    SURROGATE, 1, 3, 0xd800),
	GOOD("rfc2279: above 10FFFF", IN(RFC2279), "\xf4\x90\x80\x80", 4,
	     0x110000),
	GOOD("rfc2279: last of four", IN(RFC2279), "\xf7\xbf\xbf\xbf", 4,
	     0x1fffff),
	GOOD("rfc2279: first of five", IN(RFC2279), "\xf8\x88\x80\x80\x80", 5,
	     0x200000),
	GOOD("rfc2279: first of six", IN(RFC2279), "\xfc\x84\x80\x80\x80\x80",
	     6, 0x4000000),
	GOOD("rfc2279: last", IN(RFC2279), "\xfd\xbf\xbf\xbf\xbf\xbf", 6,
	     0x7fffffff),
	BAD("rfc2279: overlong five", IN(RFC2279), "\xf8\x87\xbf\xbf\xbf",
	    OVERLONG, 1, 5, 0x1fffff),
	BAD("rfc2279: surrogate", IN(RFC2279), "\xed\xa0\x80",
	    SURROGATE, 1, 3, 0xd800),
	BAD("rfc2279: broken off", IN(RFC2279), "\xfd\xbf\xbf" "a",
	    TRUNCATED, 3, 0, 0),
	BAD("rfc2279: FE", IN(RFC2279), "\xfe\x82\x80\x80\x80\x80\x80",
	    INVALID_BYTE, 1, 0, 0),
	GOOD("extended: first of seven", IN(EXTENDED),
	     "\xfe\x82\x80\x80\x80\x80\x80", 7, 0x80000000),
	GOOD("extended: last of seven", IN(EXTENDED),
	     "\xfe\xbf\xbf\xbf\xbf\xbf\xbf", 7, 0xfffffffffull),
	GOOD("extended: first of eight", IN(EXTENDED),
	     "\xff\x81\x80\x80\x80\x80\x80\x80", 8, 0x1000000000ull),
	GOOD("extended: last", IN(EXTENDED),
	     "\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf", 8, 0x3ffffffffffull),
	BAD("extended: overlong seven", IN(EXTENDED),
	    "\xfe\x81\xbf\xbf\xbf\xbf\xbf", OVERLONG, 1, 7, 0x7fffffff),
	BAD("extended: overlong eight", IN(EXTENDED),
	    "\xff\x80\xbf\xbf\xbf\xbf\xbf\xbf", OVERLONG, 1, 8, 0xfffffffffull),
	BAD("extended: FF at the end", IN(EXTENDED), "\xff", INCOMPLETE, 1, 0,
	    0),
	GOOD("utf-16le", AS(RFC3629, UTF16LE), "\xac\x20", 2, 0x20ac),
	GOOD("utf-16be: pair", AS(RFC3629, UTF16BE), "\xd8\x3d\xde\0", 4,
	     0x1f600),
	BAD("utf-16le: lone high", AS(RFC3629, UTF16LE), "\0\xd8" "a\0",
	    SURROGATE, 2, 2, 0xd800),
	BAD("utf-16be: lone low", AS(RFC3629, UTF16BE), "\xdc\0",
	    SURROGATE, 2, 2, 0xdc00),
	GOOD("utf-16be: lone low, wtf8", AS(WTF8, UTF16BE), "\xdc\0", 2,
	     0xdc00),
	BAD("utf-16le: half a unit", AS(RFC3629, UTF16LE), "a",
	    INCOMPLETE, 1, 0, 0),
	BAD("utf-16be: high, half a unit", AS(RFC3629, UTF16BE), "\xd8\0\xdc",
	    INCOMPLETE, 3, 0, 0),
	BAD("utf-16be: high, a unit", AS(RFC3629, UTF16BE), "\xd8\0\0a",
	    SURROGATE, 2, 2, 0xd800),
	GOOD("utf-16be: high, half a unit, wtf8", AS(WTF8, UTF16BE), "\xd8\0\xdc", 2,
	     0xd800),
	BAD("utf-16be: pair, ucs2", AS(UCS2, UTF16BE), "\xd8\x3d\xde\0",
	    OUT_OF_RANGE, 4, 4, 0x1f600),
	GOOD("utf-32be", AS(RFC3629, UTF32BE), "\0\x10\xff\xff", 4, 0x10ffff),
	BAD("utf-32be: above", AS(RFC3629, UTF32BE), "\0\x11\0\0",
	    OUT_OF_RANGE, 4, 4, 0x110000),
	BAD("utf-32le: surrogate", AS(RFC3629, UTF32LE), "\0\xd8\0\0",
	    SURROGATE, 4, 4, 0xd800),
	GOOD("utf-32le: surrogate, wtf8", AS(WTF8, UTF32LE), "\0\xd8\0\0", 4,
	     0xd800),
	GOOD("utf-32be: 31 bits, rfc2279", AS(RFC2279, UTF32BE),
	     "\x7f\xff\xff\xff", 4, 0x7fffffff),
	BAD("utf-32le: cut off", AS(RFC3629, UTF32LE), "a\0\0",
	    INCOMPLETE, 3, 0, 0),
};

KUNIT_ARRAY_PARAM_DESC(sequence, rows, description);

/* The row against the core, and against the reference too. */
static void profile_sequence(struct kunit *test)
{
	const struct sequence_row *row = test->param_value;
	int want = row->reason ? 0 : row->length;
	u64 cp = 0, ref_cp = 0;
	struct utf8check_error e = {}, ref = {};

	KUNIT_ASSERT_EQ(test, want, u8c_decode(&row->c, u8c_text(row->bytes, row->n), true, &cp,
					       &e));
	KUNIT_ASSERT_EQ(test, want, u8c_ref_sequence(&row->c, row->bytes,
						     row->n, true, &ref_cp,
						     &ref));
	if (!row->reason) {
		KUNIT_EXPECT_EQ(test, cp, row->cp);
		KUNIT_EXPECT_EQ(test, ref_cp, row->cp);
		return;
	}
	KUNIT_EXPECT_EQ(test, e.reason, row->reason);
	KUNIT_EXPECT_EQ(test, e.length, row->length);
	KUNIT_EXPECT_EQ(test, e.span, row->span);
	KUNIT_EXPECT_EQ(test, e.value, row->value);
	KUNIT_EXPECT_EQ(test, e.count, max(row->length, row->span));
	KUNIT_EXPECT_MEMEQ(test, e.bytes, row->bytes, e.count);
	KUNIT_EXPECT_TRUE(test, u8c_same_error(&e, &ref));
}

/* A sequence that is well-formed alone is what the encoder writes. */
static void profile_written(struct kunit *test)
{
	const struct sequence_row *row = test->param_value;
	u8 out[U8C_SEQUENCE_MAX];

	if (row->reason)
		return;
	KUNIT_ASSERT_EQ(test, row->length, u8c_encode(&row->c, row->cp, out));
	KUNIT_EXPECT_MEMEQ(test, out, row->bytes, row->length);
}

static void try(struct kunit *test, const struct u8c_coding *c, const u8 *p,
		size_t n, bool final)
{
	struct utf8check_error e = {}, want_e = {};
	u64 cp = 0, want_cp = 0;
	int want = u8c_ref_sequence(c, p, n, final, &want_cp, &want_e);
	const char *name = u8c_profile_name(c->profile);

	U8C_ASSERT(test, u8c_decode(c, u8c_text(p, n), final, &cp, &e) == want, name, p,
		   n);
	if (want > 0)
		U8C_ASSERT(test, cp == want_cp, name, p, n);
	if (!want)
		U8C_ASSERT(test, u8c_same_error(&e, &want_e), name, p, n);
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
	for (cp = 0; cp < 0x111000; cp += 1 + u8c_chance_below(&c, 48 * u8c_share())) {
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

/* A boundary is found from every byte of well-formed text. */
static void profile_resync(struct kunit *test)
{
	const struct sequence_row *row = test->param_value;
	u8 text[3 * U8C_SEQUENCE_MAX];
	size_t n = row->length, i;

	if (row->reason)
		return;
	for (i = 0; i < 3; i++)
		memcpy(text + i * n, row->bytes, n);
	/* Two low surrogates are no pair; nor are two high ones. */
	for (i = 0; i <= 3 * n; i++) {
		KUNIT_EXPECT_EQ(test, u8c_next_boundary(&row->c, text, 3 * n, i),
				(i + n - 1) / n * n);
		KUNIT_EXPECT_EQ(test,
				u8c_previous_boundary(&row->c, text, 3 * n, i),
				i / n * n);
	}
}

/* U+FFFF is before U+10000, whatever their bytes are. */
static void profile_order(struct kunit *test)
{
	struct u8c_coding c = {};
	u8 a[U8C_SEQUENCE_MAX], b[U8C_SEQUENCE_MAX];
	size_t an, bn;

	for (; c.profile < UTF8CHECK_PROFILE_UCS2; c.profile++) {
		for (c.encoding = 0; c.encoding < UTF8CHECK_ENCODING_AUTO; c.encoding++) {
			an = u8c_encode(&c, 0xffff, a);
			bn = u8c_encode(&c, 0x10000, b);
			KUNIT_EXPECT_LT(test, u8c_compare(&c, u8c_text(a, an),
							  u8c_text(b, bn)), 0);
			KUNIT_EXPECT_GT(test, u8c_compare(&c, u8c_text(b, bn),
							  u8c_text(a, an)), 0);
			KUNIT_EXPECT_EQ(test, u8c_compare(&c, u8c_text(a, an),
							  u8c_text(a, an)), 0);
			KUNIT_EXPECT_LT(test, u8c_compare(&c, u8c_text(a, 0),
							  u8c_text(a, an)), 0);
		}
	}
}

/* Regression: E2 82 and E2 83, cut off, were each ordered after the other. */
static void profile_order_ill_formed(struct kunit *test)
{
	const u8 *a = "\xe2\x82z", *b = "\xe2\x83z";

	KUNIT_EXPECT_LT(test, u8c_compare(&u8c_rfc3629, u8c_text(a, 3), u8c_text(b, 3)), 0);
	KUNIT_EXPECT_GT(test, u8c_compare(&u8c_rfc3629, u8c_text(b, 3), u8c_text(a, 3)), 0);
	KUNIT_EXPECT_LT(test, u8c_compare(&u8c_rfc3629, u8c_text(a, 2), u8c_text(a, 3)), 0);
}

/**
 * struct policy_row - a name, and which policies take it
 *
 * @name: the name.
 * @answers: "+" or "-" for each of u8c_policies, in their order.
 */
struct policy_row {
	const char *name;
	const char *answers;
};

static const struct policy_row policy_rows[] = {
	{ "Ab_9.x-y", "+++++++++" },
	{ "a b", "++-++++++" },
	{ "a\\b", "++-+++-++" },
	{ "-a", "++---++++" },
	{ "a ", "++---+-++" },
	{ "a.", "++++++-++" },
	{ "a\nb", "++---+-+-" },
	{ "\xc2\x85", "++---+-++" },
	{ "\xc3\xa4", "++-++++++" },
	{ "a\xe2\x80\xae", "++---++++" },
	{ "\xcd\xb8", "++-+-++++" },
	{ "\xee\x80\x80", "++-+-++++" },
	{ "\xef\xbf\xbf", "++-+-++++" },
	{ "con.txt", "++++++-++" },
	{ "com10", "+++++++++" },
	{ "a:b", "++-+++-++" },
	{ "e\xcc\x81", "++-++++-+" },
	{ "\xc3\xa9", "++-++++++" },
	{ "\xef\xbc\x8drf", "++---++++" },
	{ "a\xef\xbc\x8drf", "++-++++++" },
	{ "\xef\xbb\xbf" "a", "++-++++++" },
	{ "\xc0\xae", "-+-------" },
	{ "e\xcc\x81\xff", "-+-------" },
	{ "..", "---------" },
	{ "a/b", "---------" },
	{ "", "---------" },
};

static void describe_policy(const struct policy_row *row, char *to)
{
	u8c_describe(to, u8c_text(row->name, strlen(row->name)), "", "");
}

KUNIT_ARRAY_PARAM(policy, policy_rows, describe_policy);

static void profile_policy(struct kunit *test)
{
	const struct policy_row *row = test->param_value;
	size_t n = strlen(row->name);
	struct utf8check_policy policy;
	struct utf8check_verdict v, want;
	unsigned int i;

	for (i = 0; row->answers[i]; i++) {
		KUNIT_ASSERT_TRUE(test, u8c_policy_find(u8c_policies[i], false,
							&policy));
		u8c_name(&(struct u8c_name_query){
			u8c_impl_find(NULL), &policy, false, row->name, n, &v, NULL, 0, NULL });
		KUNIT_EXPECT_EQ_MSG(test, v.ok, row->answers[i] == '+', "%s",
				    u8c_policies[i]);
		u8c_ref_judge_classes(&(struct u8c_name_query){
			NULL, &policy, false, row->name, n, &want, NULL, 0, NULL });
		KUNIT_EXPECT_EQ(test, v.classes, want.classes);
	}
}

static struct kunit_case profile_cases[] = {
	KUNIT_CASE_PARAM(profile_sequence, sequence_gen_params),
	KUNIT_CASE_PARAM(profile_written, sequence_gen_params),
	KUNIT_CASE_PARAM(profile_resync, sequence_gen_params),
	KUNIT_CASE(profile_two_bytes),
	KUNIT_CASE_SLOW(profile_beginnings),
	KUNIT_CASE(every_pair),
	KUNIT_CASE(profile_points),
	KUNIT_CASE(random_bytes),
	KUNIT_CASE(profile_order),
	KUNIT_CASE(profile_order_ill_formed),
	KUNIT_CASE_PARAM(profile_policy, policy_gen_params),
	{}
};

struct kunit_suite u8c_profile_suite = {
	.name = "utf8check_profile",
	.test_cases = profile_cases,
};
