/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Does an ignorable code point have an effect at its place? */
#ifndef U8C_NAME_PLACEMENT_H
#define U8C_NAME_PLACEMENT_H

#include "codec/decode.h"

/* Code points after an ignorable one on which its placement can depend. */
#define U8C_LOOKED_AT 7

/* Their bytes: six each in CESU-8.  A longer sequence is above U+10FFFF and ends the search. */
#define U8C_LOOK_AHEAD (U8C_LOOKED_AT * 6)

/* Code points before an ignorable one on which its placement can depend. */
#define U8C_LOOK_BACK 8

/**
 * enum u8c_placed - the answer
 *
 * @U8C_MISPLACED: it has no effect.
 * @U8C_PLACED: it has an effect, or is not ignorable.
 * @U8C_PLACE_UNDECIDED: that depends on bytes that are not there yet.
 */
enum u8c_placed {
	U8C_MISPLACED,
	U8C_PLACED,
	U8C_PLACE_UNDECIDED,
};

/**
 * struct u8c_placement - the code points before the next one
 *
 * All zeros at the start of a text, and after what is ill-formed.  Nothing is looked up
 * until an ignorable code point comes.
 *
 * @points: the last code points, the lowest byte first; 0 for one above U+10FFFF.
 * @at: which of @points is the next.
 * @known: how many of @points there are.
 * @tags: how many tags of a sequence follow, with its end.
 */
struct u8c_placement {
	u8 points[U8C_LOOK_BACK][3];
	u8 at;
	u8 known;
	u8 tags;
};

/**
 * u8c_placement_judge() - is a code point misplaced-ignorable?
 * @s: the code points before it
 * @cp: the code point
 * @coding: how the text is written
 * @after: the text after it
 * @final: no byte can follow @after
 *
 * What languages write is not: joiners and spaces of no width beside a script that joins, has
 * a virama or parts words by no other spaces, fillers beside jamo, U+034F beside marks (core
 * specification, chapters 9, 12, 13, 16, 18 and 23); nor are UTS #51 ED-16, the flags of its
 * annex B, U+FE0F after an emoji, and the standardized variants.  All else of
 * u8c_may_be_misplaced() is misplaced.
 *
 * Return: the answer.
 */
enum u8c_placed u8c_placement_judge(struct u8c_placement *s, u64 cp,
				    const struct u8c_coding *coding, struct u8c_text after,
				    bool final);

/* Moves past a code point. */
void u8c_placement_pass(struct u8c_placement *s, u64 cp);

/* Moves past well-formed text without ignorable code points. */
void u8c_placement_pass_text(struct u8c_placement *s, const u8 *p, size_t n);

#endif /* U8C_NAME_PLACEMENT_H */
