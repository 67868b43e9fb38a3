/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The table of measure.c, made by userspace/gen/measure.py.
 *
 * A cost is in quarters of a bit of information, and stands in a string as the character
 * MEASURE_FIRST + cost.
 */
#ifndef DETECT_MEASURE_TABLE_H
#define DETECT_MEASURE_TABLE_H

#include <wchar.h>
#include "base/types.h"

#define MEASURE_FIRST '$'

/**
 * struct measure_language - the letters of a language
 *
 * @name: NULL ends the table.
 * @n: how many letters; all are small.
 * @letters: these, sorted.
 * @costs: of each letter after each other: @n + 2 rows of @n + 1 costs.  The first row, and the
 *	first of a row, is what is no letter; the last row is a letter of another language.
 */
struct measure_language {
	const char *name;
	unsigned int n;
	const wchar_t *letters;
	const char *costs;
};

/* Points that kana and the punctuation beside it take. */
#define MEASURE_KANA 0x3000
#define MEASURE_KANA_END 0x3100

/**
 * struct measure_wide - the characters of a language that has thousands
 *
 * @name: NULL ends the table.
 * @first: the first code point of Han, or of Hangul.
 * @last: the last.
 * @costs: of each from MEASURE_KANA up to MEASURE_KANA_END, then of these: half a bit for each
 *	number above MEASURE_WIDE_LEAST.
 */
struct measure_wide {
	const char *name;
	u32 first;
	u32 last;
	const char *costs;
};

/* In quarters of a bit. */
#define MEASURE_WIDE_LEAST 32

/* A sign that is not ASCII: its cost, and its cost between two letters. */
struct measure_sign {
	u16 cp;
	u8 alone;
	u8 inside;
};

extern const struct measure_language measure_languages[];
extern const struct measure_wide measure_wides[];
extern const struct measure_sign measure_signs[];
extern const unsigned int measure_sign_count;
/* Capitals, each before its small letter. */
extern const wchar_t measure_capitals[];

#endif /* DETECT_MEASURE_TABLE_H */
