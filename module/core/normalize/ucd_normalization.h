/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Generated tables of the normalization forms, and what their bits mean.
 * Private to the core; userspace/gen/lookups.py is written against it.
 *
 * A code point has a class, one byte, and may have a record.  Both are found
 * from its UTF-8 bytes: the last byte's six bits choose in a block of 64 (the
 * leaf), the bytes before it choose the block (the index).  Under the leads
 * F0..F4 the lead and second byte choose 64 entries of the index first (the
 * middle).  A code point's number shifted right by 6 or 12 is the same thing.
 *
 * Any bytes find something: leads up to F7 and numbers up to 1FFFFF are in the
 * tables, as text may change after it was validated.
 *
 * The class says all that is needed where nothing changes, in 64 bytes a block:
 * text that is normalized already touches nothing else.  A record is a pattern
 * and the mappings of the code point that differ, each a length and UTF-8.
 * Hangul syllables have no record: Unicode section 3.12 makes them.
 *
 * Compositions are packed in one word each, sorted into buckets by a hash.
 */
#ifndef U8C_NORMALIZE_UCD_NORMALIZATION_H
#define U8C_NORMALIZE_UCD_NORMALIZATION_H

#include "codec/names.h"

/*
 * Bits of a class.  A form stops at a code point that it changes, or may
 * change by what stands before it; it also looks at every nonstarter.
 */
#define U8C_STOP(form) ((u32)1 << (form))
#define U8C_MAYBE 0x100u	/* may compose with what precedes it */
#define U8C_FORWARD 0x200u	/* may compose with what follows it */
#define U8C_BACKWARD 0x400u	/* it, or a mapping, touches what precedes it */
#define U8C_CCC_SHIFT 24	/* Canonical_Combining_Class, the highest byte */
#define U8C_CCC_BITS 0xff000000u

/*
 * An entry of the index of classes: which block, and a bit for each form that
 * passes over all of it: no code point there stops it or is a nonstarter.
 */
#define U8C_BLOCK_BITS 0x1ffu
#define U8C_BLOCK_PASSES(form) (0x100u << (form))

/* Kinds of mapping: four bits each in a pattern, 0 for the code point itself. */
#define U8C_KIND_CANONICAL 0
#define U8C_KIND_COMPATIBILITY 1
#define U8C_KIND_IDENTIFIER 2	/* NFKC_Casefold */
#define U8C_KIND_FOLD 3
#define U8C_KIND_COMPOSED 4	/* plus one of the first three */

/* The byte before a mapping: its length, and whether it ends in a nonstarter. */
#define U8C_MAPPING_LENGTH 0x7fu
#define U8C_MAPPING_TAIL 0x80u

/* Entries of the middle: for 21 bits, of which 12 choose further on. */
#define U8C_MIDDLE 512

extern const u16 u8c_norm_middle[], u8c_class_index[], u8c_record_index[];
extern const u8 u8c_class_leaf[], u8c_records[];
extern const u32 u8c_classes[];
extern const u16 u8c_record_leaf[];
extern const u32 u8c_patterns[];

/* --- what composes, and what vectors look up --- */

#define U8C_NORMALIZATION_BYTES_MAX 131072

/*
 * What vectors look up.  Bits of the blocks of the BMP that a form does not
 * pass over: this many bytes a form; U+0800 is where E0 A0 is, and C2 80 where
 * its bits are in the number.
 */
#define U8C_BLOCK_DOUBTS 128

/* Rows a form: none, C0..FF. */
#define U8C_CANDIDATE_ROWS 65

#define U8C_PAIR_BUCKETS 4096
#define U8C_PAIR_BUCKET(first, second) \
	(((first) * 3551u + (second) * 2501u) & (U8C_PAIR_BUCKETS - 1))
#define U8C_PAIR_KEY(first, second) ((u64)(first) << 42 | (u64)(second) << 21)

extern const u16 u8c_pair_start[];
extern const u64 u8c_pairs[];
extern const u8 u8c_block_doubts[];
/* As u8c_block_doubts, for blocks in which each code point is a starter that stops the form. */
extern const u8 u8c_block_stops[];
/*
 * Both by the lowest six bits of a byte, 64 bytes a form.  For leads of two bytes and
 * F1..F4: 255 where the form does not pass over all that begins so.  For second bytes after
 * F0: 0 where the form passes; else which word of u8c_third_doubts has a bit for each third
 * byte with which it does not pass.
 */
extern const u8 u8c_lead_doubts[], u8c_second_doubts[];
extern const u64 u8c_third_doubts[];
/* By the lowest six bits of any lead, 64 bytes a form: 255 where the form does not pass. */
extern const u8 u8c_active_leads[];
/*
 * For each block of the classes a word a form, a bit for each code point that
 * stops it; that of UTF8CHECK_FORM_NONE is nonstarters.
 */
extern const u64 u8c_block_points[];
/*
 * The row of each byte, and the rows of a form: normalize/candidates_scalar.c.  The
 * first row is for ASCII, and for bytes that no code point begins with.
 */
extern const u8 u8c_candidate_row[];
extern const u64 u8c_candidate_rows[];
extern const u32 u8c_normalization_bytes;

#endif /* U8C_NORMALIZE_UCD_NORMALIZATION_H */
