/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the differential test of decoders asks of each.
 *
 * A decider reads a file of strings and writes, for each string in turn: to
 * NAME.verdict the byte '1' when it is well-formed, else '0'; to NAME.offset 32 bits,
 * the offset of the first error or NO_ERROR; to NAME.output a string, the one that it
 * read with U+FFFD for each maximal subpart.
 */
#ifndef DECODERS_H
#define DECODERS_H

#include "strings.h"

/* U+FFFD takes three bytes in place of one. */
#define OUTPUT_MAX (3 * STRING_MAX)

/**
 * struct opinion - what a decider says of one string
 *
 * @offset: offset of the first error; NO_ERROR when the string is well-formed.
 * @length: bytes of @output.
 * @output: the string with U+FFFD for each maximal subpart.
 */
struct opinion {
	u32 offset;
	size_t length;
	u8 output[OUTPUT_MAX];
};

/**
 * struct decider - a decoder that gives a verdict
 *
 * @name: what its files are called.
 * @start: called once; ends the program if something fails.
 * @judge: called for each string; @random is for what it chooses.
 */
struct decider {
	const char *name;
	void (*start)(void);
	void (*judge)(const u8 *p, size_t n, struct u8c_chance *random, struct opinion *o);
};

#define ENGINES 4
extern const struct decider engines[ENGINES];

/* How many of @left bytes go next: often one, sometimes none or all. */
static inline size_t random_piece(struct u8c_chance *random, size_t left)
{
	switch (u8c_chance_below(random, 8)) {
	case 0:
		return left;
	case 1:
		return 0;
	case 2 ... 4:
		return left ? 1 : 0;
	default:
		return u8c_chance_below(random, left + 1);
	}
}

#endif /* DECODERS_H */
