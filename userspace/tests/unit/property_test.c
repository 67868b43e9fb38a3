// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Properties of all code points, against the files of the Unicode Character
 * Database, read line by line.  Run in userspace/.
 */
#include <stdio.h>
#include "shared/common.h"
#include "core/name/danger.h"

#define POINTS 0x110000
#define BIT(reason) (1ull << UTF8CHECK_REASON_##reason)

#define BY_RULE \
	(BIT(WHITE_SPACE) | BIT(REPLACEMENT) | BIT(SUPPLEMENTARY) | BIT(MISPLACED_IGNORABLE))

static u64 want[POINTS];

/* Sets or clears @bits for each line of the file that has @value; NULL for any value. */
static void read_file(const char *name, const char *value, u64 bits, bool set)
{
	unsigned int first, last, lines = 0;
	char line[400], found[64], path[100];
	FILE *f;

	snprintf(path, sizeof(path), "data/ucd/%s", name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("%s cannot be opened", path);
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%x..%x ; %63s", &first, &last, found) != 3) {
			if (sscanf(line, "%x ; %63s", &first, found) != 2)
				continue;
			last = first;
		}
		if (value && strcmp(found, value))
			continue;
		for (lines++; first <= last; first++)
			want[first] = set ? want[first] | bits :
					    want[first] & ~bits;
	}
	fclose(f);
	assert_true(lines > 0);
}

static void set_range(u64 first, u64 last, u64 bits)
{
	for (; first <= last; first++)
		want[first] |= bits;
}

/* General_Category Cc and Co, and section 23.7, which never change. */
static void set_fixed(void)
{
	unsigned int plane;

	set_range(0x00, 0x1f, BIT(CONTROL));
	set_range(0x7f, 0x9f, BIT(CONTROL));
	set_range(0xe000, 0xf8ff, BIT(PRIVATE_USE));
	set_range(0xf0000, 0xffffd, BIT(PRIVATE_USE));
	set_range(0x100000, 0x10fffd, BIT(PRIVATE_USE));
	set_range(0xfdd0, 0xfdef, BIT(NONCHARACTER));
	for (plane = 0; plane < 17; plane++)
		set_range(plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff,
			  BIT(NONCHARACTER));
}

static void every_code_point(void **unused)
{
	u64 cp;

	set_fixed();
	set_range(0, POINTS - 1, BIT(UNASSIGNED));
	read_file("DerivedAge.txt", NULL, BIT(UNASSIGNED), false);
	read_file("PropList.txt", "Bidi_Control", BIT(BIDI_CONTROL), true);
	read_file("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point",
		  BIT(DEFAULT_IGNORABLE) | BIT(MISPLACED_IGNORABLE), true);
	set_range(0xfff9, 0xfffb, BIT(MISPLACED_IGNORABLE));
	read_file("PropList.txt", "White_Space", BIT(WHITE_SPACE), true);
	for (cp = 0; cp < 0x80; cp++)
		want[cp] &= ~BIT(WHITE_SPACE);
	set_range(0xfffd, 0xfffd, BIT(REPLACEMENT));
	set_range(0x10000, POINTS - 1, BIT(SUPPLEMENTARY));
	for (cp = 0; cp < POINTS; cp++)
		if (u8c_reasons_of(cp) != want[cp] ||
		    u8c_properties(cp) != (want[cp] & ~BY_RULE))
			fail_msg("%06llX: %llx, expected %llx",
				 (unsigned long long)cp,
				 (unsigned long long)u8c_reasons_of(cp),
				 (unsigned long long)want[cp]);
}

/* Above U+10FFFF nothing is assigned, and no code point has another property. */
static void above_all(void **unused)
{
	static const u64 cps[] = {
		0x110000, 0x11fffe, 0x1fffff, 0x7fffffff, 0x80000000,
		0xffffffff, 0x100000000ull, 0x10000e000ull, 0x3ffffffffffull,
	};
	unsigned int i;

	for (i = 0; i < U8C_ARRAY_SIZE(cps); i++)
		assert_int_equal(u8c_properties(cps[i]), BIT(UNASSIGNED));
}

/* One of all implementations that can run here, in turn. */
static const struct u8c_impl *impl_in_turn(u64 turn)
{
	const struct u8c_impl *usable[16];
	unsigned int i, n = 0;

	for (i = 0; u8c_impls[i]; i++)
		if (u8c_impl_usable(u8c_impls[i]))
			usable[n++] = u8c_impls[i];
	return usable[turn % n];
}

/* Each code point, wherever it stands in a word, ends what is allowed or does not. */
static void allowed_up_to(void **unused)
{
	static const struct u8c_coding utf8;
	struct u8c_byte_set refused[U8C_REASONS + 1], *r;
	u64 forbid, cp;
	u8 text[24];
	size_t at, length, expected, n;
	unsigned int reason;

	for (reason = 0; reason <= U8C_REASONS; reason++)
		u8c_refused_init(&refused[reason],
				 reason == U8C_REASONS ? ~0ull : 1ull << reason);
	for (cp = 0; cp < POINTS; cp++) {
		memset(text, 'n', sizeof(text));
		at = cp % 11;
		length = u8c_encode(&utf8, cp, text + at);
		if (!length)
			continue;
		n = at + length + cp / 11 % 8;
		for (reason = UTF8CHECK_REASON_CONTROL; reason <= U8C_REASONS;
		     reason++) {
			r = &refused[reason];
			forbid = reason == U8C_REASONS ? ~0ull : 1ull << reason;
			expected = u8c_forbidden(cp, forbid) ? at : n;
			assert_same(u8c_allowed_up_to(r, impl_in_turn(cp + reason), text,
						      n) == expected ? NULL : "length", text, n);
		}
	}
}

/* Far in a text, of which more and more is looked through at once. */
static void allowed_far(void **unused)
{
	const struct u8c_impl *const *i;
	struct u8c_byte_set r;
	u8 text[12000];

	memset(text, 'n', sizeof(text));
	text[sizeof(text) - 1] = 0x1b;
	u8c_refused_init(&r, BIT(CONTROL));
	u8c_for_each_impl(i)
		assert_int_equal(u8c_allowed_up_to(&r, *i, text, sizeof(text)), sizeof(text) - 1);
}

/* What is beyond Unicode has no dangers. */
static void no_code_point(void **unused)
{
	assert_int_equal(u8c_dangers(0x110000, false), 0);
}

static int property_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(above_all),
		cmocka_unit_test(allowed_up_to),
		cmocka_unit_test(allowed_far),
		cmocka_unit_test(no_code_point),
	};

	return cmocka_run_group_tests_name("property", tests, NULL, NULL);
}

UNIT_GROUP("property", property_tests);
