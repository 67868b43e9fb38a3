/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every way in which UTF-8 can be wrong, and texts to put the errors into.  The
 * KUnit suites and the tests in userspace share them.  The reference finds the
 * errors of the whole text, because a sequence that is cut short here may be
 * completed by the text after it.
 */
#ifndef U8C_ERRORS_H
#define U8C_ERRORS_H

#include "reference.h"

/**
 * struct u8c_wrong - bytes that are ill-formed, or end too soon
 *
 * @bytes: the bytes.
 * @n: how many; at most U8C_WRONG_MAX.
 */
struct u8c_wrong {
	const u8 *bytes;
	size_t n;
};

#define U8C_WRONG_MAX 4

#define WRONG(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

static const struct u8c_wrong u8c_wrongs[] = {
	/* Continuations without a lead. */
	WRONG("\x80"), WRONG("\x8f"), WRONG("\x90"), WRONG("\x9f"),
	WRONG("\xa0"), WRONG("\xbf"), WRONG("\x80\xbf"), WRONG("\x80\x80\x80"),
	/* Overlong. */
	WRONG("\xc0\x80"), WRONG("\xc0\xaf"), WRONG("\xc1\xbf"),
	WRONG("\xe0\x80\x80"), WRONG("\xe0\x9f\xbf"),
	WRONG("\xf0\x80\x80\x80"), WRONG("\xf0\x8f\xbf\xbf"),
	/* Surrogates. */
	WRONG("\xed\xa0\x80"), WRONG("\xed\xaf\xbf"), WRONG("\xed\xb0\x80"),
	WRONG("\xed\xbf\xbf"),
	/* After U+10FFFF. */
	WRONG("\xf4\x90\x80\x80"), WRONG("\xf4\xa0\x80\x80"),
	WRONG("\xf4\xbf\xbf\xbf"),
	WRONG("\xf5\x80\x80\x80"), WRONG("\xf5\x90\x80\x80"),
	WRONG("\xf6\x80\x80\x80"), WRONG("\xf7\xbf\xbf\xbf"),
	WRONG("\xf8\x88\x80\x80"), WRONG("\xf9\x80\x80\x80"),
	WRONG("\xfa\x80\x80\x80"), WRONG("\xfb\xbf\xbf\xbf"),
	WRONG("\xfc\x84\x80\x80"), WRONG("\xfd\xbf\xbf\xbf"),
	WRONG("\xfe"), WRONG("\xfe\xbf\xbf\xbf"), WRONG("\xff"),
	WRONG("\xff\xff\xff\xff"),
	/* Cut off by ASCII. */
	WRONG("\xc2" "a"), WRONG("\xdf" "z"), WRONG("\xe0" "a"),
	WRONG("\xe0\xa0" "a"), WRONG("\xe2\x82" "z"), WRONG("\xed\x9f" "a"),
	WRONG("\xf0" "a"), WRONG("\xf0\x90" "a"), WRONG("\xf1\x80\x80" "a"),
	WRONG("\xf4\x8f\xbf\0"),
	/* Cut off by a lead. */
	WRONG("\xc3\xc3\xa9"), WRONG("\xe2\xc3\xa9"), WRONG("\xe2\x82\xc3\xa9"),
	WRONG("\xef\xbf\xe0"), WRONG("\xf0\xe2\x82\xac"), WRONG("\xf0\x9f\xf0"),
	WRONG("\xf3\xbf\xbf\xf1"),
	/* Cut off by what comes next, or by the end. */
	WRONG("\xc2"), WRONG("\xdf"), WRONG("\xe0"), WRONG("\xe1"),
	WRONG("\xec\x80"), WRONG("\xed"), WRONG("\xee\x80"), WRONG("\xef\xbf"),
	WRONG("\xf0"), WRONG("\xf0\x90"), WRONG("\xf1\x80"), WRONG("\xf4\x8f"),
	WRONG("\xf0\x90\x80"), WRONG("\xf4\x8f\xbf"),
};

#undef WRONG

/**
 * struct u8c_ground - a kind of well-formed text to put errors into
 *
 * @description: what it is.
 * @unit: what it repeats.
 */
struct u8c_ground {
	const char *description;
	const char *unit;
};

static const struct u8c_ground u8c_grounds[] = {
	{ "ASCII", "utf8check" },
	{ "two bytes", "\xce\xa9" },
	{ "three bytes", "\xe2\x82\xac" },
	{ "four bytes", "\xf0\x9f\x99\x82" },
	{ "ASCII and two", "caf\xc3\xa9 " },
	{ "all lengths", "a\xc3\xa9\xe2\x82\xac\xf4\x8f\xbf\xbf" },
	{ "ASCII with a rare word", "0123456789012345678901234567890123456789"
	  "01234567890123456789\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80" },
};

static inline void u8c_ground_fill(const struct u8c_ground *ground, u8 *p,
				   size_t n)
{
	size_t length, i;

	for (length = 0; ground->unit[length]; length++)
		;
	for (i = 0; i < n; i++)
		p[i] = ground->unit[i % length];
}

/* Sets good[i] to how far the first i of @n bytes are well-formed. */
static inline void u8c_ground_measure(const u8 *p, size_t n, u32 *good)
{
	good[0] = 0;
	for (size_t i = 1; i <= n; i++)
		good[i] = good[i - 1] + u8c_ref_valid_up_to(p + good[i - 1],
							    i - good[i - 1]);
}

#endif /* U8C_ERRORS_H */
