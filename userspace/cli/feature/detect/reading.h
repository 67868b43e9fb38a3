/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text read in an encoding, and measured.
 */
#ifndef DETECT_READING_H
#define DETECT_READING_H

#include "feature/detect/measure.h"

/* Bytes of a text that are read, at most. */
#define READING_MAX 65536

/**
 * struct reading - what bytes are in an encoding
 *
 * @label: the encoding.
 * @text: a hash of the text: readings of the same text are the same here.
 * @bad: bytes that are not of the encoding.
 * @others: characters that are not ASCII.
 * @measure: of the first characters.
 * @cost: of these, and of @bad, in quarters of a bit: less is better.
 */
struct reading {
	const char *label;
	u64 text;
	u64 bad;
	u64 others;
	struct measure measure;
	u64 cost;
};

/* Read @n bytes, at most READING_MAX.  Return: false when no decoder reads @label. */
bool reading_take(struct reading *r, const char *label, const u8 *p, size_t n);

/* The same, measured in some languages. */
bool reading_take_in(struct reading *r, const char *label, const u8 *p, size_t n,
		     const struct measure_scope *scope);

/* The languages that an encoding is for: those whose letters it has; or @wide, where it has thousands. */
void reading_limit(struct measure_scope *scope, const char *label, const char *wide);

/* The encoding that readers take a label for: it has the same characters, and more. */
const char *reading_larger(const char *said);

/**
 * reading_label() - the label that readers of a text use
 * @said: what a library or a declaration says
 * @p: the text, or a part of it
 * @n: how many bytes, at most READING_MAX
 *
 * As the Encoding Standard does, a label is read as the larger encoding that continues it,
 * so SHIFT_JIS as CP932; and as windows-1252 where that gives the same text.
 *
 * Return: a label under which iconv decodes the text, and nearly all of what comes out is
 * what texts have; NULL if there is none.  It may be @said.
 */
const char *reading_label(const char *said, const u8 *p, size_t n);

/* Is it UTF-7 without a signature?  The text is ASCII. */
bool reading_is_utf7(const u8 *p, size_t n);

#endif /* DETECT_READING_H */
