/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Guesses at the encoding of text that is not UTF-8, by uchardet, where installed, and by how it looks.
 */
#ifndef DETECT_GUESS_H
#define DETECT_GUESS_H

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

/* Bytes of a text that are enough for a guess. */
#define WIDE_GUESS_MAX 4096

/**
 * wide_guess() - may a text be UTF-16 or UTF-32?
 * @p: the start of the text, or all of it
 * @n: its bytes, at most WIDE_GUESS_MAX
 *
 * Return: the name of the encoding in which the bytes look as if people had
 * written them; NULL when there is none.
 */
const char *wide_guess(const u8 *p, size_t n);

#endif /* DETECT_GUESS_H */
