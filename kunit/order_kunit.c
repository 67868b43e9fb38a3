// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boundaries, found from every place, and the order of texts, by code points in every
 * encoding.
 */
#include "order.h"
#include "sample_coding.h"
#include "support.h"

static const struct u8c_coding codings[] = {
	{ .profile = UTF8CHECK_PROFILE_RFC3629 },
	{ .profile = UTF8CHECK_PROFILE_WTF8 },
	{ .profile = UTF8CHECK_PROFILE_CESU8 },
	{ .profile = UTF8CHECK_PROFILE_MUTF8 },
	{ .profile = UTF8CHECK_PROFILE_UCS2 },
	{ .profile = UTF8CHECK_PROFILE_RFC2279 },
	{ .profile = UTF8CHECK_PROFILE_EXTENDED },
	{ .encoding = UTF8CHECK_ENCODING_UTF16LE },
	{ .encoding = UTF8CHECK_ENCODING_UTF16BE },
	{ .encoding = UTF8CHECK_ENCODING_UTF16LE, .profile = UTF8CHECK_PROFILE_WTF8 },
	{ .encoding = UTF8CHECK_ENCODING_UTF32BE },
	{ .encoding = UTF8CHECK_ENCODING_UTF32LE, .profile = UTF8CHECK_PROFILE_WTF8 },
};

static void describe_coding(const struct u8c_coding *c, char *to)
{
	snprintf(to, KUNIT_PARAM_DESC_SIZE, "%s, %s",
		 u8c_profile_name(c->profile), u8c_encoding_name(c->encoding));
}

KUNIT_ARRAY_PARAM(coding, codings, describe_coding);

/* No byte after the end of either text is looked at. */
static void order_guarded(struct kunit *test)
{
	const struct u8c_coding *c = test->param_value;
	u8 *a = u8c_guarded(test, 64), *b = u8c_guarded(test, 64);
	struct u8c_difference want, got;

	for (size_t n = 1; n <= 64; n++) {
		memset(a - n, 0x80, n);
		memset(b - n, 0x80, n);
		KUNIT_ASSERT_EQ(test, u8c_same_start(a - n, b - n, n), n);
		u8c_differ(c, u8c_text(a - n, n), u8c_text(b - n, n), &got);
		KUNIT_ASSERT_EQ(test, got.order, 0);
		u8c_ref_differ(c, a - n + 1, n - 1, b - n, n, &want);
		u8c_differ(c, u8c_text(a - n + 1, n - 1), u8c_text(b - n, n), &got);
		KUNIT_ASSERT_TRUE(test, u8c_same_difference(&want, &got));
	}
}

/* Any profile in any encoding. */
static struct u8c_coding random_coding(struct u8c_chance *chance)
{
	return (struct u8c_coding){
		.profile = u8c_chance_below(chance, U8C_PROFILES),
		.encoding = u8c_chance_below(chance, UTF8CHECK_ENCODING_AUTO),
	};
}

static void every_cut(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	const char *differs;
	u8 p[96];

	for (unsigned int i = 0; i < u8c_rounds(30000); i++) {
		const struct u8c_coding c = random_coding(&chance);
		const size_t room = 2 * U8C_SEQUENCE_MAX + u8c_chance_below(&chance, 80);
		const size_t n = u8c_sample_coded(&chance, &c, NULL, p, room);

		differs = u8c_try_cuts(&c, p, n);
		U8C_ASSERT(test, !differs, differs, p, n);
		cond_resched();
	}
}

/*
 * In any bytes, a boundary is near the place, and on the right side of it; and a
 * window around the place gives the same answer as the whole text.
 */
static void any_bytes(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	const char *differs;
	u8 p[256];

	for (unsigned int i = 0; i < u8c_rounds(50000); i++) {
		struct u8c_coding c = random_coding(&chance);
		size_t n = u8c_sample_coded_text(&chance, &c, p, i % 2 ? 64 : sizeof(p));
		size_t at = u8c_chance_below(&chance, n + 1);
		size_t next = u8c_next_boundary(&c, p, n, at);
		size_t previous = u8c_previous_boundary(&c, p, n, at);

		U8C_ASSERT(test, next >= at && next <= n && next - at <= U8C_SEQUENCE_MAX,
			   "next boundary", p, n);
		U8C_ASSERT(test, previous <= at && at - previous <= U8C_SEQUENCE_MAX,
			   "previous boundary", p, n);
		differs = u8c_try_window(&c, p, n, at);
		U8C_ASSERT(test, !differs, differs, p, n);
		cond_resched();
	}
}

