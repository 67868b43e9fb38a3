/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake: text that was read in another charset than it was written in, and written as UTF-8
 * again; once, or several times.
 */
#ifndef DETECT_MOJIBAKE_H
#define DETECT_MOJIBAKE_H

#include "feature/detect/chain.h"
#include "feature/detect/places.h"

struct mojibake;

/**
 * struct mojibake_answer - how a text was misread
 *
 * @steps: how many wrong steps; 0 when none can be seen.
 * @read_as: the charset of each, in the order in which they were taken.
 * @written: the encoding of the bytes that were read wrong, once; NULL: UTF-8.
 * @bad: places that cannot be undone.  The undoing is exact when there are none.
 * @part: where a part of the text is mojibake, when @steps is 0.
 * @charsets: a bit for each of @sets in which a part was read.
 * @sets: the charsets that are known.
 */
struct mojibake_answer {
	unsigned int steps;
	const struct charset *read_as[MOJIBAKE_STEPS];
	const char *written;
	u64 bad;
	struct mojibake_places part;
	unsigned int charsets;
	const struct misread_sets *sets;
};

/* Return: NULL when there is no memory. */
struct mojibake *mojibake_new(void);
void mojibake_free(struct mojibake *m);

/* Begin with a new text. */
void mojibake_start(struct mojibake *m);

/* The next bytes of the text; 0 bytes end it. */
void mojibake_push(struct mojibake *m, const u8 *p, size_t n);

/* What was found in the text, which has ended. */
void mojibake_conclude(struct mojibake *m, struct mojibake_answer *answer);

#endif /* DETECT_MOJIBAKE_H */
