/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The files that the differential test of decoders exchanges.
 *
 * STRINGS: each string is a 32-bit length and its bytes.  A decider reads them
 * and writes, for each string in turn: to NAME.verdict the byte '1' when it is
 * well-formed, else '0'; to NAME.offset 32 bits, the offset of the first error
 * or NO_ERROR; to NAME.output a 32-bit length and the string with U+FFFD for
 * each maximal subpart.  Numbers are little-endian.
 */
#ifndef DECODERS_H
#define DECODERS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NO_ERROR 0xffffffffu

/* No string is longer; U+FFFD takes three bytes in place of one. */
#define STRING_MAX 4096
#define OUTPUT_MAX (3 * STRING_MAX)

/**
 * struct opinion - what a decider says of one string
 *
 * @offset: offset of the first error; NO_ERROR when the string is well-formed.
 * @length: bytes of @output.
 * @output: the string with U+FFFD for each maximal subpart.
 */
struct opinion {
	uint32_t offset;
	size_t length;
	uint8_t output[OUTPUT_MAX];
};

/**
 * struct decider - a decoder that gives a verdict
 *
 * @name: what its files are called.
 * @start: called once; ends the program if something fails.
 * @judge: called for each string; @random is a new state for each string.
 */
struct decider {
	const char *name;
	void (*start)(void);
	void (*judge)(const uint8_t *p, size_t n, uint64_t *random,
		      struct opinion *o);
};

extern const struct decider library_whole, library_split;
extern const struct decider device_whole, device_split;
extern const struct decider iconv_whole;

/* Writes @count strings to @out, the same strings for the same @seed. */
void generate(FILE *out, uint64_t seed, unsigned long count);

/* splitmix64: any 64-bit state will do. */
static inline uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

/* A number from 0 to @n - 1; all are about equally likely. */
static inline size_t random_below(uint64_t *state, size_t n)
{
	return (random_next(state) >> 32) * n >> 32;
}

/* How many of @left bytes go next: often one, sometimes none or all. */
static inline size_t random_piece(uint64_t *state, size_t left)
{
	switch (random_below(state, 8)) {
	case 0:
		return left;
	case 1:
		return 0;
	case 2 ... 4:
		return left ? 1 : 0;
	default:
		return random_below(state, left + 1);
	}
}

/* Says what failed and why (errno), and ends the program. */
void trouble(const char *what) __attribute__((noreturn));

#endif /* DECODERS_H */
