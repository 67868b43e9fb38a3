/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A guess at the encoding of text that is not UTF-8, by uchardet.
 */
#ifndef DETECT_UCHARDET_H
#define DETECT_UCHARDET_H

#include "base/types.h"

/* uchardet sees no more bytes of a text than this. */
#define GUESS_MAX (1 << 20)

/**
 * struct guess - a guess in the making
 *
 * @detector: the state of uchardet; NULL before the first byte.
 * @seen: bytes that uchardet has got, at most GUESS_MAX.
 * @name: room for the answer.
 */
struct guess {
	struct uchardet *detector;
	size_t seen;
	char name[64];
};

/* The next bytes of the text. */
void uchardet_guess_push(struct guess *g, const u8 *p, size_t n);

/**
 * uchardet_guess_finish() - the answer
 * @g: the guess, also without any bytes
 *
 * Return: the name of the encoding; NULL when uchardet knows none, or says
 * UTF-8 or ASCII: callers have found that the text is neither.
 */
const char *uchardet_guess_finish(struct guess *g);

#endif /* DETECT_UCHARDET_H */
