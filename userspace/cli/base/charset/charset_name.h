/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names of charsets: those of the core, and those that decoders read and iconv(3) writes.
 */
#ifndef CHARSET_CHARSET_NAME_H
#define CHARSET_CHARSET_NAME_H

#include <stdbool.h>
#include "base/types.h"

/**
 * charset_core_number() - the core's number of an encoding
 * @word: a name, where case, dashes and underscores do not matter
 * @n: how many of the core's encodings count
 *
 * Return: the number; -1 when the word names none of them.
 */
int charset_core_number(const char *word, unsigned int n);

/*
 * The name by which a decoder reads, or iconv writes, the charset that a user calls so; it
 * stays.
 * Case, dashes and underscores do not matter, and labels of the Encoding Standard are
 * names too.  NULL: it is not known.
 */
const char *charset_read(const char *word);
const char *charset_written(const char *word);

/* Return: the charset of a text that begins so, by its mark; NULL where the core reads it. */
const char *charset_of_mark(const u8 *p, size_t n);

/* How many bytes charset_of_mark() wants. */
#define CHARSET_MARK_MAX 4

/* What Python, and editors, call UTF-8 with a byte order mark; for the core it is UTF-8. */
#define CHARSET_WITH_MARK "utf-8-sig"
#define CHARSET_WITH_BOM "utf-8-bom"

/* Are letters and digits of ASCII themselves in a charset?  In UTF-7 some marks are not. */
bool charset_has_ascii(const char *word);

/*
 * Are the control characters that binary_has_controls() counts themselves in a charset?
 * In VISCII some are letters; in others, some shift to another set.
 */
bool charset_has_controls(const char *word);

/*
 * Does iconv write a byte order mark of its own before a text, and take it away from
 * what it reads, as in UTF-16 without a byte order?
 */
bool charset_has_own_mark(const char *word);

#endif /* CHARSET_CHARSET_NAME_H */
