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
 * near_words() - what may be meant by a word that is not known
 * @word: the word
 * @name: the known words: a name for each number from 0, then NULL
 * @near: set to those that differ least, and then to those that hold @word
 * @most: how many, at most
 *
 * Return: how many.
 */
unsigned int near_words(const char *word, const char *(*name)(unsigned int),
			const char **near, unsigned int most);

/* The first of near_words(); NULL where none is near. */
const char *near_word(const char *word, const char *(*name)(unsigned int));

#endif /* SAY_NEAR_H */
