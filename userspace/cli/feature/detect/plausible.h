/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Does a text look as if people had written it?
 */
#ifndef DETECT_PLAUSIBLE_H
#define DETECT_PLAUSIBLE_H

#include "base/types.h"

/**
 * struct misread - a sequence of UTF-8 that may have been read in a charset
 *
 * @cp: the characters that the charset has for its bytes, 2 to 4.
 * @n: how many.
 * @before: the code point before them; a space at the start of a text.
 * @before_that: the one before that, where it is known.
 * @after: the code point after them; a space at the end of a text.
 * @meant: the code point that was read.
 * @chained: another such sequence follows, so that @after is a part of that.
 */
struct misread {
	u32 cp[4];
	unsigned int n;
	u32 before;
	u32 before_that;
	u32 after;
	u32 meant;
	bool chained;
};

/* Points that are enough alone; points from which a place counts beside others. */
#define MISREAD_SURE 3
#define MISREAD_LIKELY 2

/**
 * misread_points() - how much speaks for it that characters are a misread sequence
 * @m: the characters, and what is beside them
 *
 * Points are given for what people hardly ever write, such as a symbol amid a word, and
 * more if what was meant goes with the letters beside it.  There are none where nothing
 * looks strange.
 */
unsigned int misread_points(const struct misread *m);

/*
 * Has a sequence, with so many letters beside it, no word that it is in?  Then it may be signs of
 * mathematics, or a unit.
 */
bool misread_is_alone(const struct misread *m, unsigned int letters);

/* May a letter that is not part of a sequence be right before @next, where no byte was lost? */
bool is_right_before(u32 cp, u32 next);

/* Are the characters parts of a box that go together, or blocks? */
bool is_drawn(const struct misread *m);

/*
 * Is a character strange between two others, so that a text was hardly meant so?  Points
 * from 2 count, as for a place, but not those for a letter of Han beside one of Latin.
 */
unsigned int strange_points(u32 before, u32 cp, u32 after);

/* Points for what words of most languages do not have, and lists of letters do. */
unsigned int unusual_points(u32 before, u32 cp, u32 after);

/* Is a part of a box, a control or a soft hyphen? */
bool is_graphic(u32 cp);

bool is_letter(u32 cp);

/* The small letter of a capital; any other character itself. */
u32 small_letter(u32 cp);

/* Is it a letter of Greek or Cyrillic; and a vowel? */
bool is_greek_or_cyrillic(u32 cp);
bool is_vowel(u32 cp);

/* Is it kana, or of the most frequent punctuation and characters of Han? */
bool is_frequent(u32 cp);

/* Do texts of today's languages have this code point?  It is not ASCII. */
bool is_everyday(u32 cp);

#endif /* DETECT_PLAUSIBLE_H */
