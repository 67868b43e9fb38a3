/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Which files are binary, by how they begin.
 */
#ifndef FILE_BINARY_H
#define FILE_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include "base/types.h"
#include "utf8check.h"

/* What every message about a binary file ends with. */
#define BINARY_HINT "--text takes binary files as text"

/* Bytes at the start of a file that are searched for a magic number. */
#define BINARY_MAGIC_MAX 16

/**
 * binary_kind() - does a file begin with the magic number of a binary format?
 * @p: its first bytes
 * @n: how many; at least BINARY_MAGIC_MAX, or all there are
 *
 * Return: the name of the format; NULL when there is none.
 */
const char *binary_kind(const u8 *p, size_t n);

/* Is that number of printable ASCII, so that a text may begin so? */
bool binary_kind_is_text(const u8 *p, size_t n);

/* Is it UTF-16 or UTF-32 by its byte order mark?  @p and @n as of binary_kind(). */
static inline bool binary_is_wide(const u8 *p, size_t n)
{
	return utf8check_sniff(p, n, true) != UTF8CHECK_ENCODING_UTF8;
}

/* Bytes at the start that are searched for a NUL, unless all bytes are. */
#define BINARY_HEAD 32768

/*
 * Are there too many control characters for a text?  The rule is that of git: more than
 * one to 128 other bytes, without those that terminals obey (\b \t \n \f \r and ESC).
 * @p and @n as of binary_look().
 */
bool binary_has_controls(const u8 *p, size_t n);

/**
 * enum binary_look - what the start of a file looks like
 *
 * @LOOKS_TEXT: a text.
 * @LOOKS_BINARY: there is a NUL or a magic number, as in few texts.
 */
enum binary_look { LOOKS_TEXT, LOOKS_BINARY };

/* What do the first @n bytes look like?  @n is BINARY_HEAD, or the length of the file. */
enum binary_look binary_look(const u8 *p, size_t n);

#endif /* FILE_BINARY_H */
