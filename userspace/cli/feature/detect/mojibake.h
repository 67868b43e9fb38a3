/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake: UTF-8 that was read as another charset, and written as UTF-8
 * again; once, or several times.
 */
#ifndef DETECT_MOJIBAKE_H
#define DETECT_MOJIBAKE_H

#include "feature/detect/chain.h"
#include "feature/detect/mojibake_part.h"

struct mojibake;

/**
 * struct mojibake_answer - how a text was misread
 *
 * @steps: how many wrong steps; 0 when none can be seen.
 * @read_as: the charset of each, in the order in which they were taken.
 * @written: the encoding of the bytes that were read wrong, once; NULL: UTF-8.
 * @sampled: only the start of the text was tried.
 * @bad: places that cannot be undone.
 * @left: places that are mojibake still when all steps are undone.  The undoing is exact
 *	when there are no such places, and no bad ones.
 * @part: where a part of the text is mojibake, when @steps is 0.
 * @part_charsets: a bit for each charset in which a part was read, as of @owner.
 * @owner: has looked for mojibake.
 */
struct mojibake_answer {
	unsigned int steps;
	const struct charset *read_as[MOJIBAKE_STEPS];
	const char *written;
	bool sampled;
	u64 bad;
	u64 left;
	struct mojibake_places part;
	unsigned int part_charsets;
	const struct mojibake *owner;
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

/*
 * Where nothing was found in a text of well-formed UTF-8: was it in a legacy encoding, and
 * read as another?  @text is its first @n bytes, at most READING_MAX.
 */
void mojibake_conclude_legacy(const struct mojibake *m, const u8 *text, size_t n,
			      struct mojibake_answer *answer);

/* Begin to mend the places of a text that were misread in @charsets, of those that @m knows. */
void mojibake_mend_start(const struct mojibake *m, struct mojibake_part *part,
			 unsigned int charsets, const struct mojibake_mender *mender);

#endif /* DETECT_MOJIBAKE_H */
