/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the generator of the normalization tables knows of each code point.
 */
#ifndef GEN_NORMALIZATION_H
#define GEN_NORMALIZATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODE_POINTS 0x110000
#define MAPPING_MAX 18

/* What a code point becomes; the same numbers as the core's. */
enum kind {
	CANONICAL,		/* canonical decomposition (D68) */
	COMPATIBILITY,		/* compatibility decomposition (D66) */
	IDENTIFIER,		/* NFKC_Casefold, decomposed */
	FOLD,			/* decomposed, case folded (C + F), decomposed */
	KINDS
};

/* A string of code points. */
struct points {
	uint32_t at[MAPPING_MAX];
	unsigned int n;
};

extern uint8_t ccc[CODE_POINTS];
/* Quick_Check of NFC, NFD, NFKC, NFKD: 'Y', 'N' or 'M'. */
enum { QC_NFC, QC_NFD, QC_NFKC, QC_NFKD, QCS };
extern char quick_check[QCS][CODE_POINTS];
extern bool starts_pair[CODE_POINTS];

/* Primary composites: two code points and what they compose to. */
struct pair {
	uint32_t first, second, composite;
};

extern struct pair pairs[];
extern unsigned int pair_count;

void die(const char *format, ...)
	__attribute__((format(printf, 1, 2), noreturn));
void ucd_read(const char *dir);
bool is_hangul(uint32_t cp);

/* The mapping of a code point; one that Hangul's rule makes is not here. */
struct points mapping(uint32_t cp, enum kind kind);
bool same_points(const struct points *a, const struct points *b);

#endif /* GEN_NORMALIZATION_H */
