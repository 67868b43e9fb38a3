/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake: UTF-8 that was read as an 8-bit charset, and written as UTF-8
 * again; once or twice.
 */
#ifndef DETECT_MOJIBAKE_H
#define DETECT_MOJIBAKE_H

#include "detect/redecode.h"

#define MOJIBAKE_STEPS 2

/**
 * struct mojibake_answer - what happened to a text
 *
 * @steps: how many wrong steps; 0 when there is none that one could see.
 * @read_as: the charset of each, in the order in which they were taken.
 * @bad: places that cannot be undone; 0 when the undoing is exact.
 */
struct mojibake_answer {
	unsigned int steps;
	const struct charset *read_as[MOJIBAKE_STEPS];
	u64 bad;
};

struct mojibake;

/* Return: NULL without memory. */
struct mojibake *mojibake_new(void);
void mojibake_free(struct mojibake *m);

/* Begin with a new text. */
void mojibake_start(struct mojibake *m);

/* A code point of it, which is well-formed UTF-8. */
void mojibake_feed(struct mojibake *m, u32 cp);

/**
 * mojibake_finish() - the end of the text
 * @m: all of the text went in
 * @answer: filled
 */
void mojibake_finish(struct mojibake *m, struct mojibake_answer *answer);

#endif /* DETECT_MOJIBAKE_H */
