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

/* A row is a code point above a set of this many bits, in the order of code points. */
#define U8C_SET_BITS 11
#define U8C_SET_MASK ((1u << U8C_SET_BITS) - 1)

/* Where the kind changes: from this code point on it is these bits of enum u8c_kind. */
extern const u32 u8c_kind_rows[];
extern const u16 u8c_kind_count;

/* The bases of variation selectors; the set is a number in u8c_variant_sets. */
extern const u32 u8c_variant_rows[];
extern const u16 u8c_variant_count;
/* A bit for each of U+FE00 to U+FE0F, and from bit 16 on for U+180B to U+180F. */
extern const u32 u8c_variant_sets[];

#endif /* U8C_NAME_UCD_PLACEMENT_H */
