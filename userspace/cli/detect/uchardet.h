/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A guess at the encoding of text that is not UTF-8, by uchardet.
 */
#ifndef DETECT_UCHARDET_H
#define DETECT_UCHARDET_H

#include "core/u8c.h"

/* More than that of a text is not looked at. */
#define GUESS_MAX (1 << 20)

/**
 * struct guess - a guess in the making
 *
 * @detector: uchardet's; NULL before the first byte.
 * @seen: bytes given to it, at most GUESS_MAX.
 * @name: room for the answer.
 */
struct guess {
	struct uchardet *detector;
	size_t seen;
	char name[64];
};

/* Some more of the text. */
void guess_push(struct guess *g, const u8 *p, size_t n);

/**
 * guess_finish() - the answer
 * @g: begun or not
 *
 * Return: the encoding's name; NULL when uchardet knows none, or says UTF-8 or
 * ASCII, which who asks knows it is not.
 */
const char *guess_finish(struct guess *g);

#endif /* DETECT_UCHARDET_H */
