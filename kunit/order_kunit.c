// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of texts, the bytes around a place, and signatures.
 */
#include "order.h"
#include "support.h"

static const struct u8c_coding codings[] = {
	{ .profile = UTF8CHECK_RFC3629 },
	{ .profile = UTF8CHECK_WTF8 },
	{ .profile = UTF8CHECK_CESU8 },
	{ .profile = UTF8CHECK_MUTF8 },
	{ .profile = UTF8CHECK_UCS2 },
	{ .profile = UTF8CHECK_RFC2279 },
	{ .profile = UTF8CHECK_EXTENDED },
	{ .encoding = UTF8CHECK_UTF16LE },
	{ .encoding = UTF8CHECK_UTF16BE },
	{ .encoding = UTF8CHECK_UTF16LE, .profile = UTF8CHECK_WTF8 },
	{ .encoding = UTF8CHECK_UTF32BE },
	{ .encoding = UTF8CHECK_UTF32LE, .profile = UTF8CHECK_WTF8 },
};

static void describe_coding(const struct u8c_coding *c, char *to)
{
	snprintf(to, KUNIT_PARAM_DESC_SIZE, "%s, %s",
		 u8c_profile_name(c->profile), u8c_encoding_name(c->encoding));
}

KUNIT_ARRAY_PARAM(coding, codings, describe_coding);

/* Texts that are mostly ill-formed, compared by the core and by the definition. */
static void order_by_chance(struct kunit *test)
{
	const struct u8c_coding *c = test->param_value;
	struct u8c_chance chance = { .state = u8c_seed(test) };
	struct u8c_order_case *t = u8c_room(test, sizeof(*t));
	const char *differs;
	int i;

	for (i = 0; i < 3000; i++) {
		u8c_order_chance(&chance, t);
		differs = u8c_try_order(c, t);
		U8C_ASSERT(test, !differs, differs, t->b, t->bn);
		if (i % 64 == 0)
			cond_resched();
	}
}

/* Boundaries found in a window are the boundaries found in the whole text. */
static void order_windows(struct kunit *test)
{
	const struct u8c_coding *c = test->param_value;
	struct u8c_chance chance = { .state = u8c_seed(test) };
	u8 p[U8C_ORDER_MAX], room[U8C_WINDOW];
	struct u8c_place whole, part;
	size_t at;

	u8c_order_text(&chance, p, sizeof(p));
	for (at = 0; at <= sizeof(p); at++) {
		struct u8c_text w = u8c_order_window(p, sizeof(p), at, room);
		size_t begin = u8c_window_start(at);

		U8C_ASSERT(test, u8c_resync(c, p, sizeof(p), at, &whole) ==
			   u8c_resync(c, w.p, w.n, at - begin, &part),
			   "resync", p, sizeof(p));
		KUNIT_ASSERT_EQ(test, whole.previous, begin + part.previous);
		KUNIT_ASSERT_EQ(test, whole.next, begin + part.next);
	}
}

/* No byte after the end of either text is looked at. */
static void order_guarded(struct kunit *test)
{
	const struct u8c_coding *c = test->param_value;
	u8 *a = u8c_guarded(test, 64), *b = u8c_guarded(test, 64);
	struct u8c_difference want, got;
	size_t n;

	for (n = 1; n <= 64; n++) {
		memset(a - n, 0x80, n);
		memset(b - n, 0x80, n);
		KUNIT_ASSERT_EQ(test, u8c_same_start(a - n, b - n, n), n);
		KUNIT_ASSERT_EQ(test, u8c_compare(c, u8c_text(a - n, n),
						  u8c_text(b - n, n)), 0);
		u8c_ref_differ(c, a - n + 1, n - 1, b - n, n, &want);
		u8c_differ(c, u8c_text(a - n + 1, n - 1), u8c_text(b - n, n), &got);
		KUNIT_ASSERT_TRUE(test, u8c_same_difference(&want, &got));
	}
}

/* What is found at the place where two texts differ. */
static void order_found(struct kunit *test)
{
	struct u8c_difference d;

	u8c_differ(&u8c_rfc3629, u8c_text("a\xef\xbf\xbf", 4), u8c_text("a\xf0\x90\x80\x80", 5),
		   &d);
	KUNIT_EXPECT_EQ(test, d.order, -1);
	KUNIT_EXPECT_EQ(test, d.offset, 1);
	KUNIT_EXPECT_EQ(test, d.cp[0], 0xffff);
	KUNIT_EXPECT_EQ(test, d.cp[1], 0x10000);
	KUNIT_EXPECT_EQ(test, d.length[0], 3);
	KUNIT_EXPECT_EQ(test, d.length[1], 4);
	u8c_differ(&u8c_rfc3629, u8c_text("a\xe2\x82", 3), u8c_text("a", 1), &d);
	KUNIT_EXPECT_EQ(test, d.order, 1);
	KUNIT_EXPECT_EQ(test, d.cp[0], U8C_NO_POINT);
	KUNIT_EXPECT_EQ(test, d.length[0], 2);
	KUNIT_EXPECT_EQ(test, d.length[1], 0);
}

/**
 * struct signature_row - how a text begins
 *
 * @bytes: the text.
 * @n: its length.
 * @name: the encoding; NULL for none.
 */
struct signature_row {
	const u8 *bytes;
	size_t n;
	const char *name;
};

#define BEGINS(literal, what) \
	{ (const u8 *)(literal), sizeof(literal) - 1, what }

static const struct signature_row signature_rows[] = {
	BEGINS("\xef\xbb\xbf", "UTF-8"),
	BEGINS("\xff\xfe\0\0", "UTF-32LE"),
	BEGINS("\xff\xfe\0", "UTF-16LE"),
	BEGINS("\xff\xfe" "a\0", "UTF-16LE"),
	BEGINS("\xfe\xff\0a", "UTF-16BE"),
	BEGINS("\0\0\xfe\xff", "UTF-32BE"),
	BEGINS("+/v8-", "UTF-7"),
	BEGINS("\xf7\x64\x4c", "UTF-1"),
	BEGINS("\xdd\x73\x66\x73", "UTF-EBCDIC"),
	BEGINS("\x0e\xfe\xff", "SCSU"),
	BEGINS("\xfb\xee\x28", "BOCU-1"),
	BEGINS("\x84\x31\x95\x33", "GB18030"),
	BEGINS("\xef\xbb", NULL),
	BEGINS("\0\0\xfe", NULL),
	BEGINS("", NULL),
};

static void describe_signature(const struct signature_row *row, char *to)
{
	u8c_describe(to, u8c_text(row->bytes, row->n), ": ", row->name ?: "none");
}

KUNIT_ARRAY_PARAM(signature, signature_rows, describe_signature);

static void order_signature(struct kunit *test)
{
	const struct signature_row *row = test->param_value;
	const struct u8c_signature *s = u8c_signature_of(row->bytes, row->n);

	if (row->name)
		KUNIT_EXPECT_STREQ(test, s ? s->name : "none", row->name);
	else
		KUNIT_EXPECT_NULL(test, s);
}

static struct kunit_case order_cases[] = {
	KUNIT_CASE_PARAM(order_by_chance, coding_gen_params),
	KUNIT_CASE_PARAM(order_windows, coding_gen_params),
	KUNIT_CASE_PARAM(order_guarded, coding_gen_params),
	KUNIT_CASE(order_found),
	KUNIT_CASE_PARAM(order_signature, signature_gen_params),
	{}
};

struct kunit_suite u8c_order_suite = {
	.name = "utf8check_order",
	.test_cases = order_cases,
};
