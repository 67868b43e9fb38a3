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
 * @U8C_KIND_EMOJI: Emoji and Extended_Pictographic: what an emoji ZWJ sequence is made of.
 * @U8C_KIND_MODIFIER_BASE: Emoji_Modifier_Base.
 * @U8C_KIND_MODIFIER: Emoji_Modifier.
 * @U8C_KIND_MARK: a mark of another script (Canonical_Combining_Class not 0), or of none.
 * @U8C_KIND_JOINING: of a script some of whose letters join (Joining_Type), that has a virama
 *	(Canonical_Combining_Class 9), or whose words are parted by no spaces (Line_Break SA).
 * @U8C_KIND_JAMO: a letter of a Hangul syllable, but no filler.
 */
enum u8c_kind {
	U8C_KIND_EMOJI = 1,
	U8C_KIND_MODIFIER_BASE = 2,
	U8C_KIND_MODIFIER = 4,
	U8C_KIND_MARK = 8,
	U8C_KIND_JOINING = 0x10,
	U8C_KIND_JAMO = 0x20,
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