/* Among continuations a boundary is sought a sequence's length to each side, no further. */
static void far_boundary(struct kunit *test)
{
	static const struct u8c_coding c = { .profile = UTF8CHECK_PROFILE_RFC3629 };
	const size_t far = U8C_SEQUENCE_MAX;
	u8 p[U8C_SEQUENCE_MAX + 3];

	memset(p, 0x80, sizeof(p));
	p[0] = 'a';
	p[far + 2] = 'b';
	KUNIT_ASSERT_EQ(test, u8c_next_boundary(&c, p, sizeof(p), 2), far + 2);
	KUNIT_ASSERT_EQ(test, u8c_next_boundary(&c, p, sizeof(p), 1), far + 1);
	KUNIT_ASSERT_EQ(test, u8c_previous_boundary(&c, p, sizeof(p), far), 0);
	KUNIT_ASSERT_EQ(test, u8c_previous_boundary(&c, p, sizeof(p), far + 1), 1);
}

/* Texts that are mostly ill-formed, in each profile and encoding. */
static void order_of_any(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	struct u8c_order_case *t = u8c_room(test, sizeof(*t));
	const char *differs;

	for (unsigned int i = 0; i < u8c_rounds(200000); i++) {
		struct u8c_coding c = {
			.profile = i % U8C_PROFILES,
			.encoding = i / U8C_PROFILES % UTF8CHECK_ENCODING_AUTO,
		};

		u8c_order_chance(&chance, t);
		differs = u8c_try_order(&c, t);
		U8C_ASSERT(test, !differs, differs, t->b, t->bn);
		cond_resched();
	}
}

enum { BYTES = sizeof(u8c_order_bytes), ENDS = 1 + BYTES + BYTES * BYTES };

/* Appends up to two bytes, chosen by a number below ENDS.  Return: the length. */
static size_t append_end(u8 *p, size_t n, unsigned int end)
{
	if (end > BYTES)
		p[n++] = u8c_order_bytes[(end - 1 - BYTES) / BYTES];
	if (end)
		p[n++] = u8c_order_bytes[(end - 1) % BYTES];
	return n;
}

/* Every two of these ends, after a random beginning, in each profile. */
static void order_of_ends(struct kunit *test)
{
	struct u8c_chance chance = { .state = u8c_seed(test) };
	struct u8c_order_case *t = u8c_room(test, sizeof(*t));
	const char *differs;

	for (unsigned int i = 0; i < ENDS * ENDS; i += u8c_share()) {
		size_t n = u8c_order_text(&chance, t->a, 20 + i % 24);

		memcpy(t->b, t->a, n);
		t->an = append_end(t->a, n, i / ENDS);
		t->bn = append_end(t->b, n, i % ENDS);
		for (unsigned int k = 0; k < U8C_PROFILES + UTF8CHECK_ENCODING_AUTO; k++) {
			struct u8c_coding c = {
				.profile = k < U8C_PROFILES ? k : UTF8CHECK_PROFILE_WTF8,
				.encoding = k < U8C_PROFILES ? 0 : k - U8C_PROFILES,
			};

			differs = u8c_try_order(&c, t);
			U8C_ASSERT(test, !differs, differs, t->b, t->bn);
		}
		cond_resched();
	}
}

static struct kunit_case order_cases[] = {
	KUNIT_CASE_PARAM(order_guarded, coding_gen_params),
	KUNIT_CASE(every_cut),
	KUNIT_CASE(any_bytes),
	KUNIT_CASE(far_boundary),
	KUNIT_CASE(order_of_any),
	KUNIT_CASE(order_of_ends),
	{}
};

struct kunit_suite u8c_order_suite = {
	.name = "utf8check_order",
	.test_cases = order_cases,
};
