/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Words that are not known, but like one that is.
 */
#ifndef SAY_NEAR_H
#define SAY_NEAR_H

#include <stdbool.h>

/* Are two words the same but for case, dashes and underscores? */
bool near_same(const char *a, const char *b);

/**
 * near_word() - what was meant by a word that is not known
 * @word: the word
 * @name: the known words: a name for each number from 0, then NULL
 *
 * Return: the known word that differs least, or that holds @word; NULL where none is near.
 */
const char *near_word(const char *word, const char *(*name)(unsigned int));

#endif /* SAY_NEAR_H */
