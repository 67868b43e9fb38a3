/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A part of a file, judged alone.
 */
#ifndef PART_PART_OF_FILE_H
#define PART_PART_OF_FILE_H

#include "feature/part/partial.h"

/**
 * struct part_choice - the value of --part
 *
 * @number: which part, from 1; 0: the option was not given.
 * @parts: of how many.
 */
struct part_choice {
	u64 number;
	u64 parts;
};

/* An option's take(): K/N, into the struct part_choice at @to. */
bool part_take(void *to, const char *word);

/**
 * part_run() - judge a part of a file, and print the partial result
 * @c: which part
 * @config: what is well-formed
 * @charset: the value of --from where a decoder reads it, or NULL
 * @words: the file, and no other
 *
 * Return: an exit code; CLI_WELL also when there are errors in it.
 */
int part_run(const struct part_choice *c, const struct utf8check_config *config,
	     const char *charset, char **words);

#endif /* PART_PART_OF_FILE_H */
