/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names of charsets: those of the core, and those that only iconv(3) knows.
 */
#ifndef CHARSET_CHARSET_NAME_H
#define CHARSET_CHARSET_NAME_H

#include <stdbool.h>

/**
 * charset_core_number() - the core's number of an encoding
 * @word: a name, where case, dashes and underscores do not matter
 * @n: how many of the core's encodings count
 *
 * Return: the number; -1 when the word names none of them.
 */
int charset_core_number(const char *word, unsigned int n);

/* Can iconv read it, or write it? */
bool charset_is_read(const char *word);
bool charset_is_written(const char *word);

/* Is ASCII itself in a charset that iconv can read?  In UTF-7 too, but for some marks. */
bool charset_has_ascii(const char *word);

/*
 * Are the control characters that no text has, as of binary_has_controls(), themselves
 * there?  Else some are letters, as in VISCII, or shift to other sets.
 */
bool charset_has_controls(const char *word);

/*
 * Does iconv write a byte order mark of its own before a text, and take it away from
 * what it reads, as in UTF-16 without a byte order?
 */
bool charset_has_own_mark(const char *word);

#endif /* CHARSET_CHARSET_NAME_H */
