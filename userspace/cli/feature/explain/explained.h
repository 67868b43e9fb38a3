/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What each class of names, and each reason of errors in text, means.
 *
 * The words and the numbers are those of the ABI.  A reason that a name can be
 * refused for is a class too, with the same word and another number: one row
 * explains the two.  explained.txt has the rows.
 */
#ifndef EXPLAIN_EXPLAINED_H
#define EXPLAIN_EXPLAINED_H

#include "base/types.h"

/* near_find()'s number of a row that is not a class or a reason; a character has neither. */
#define EXPLAINED_NO_NUMBER (-1)

/* One way to refuse something: a command, a long option with its dashes, and the value of that. */
struct refusal {
	const char *command;
	const char *option;
	const char *value;
};

/**
 * struct explained - what is known of one word
 *
 * @word: the word.
 * @class: enum utf8check_class, or EXPLAINED_NO_NUMBER.
 * @reason: enum utf8check_reason, or EXPLAINED_NO_NUMBER.
 * @brief: what it is, in half a line.
 * @text: what it is, in a few sentences.
 * @example: a name or text that has it; NULL where that would be too long.  Where
 *	it is ill-formed, and has a reason, it begins with the error.
 * @example_length: its bytes.
 * @more: other options that refuse it than those that take a policy, a class, a
 *	profile or a reason (refused_by() asks these); ended by an empty one.
 * @references: where more is said of it; ended by NULL.
 */
struct explained {
	const char *word;
	int class;
	int reason;
	const char *brief;
	char *text;
	const u8 *example;
	size_t example_length;
	struct refusal more[3];
	const char *references[7];
};

/*
 * The rows in the order of the numbers: first the classes, then the reasons that
 * are no classes.  NULL after the last.
 */
const struct explained *explained_row(unsigned int i);

/* The row of a reason. */
const struct explained *explained_reason(unsigned int reason);

/* Is called with each way to refuse something; those of one option follow each other. */
typedef void (*refusal_fn)(void *to, const struct refusal *r);

/* As gate_refuses(): the command sets it, as another feature knows the answer. */
extern bool (*explained_by_gate)(u32 point);

/*
 * Say every way to refuse what a row is about: the policies, the profiles and the options are
 * asked.  A character is judged between letters.
 */
void refused_by(const struct explained *e, refusal_fn say, void *to);

/* The row of a character: its word is U+XXXX, its example its UTF-8; until the next call. */
const struct explained *explained_character(u32 point);

#endif /* EXPLAIN_EXPLAINED_H */
