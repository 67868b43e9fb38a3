/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The rows of userspace/data/vectors, which the module or the program contains as they
 * are: utf8check-conformance(1) describes them.  Plain C, which calls nothing.
 */
#ifndef U8C_ROWS_H
#define U8C_ROWS_H

#include "../module/core/u8c.h"

/* All of them, with a NUL after the last one. */
extern const u8 u8c_rows[];

/* The most bytes of a text of a row. */
#define U8C_ROW_MAX 4096

/**
 * struct u8c_row - a row: an object of JSON whose members are words, numbers and lists of words
 *
 * @p: its text; NULL before the first row.
 * @n: bytes of it.
 */
struct u8c_row {
	const u8 *p;
	size_t n;
};

/* The word for a number; NULL after the last one. */
typedef const char *(*u8c_word_fn)(unsigned int number);

/* Goes to the row after @row, or to the first one.  Return: false after the last one. */
bool u8c_row_next(struct u8c_row *row);

/* Has the row a member of that name? */
bool u8c_row_has(const struct u8c_row *row, const char *key);

/* Is the member true, or this word? */
bool u8c_row_is(const struct u8c_row *row, const char *key, const char *word);

/* A member that is a number; -1 if there is none. */
long long u8c_row_number(const struct u8c_row *row, const char *key);

/* A member that is one of these words.  Return: its number; 0 if there is none. */
unsigned int u8c_row_word(const struct u8c_row *row, const char *key, u8c_word_fn word);

/* A member that is a list of these words.  Return: a bit for each. */
u64 u8c_row_bits(const struct u8c_row *row, const char *key, u8c_word_fn word);

/* A member in hexadecimal; room for U8C_ROW_MAX bytes.  Return: how many. */
size_t u8c_row_bytes(const struct u8c_row *row, const char *key, u8 *to);

/* A member that is a word or a list of words, each as UTF-8 with a NUL after it.  Return: bytes. */
size_t u8c_row_words(const struct u8c_row *row, const char *key, u8 *to);

#endif /* U8C_ROWS_H */
