/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Generated tables of what stands beside an ignorable code point.  Private to the core.
 */
#ifndef U8C_NAME_UCD_PLACEMENT_H
#define U8C_NAME_UCD_PLACEMENT_H

#include "codec/names.h"

/**
 * enum u8c_kind - what a code point is to an ignorable one beside it
 *
 * @U8C_KIND_LETTER: General_Category L.
 * @U8C_KIND_MARK: General_Category Mn.
 * @U8C_KIND_JOINS_NEXT: Joining_Type L or D.
 * @U8C_KIND_JOINS_BEFORE: Joining_Type R or D.
 * @U8C_KIND_TRANSPARENT: Joining_Type T.
 * @U8C_KIND_EMOJI: Emoji and Extended_Pictographic: what an emoji ZWJ sequence is made of.
 * @U8C_KIND_MODIFIER_BASE: Emoji_Modifier_Base.
 * @U8C_KIND_MODIFIER: Emoji_Modifier.
 * @U8C_KIND_VOWEL: Indic_Syllabic_Category Vowel_Dependent.
 */
enum u8c_kind {
	U8C_KIND_LETTER = 1,
	U8C_KIND_MARK = 2,
	U8C_KIND_JOINS_NEXT = 4,
	U8C_KIND_JOINS_BEFORE = 8,
	U8C_KIND_TRANSPARENT = 0x10,
	U8C_KIND_EMOJI = 0x20,
	U8C_KIND_MODIFIER_BASE = 0x40,
	U8C_KIND_MODIFIER = 0x80,
	U8C_KIND_VOWEL = 0x100,
};

/**
 * struct u8c_placement_table - rows, in the order of code points
 *
 * @rows: a byte for each, and up to four more.  The four low bits are a number in @sets, or
 *	15: it is the next byte.  The others say how far it is from the row before: 0 to 13
 *	for 1 to 14; 14 where a byte says how far beyond 15; 15 where three bytes, the
 *	lowest first, say it.
 * @starts: the code point of each 32nd row.
 * @places: where in @rows it is.
 * @sets: sets of bits.
 * @count: how many @starts there are.
 * @size: bytes of @rows.
 */
struct u8c_placement_table {
	const u8 *rows;
	const u32 *starts;
	const u16 *places;
	const u32 *sets;
	u16 count;
	u16 size;
};

extern const struct u8c_placement_table u8c_kind_table;
extern const struct u8c_placement_table u8c_variant_table;

#endif /* U8C_NAME_UCD_PLACEMENT_H */
