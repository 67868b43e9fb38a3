/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The data of the Unicode Character Database that the slow reference needs; each
 * table is sorted by its first member.
 */
#ifndef U8C_REFERENCE_UCD_H
#define U8C_REFERENCE_UCD_H

#include "../module/core/u8c.h"

/* Canonical_Combining_Class, where it is not 0. */
struct u8c_ref_class {
	u32 cp;
	u8 class;
};

/*
 * Each code point from @first to @last becomes the @n code points at
 * u8c_ref_points[@at].
 */
struct u8c_ref_mapping {
	u32 first;
	u32 last;
	u32 at;
	u32 n;
};

/* Two code points and their primary composite. */
struct u8c_ref_pair {
	u32 first;
	u32 second;
	u32 composite;
};

extern const struct u8c_ref_class u8c_ref_classes[];
extern const unsigned int u8c_ref_classes_count;

/* Decomposition_Mapping, canonical and compatibility: one step. */
extern const struct u8c_ref_mapping u8c_ref_canonical[];
extern const unsigned int u8c_ref_canonical_count;
extern const struct u8c_ref_mapping u8c_ref_compatible[];
extern const unsigned int u8c_ref_compatible_count;

/* CaseFolding, C and F; NFKC_Casefold. */
extern const struct u8c_ref_mapping u8c_ref_folds[];
extern const unsigned int u8c_ref_folds_count;
extern const struct u8c_ref_mapping u8c_ref_casefold[];
extern const unsigned int u8c_ref_casefold_count;

extern const struct u8c_ref_pair u8c_ref_pairs[];
extern const unsigned int u8c_ref_pairs_count;

extern const u32 u8c_ref_points[];

#endif /* U8C_REFERENCE_UCD_H */
