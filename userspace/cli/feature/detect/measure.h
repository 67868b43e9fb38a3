/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How much information a text holds, in the language that needs least.
 *
 * What people wrote takes few bits: each letter is expected after the one before it.  Read in a
 * wrong charset the same bytes take many.  So of several readings of the same bytes the one that
 * takes fewest bits is right, and by how many bits it is ahead says how sure that is.
 */
#ifndef DETECT_MEASURE_H
#define DETECT_MEASURE_H

#include "base/types.h"

/* Costs are in quarters of a bit. */
#define MEASURE_BIT 4

/* Code points of a text that are measured. */
#define MEASURE_MAX 8192

/* What a byte costs that has no meaning in a charset. */
#define MEASURE_UNDEFINED (24 * MEASURE_BIT)

/**
 * struct measure - what a text takes
 *
 * @cost: in quarters of a bit.
 * @own: of it, what is not of ASCII alone.
 * @language: of its letters, as a locale is named; NULL where none is there.
 * @script: of the first letter that is not ASCII, as script_of() numbers it.
 * @only_signs: there is no such letter.
 * @letters: how many that are not ASCII are in texts.
 * @wides: how many of these are of Han, Hangul or kana.
 * @odd: how many are controls of C1, private or unassigned.
 * @controls: how many are controls of ASCII that texts do not have.
 */
struct measure {
	u32 cost;
	u32 own;
	const char *language;
	unsigned int script;
	bool only_signs;
	unsigned int letters;
	unsigned int wides;
	unsigned int odd;
	unsigned int controls;
};

#define MEASURE_LANGUAGES_MAX 96

/**
 * struct measure_scope - the languages that a charset is for
 *
 * @languages: whether each of the table is one.
 * @language: the only one with thousands of characters that may be; NULL: any of these.
 */
struct measure_scope {
	bool languages[MEASURE_LANGUAGES_MAX];
	const char *language;
};

/* Set @s to @language, or NULL, and all whose frequent letters are of ASCII or among @n points. */
void measure_limit(struct measure_scope *s, const u32 *cp, size_t n, const char *language);

/* Without the languages of @others, but English. */
void measure_leave_out(struct measure_scope *s, const struct measure_scope *others);

/* Measure @n code points, at most MEASURE_MAX; more are left out.  @scope: NULL for all languages. */
struct measure measure_text(const u32 *cp, size_t n, const struct measure_scope *scope);

/* Is it a letter of an alphabet? */
bool measure_is_letter(u32 cp);

#endif /* DETECT_MEASURE_H */
