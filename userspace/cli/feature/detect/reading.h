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

/* As reading_take(), but the text is measured in the languages of @scope alone; NULL: in all. */
bool reading_take_in(struct reading *r, const char *label, const u8 *p, size_t n,
		     const struct measure_scope *scope);

/*
 * Set @scope to the languages that an encoding is for: those whose letters it has.  @language: the
 * one that it is for, where its single bytes do not show that; else NULL.
 */
void reading_limit(struct measure_scope *scope, const char *label, const char *language);

/* Are at most 1 % of the characters ill-formed, and 5 % of those measured none that texts have? */
bool reading_is_readable(const struct reading *r);

/* A hash of @n bytes: equal for equal texts. */
u64 reading_hash(const void *bytes, size_t n);

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
