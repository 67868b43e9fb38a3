/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Guesses at the encoding of text that is not UTF-8: by how many bits it takes, and by uchardet,
 * where installed.
 */
#ifndef DETECT_GUESS_H
#define DETECT_GUESS_H

#include "feature/detect/reading.h"

/* uchardet sees no more bytes of a text than this. */
#define GUESS_MAX (1 << 20)

/**
 * struct guess - a guess of uchardet in the making
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

/**
 * struct guesses - the two best readings of a text
 *
 * @best: takes the fewest bits; its label is NULL where none is readable.
 * @next: the best one with another text; its label is NULL for none.
 * @voted: uchardet says @best.
 * @p: what is read.
 * @n: how many bytes.
 * @most: what a text that somebody wrote takes at most.
 */
struct guesses {
	struct reading best;
	struct reading next;
	bool voted;
	const u8 *p;
	size_t n;
	u64 most;
};

/**
 * guess_readings() - which encodings may a text be in?
 * @g: set
 * @p: the text, or a sample of it, at most READING_MAX bytes
 * @n: how many
 * @vote: what uchardet says, or NULL
 */
void guess_readings(struct guesses *g, const u8 *p, size_t n, const char *vote);

/* One more reading. */
void guess_consider(struct guesses *g, const struct reading *r);

/* Is the best reading so far ahead of the next that it is the answer? */
bool guess_is_clear(const struct guesses *g);

/* Bytes of a text that are enough to know UTF-16 and UTF-32. */
#define WIDE_GUESS_MAX 4096

/**
 * wide_guess() - may a text be UTF-16 or UTF-32?
 * @r: set to the best reading
 * @p: the start of the text, or all of it
 * @n: its bytes, at most WIDE_GUESS_MAX
 *
 * Return: false where none of it looks as if people had written it.
 */
bool wide_guess(struct reading *r, const u8 *p, size_t n);

#endif /* DETECT_GUESS_H */
