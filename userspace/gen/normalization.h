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
#define BLOCK 64
#define BLOCKS (CODE_POINTS / BLOCK)
#define BMP_BLOCKS (0x10000 / BLOCK)
#define MAPPING_MAX 18

/* What a code point becomes; the same numbers as the core's. */
enum kind {
	CANONICAL,		/* canonical decomposition (D68) */
	COMPATIBILITY,		/* compatibility decomposition (D66) */
	IDENTIFIER,		/* NFKC_Casefold, decomposed */
	FOLD,			/* decomposed, case folded (C + F), decomposed */
	COMPOSED,		/* the first three of these, composed: NFC, */
	COMPOSED_COMPATIBILITY,	/* NFKC, */
	COMPOSED_IDENTIFIER,	/* and NFKC_Casefold */
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

/* The class of each code point, the bits of each class, and where the blocks of both are. */
extern uint8_t class_of[CODE_POINTS], class_leaf[65536];
extern uint32_t class_bits[256];
extern uint16_t class_index[BLOCKS];
extern unsigned int class_used;

/*
 * The tables have decompositions, case folding and which code points are
 * default-ignorable: what fs/unicode of the kernel asks for, and nothing that composes.
 */
extern bool decomposed_only;

/* Bytes of all tables that were written. */
extern unsigned int bytes;

/* How many of a table's entries have room in a line of 100 columns. */
#define PER_LINE(entry) (sizeof(entry) == 8 ? 4 : sizeof(entry) == 4 ? 7 : 12)

/* Writes an array of @n numbers, in a printf() @format, as C. */
#define WRITE(type, name, format, a, n) do { \
	unsigned int i_; \
	printf("\nconst " type " u8c_%s[%u] = {", name, (unsigned int)(n)); \
	for (i_ = 0; i_ < (n); i_++) \
		printf("%s" format ",", i_ % PER_LINE((a)[0]) ? " " : "\n\t", (a)[i_]); \
	printf("\n};\n"); \
	bytes += (n) * sizeof((a)[0]); \
} while (0)

void make_lookups(void);
void write_lookups(void);
void write_pairs(void);
void write_vectors(void);

#endif /* GEN_NORMALIZATION_H */
