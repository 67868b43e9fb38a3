// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * KUnit tests for the decoder of one code point, against table 3-7 of the Unicode
 * Standard, "Well-Formed UTF-8 Byte Sequences".
 */
#include <kunit/test.h>
#include <linux/sched.h>
#include "codec/point.h"

static const struct {
	u8 lead[2], second[2], length;
} table_3_7[] = {
	{ { 0xc2, 0xdf }, { 0x80, 0xbf }, 2 },
	{ { 0xe0, 0xe0 }, { 0xa0, 0xbf }, 3 },
	{ { 0xe1, 0xec }, { 0x80, 0xbf }, 3 },
	{ { 0xed, 0xed }, { 0x80, 0x9f }, 3 },
	{ { 0xee, 0xef }, { 0x80, 0xbf }, 3 },
	{ { 0xf0, 0xf0 }, { 0x90, 0xbf }, 4 },
	{ { 0xf1, 0xf3 }, { 0x80, 0xbf }, 4 },
	{ { 0xf4, 0xf4 }, { 0x80, 0x8f }, 4 },
};

static bool is_in(u8 byte, const u8 *range)
{
	return byte >= range[0] && byte <= range[1];
}

/* The length of the sequence that @p begins with, not in ASCII; 0 where it is ill-formed. */
static u32 length_by_table(const u8 *p)
{
	static const u8 tail[] = { 0x80, 0xbf };
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(table_3_7); i++)
		if (is_in(p[0], table_3_7[i].lead) && is_in(p[1], table_3_7[i].second))
			break;
	if (i == ARRAY_SIZE(table_3_7))
		return 0;
	for (k = 2; k < table_3_7[i].length; k++)
		if (!is_in(p[k], tail))
			return 0;
	return table_3_7[i].length;
}

/* Every lead and second byte, with what matters of the others. */
static void sequences(struct kunit *test)
{
	static const u8 others[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0xa0, 0xbf, 0xc0, 0xe0, 0xff };
	const unsigned int n = ARRAY_SIZE(others);
	unsigned int i, k;
	u32 cp;

	for (i = 0x8000; i < 0x10000; i++) {
		for (k = 0; k < n * n; k++) {
			const u8 p[4] = { i >> 8, i, others[k / n], others[k % n] };

			KUNIT_ASSERT_EQ_MSG(test, u8c_strict_point_of(u8c_load32_le(p), &cp),
					    length_by_table(p), "%*ph", 4, p);
		}
		cond_resched();
	}
}

/* Every code point is read as it was written. */
static void points(struct kunit *test)
{
	u32 cp, got, n;
	const u8 *at;

	for (cp = 0x80; cp < 0x110000; cp++) {
		u8 p[4] = {};

		n = u8c_put(cp, p);
		if (cp - 0xd800 < 0x800)
			n = 0;
		KUNIT_ASSERT_EQ_MSG(test, u8c_strict_point_of(u8c_load32_le(p), &got), n,
				    "U+%04X", cp);
		if (!n)
			continue;
		at = p;
		KUNIT_ASSERT_EQ(test, got, cp);
		KUNIT_ASSERT_EQ(test, u8c_take(&at, p + n), cp);
		KUNIT_ASSERT_PTR_EQ(test, at, p + n);
		if (!(cp & 0xfff))
			cond_resched();
	}
}

/* Bytes after the end of a text are zeros. */
static void ends(struct kunit *test)
{
	static const u8 p[8] = { 0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x9f, 0x98, 0x80 };
	u8 copy[8], want[8];
	unsigned int n;

	for (n = 0; n <= sizeof(p); n++) {
		memset(want, 0, sizeof(want));
		memcpy(want, p, n);
		KUNIT_EXPECT_EQ(test, u8c_head(p, p + n), u8c_load32_le(want));
		KUNIT_EXPECT_EQ(test, u8c_snapshot(copy, p, n), n);
		KUNIT_EXPECT_MEMEQ(test, copy, want, sizeof(copy));
	}
}

static struct kunit_case point_cases[] = {
	KUNIT_CASE(sequences),
	KUNIT_CASE(points),
	KUNIT_CASE(ends),
	{}
};

static struct kunit_suite point_suite = {
	.name = "utf8_point",
	.test_cases = point_cases,
};

kunit_test_suite(point_suite);

MODULE_DESCRIPTION("KUnit tests for the decoder of UTF-8");
MODULE_LICENSE("GPL");
