/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names of charsets: those of the core, and those that only iconv(3) knows.
 */
#ifndef ICONV_CHARSET_NAME_H
#define ICONV_CHARSET_NAME_H

#include <stdbool.h>

/**
 * charset_core_name() - the core's name of an encoding
 * @word: a name, where case, dashes and underscores do not matter
 * @n: how many of the core's encodings count
 *
 * Return: the name; NULL when the word names none of them.
 */
const char *charset_core_name(const char *word, unsigned int n);

/* Can iconv read it, or write it? */
bool charset_is_read(const char *word);
bool charset_is_written(const char *word);

/**
 * charset_unknown() - say that nobody knows a charset
 * @option: the option that names it
 * @word: its value
 * @name: the words that the option knows, from 0; then NULL
 */
void charset_unknown(const char *option, const char *word,
		     const char *(*name)(unsigned int i));

#endif /* ICONV_CHARSET_NAME_H */
