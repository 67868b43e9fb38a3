/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A code point in the tables of normalization: its class, and what it becomes.
 */
#ifndef U8C_NORMALIZE_LOOKUP_H
#define U8C_NORMALIZE_LOOKUP_H

#include "codec/point.h"
#include "normalize/ucd_normalization.h"

/* Hangul (Unicode section 3.12). */
#define U8C_HANGUL_L 0x1100u
#define U8C_HANGUL_V 0x1161u
#define U8C_HANGUL_T 0x11a7u
#define U8C_HANGUL_S 0xac00u
#define U8C_HANGUL_L_COUNT 19u
#define U8C_HANGUL_V_COUNT 21u
#define U8C_HANGUL_T_COUNT 28u
#define U8C_HANGUL_S_COUNT 11172u

/**
 * struct u8c_mapping - what a code point becomes, as UTF-8
 *
 * @p: the bytes, in a table.
 * @n: how many; 0 where the code point is left out.
 * @tail: it ends in a nonstarter.
 */
struct u8c_mapping {
	const u8 *p;
	u8 n;
	bool tail;
};

static inline bool u8c_is_hangul(u32 cp)
{
	return cp - U8C_HANGUL_S < U8C_HANGUL_S_COUNT;
}

/* The jamo of a syllable.  Return: T, or 0 where there is none. */
static inline u32 u8c_split_hangul(u32 cp, u32 *l, u32 *v)
{
	u32 s = cp - U8C_HANGUL_S, lv = s / U8C_HANGUL_T_COUNT;
	u32 t = s % U8C_HANGUL_T_COUNT;

	*l = U8C_HANGUL_L + lv / U8C_HANGUL_V_COUNT;
	*v = U8C_HANGUL_V + lv % U8C_HANGUL_V_COUNT;
	return t ? U8C_HANGUL_T + t : 0;
}

/*
 * The block of 64 code points that @cp is in: where u8c_class_index and u8c_record_index have it;
 * of any number up to 1FFFFF.
 */
static __always_inline u32 u8c_block_of(u32 cp)
{
	if (likely(cp < 0x10000))
		return cp >> 6;
	return u8c_norm_middle[cp >> 12] + (cp >> 6 & 0x3f);
}

/* Finds the mapping of one kind.  Return: false if it maps to itself, and for Hangul. */
static __always_inline bool u8c_find_of(unsigned int kind, u32 cp, struct u8c_mapping *m)
{
	u32 at = u8c_record_leaf[u8c_record_index[u8c_block_of(cp)] +
				 (cp & 0x3f)];
	const u8 *record = u8c_records + at;
	unsigned int which;

	if (!at)
		return false;
	which = u8c_patterns[*record++] >> 4 * kind & 0xf;
	if (!which)
		return false;
	for (; which > 1; which--)
		record += 1 + (*record & U8C_MAPPING_LENGTH);
	m->n = *record & U8C_MAPPING_LENGTH;
	m->tail = *record & U8C_MAPPING_TAIL;
	m->p = record + 1;
	return true;
}

/* The class of a code point of a block, by the lowest six bits of @last. */
static __always_inline u32 u8c_class_in(u32 entry, u32 last)
{
	return u8c_classes[u8c_class_leaf[(entry & U8C_BLOCK_BITS) << 6 |
					  (last & 0x3f)]];
}

/* The bits of a code point's class; of any number up to 1FFFFF. */
static __always_inline u32 u8c_class_of(u32 cp)
{
	return u8c_class_in(u8c_class_index[u8c_block_of(cp)], cp);
}

#endif /* U8C_NORMALIZE_LOOKUP_H */
