/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * JSON, printed as it comes; and lines of it, read.
 */
#ifndef PRINT_JSON_H
#define PRINT_JSON_H

#include <stdio.h>
#include "base/types.h"

/**
 * struct json - an object or an array in the making
 *
 * @to: where it is printed.
 * @more: what comes next is not the first in it.
 */
struct json {
	FILE *to;
	bool more;
};

/* Begin the first object; or that of a file, on standard output, which begins with its name. */
struct json json_begin(FILE *to);
struct json json_of_file(const char *name);

/* Begin an object in it, to be closed; null where there is none.  Return: @is. */
bool json_open_if(struct json *j, const char *key, bool is);

enum json_kind {
	JSON_LAST, JSON_OPEN, JSON_CLOSE, JSON_LITERAL, JSON_NUMBER, JSON_DIGITS, JSON_TEXT,
	JSON_NAME, JSON_HEX
};

/* What is put: a value with its key, which is NULL in an array; or a bracket. */
struct json_value {
	enum json_kind kind;
	const char *key;
	u64 number;
	const void *p;
};

#define J_OPEN(key, bracket) { JSON_OPEN, key, 0, bracket }
#define J_CLOSE(bracket) { JSON_CLOSE, NULL, 0, bracket }
#define J_END J_CLOSE("}\n")
#define J_LITERAL(key, word) { JSON_LITERAL, key, 0, word }
#define J_BOOL(key, is) J_LITERAL(key, (is) ? "true" : "false")
#define J_NUMBER(key, n) { JSON_NUMBER, key, n, NULL }
#define J_KNOWN(key, known, n) { (known) ? JSON_NUMBER : JSON_LITERAL, key, n, "null" }
/* A number that JSON might round, as a string. */
#define J_DIGITS(key, n) { JSON_DIGITS, key, n, NULL }
/* JSON is Unicode: U+FFFD stands for each ill-formed maximal subpart. */
#define J_TEXT(key, p, n) { JSON_TEXT, key, n, p }
#define J_WORD(key, word) json_word(key, word)
/* Where this string is not exact, the member KEY_hex, which is, follows. */
#define J_NAME(key, name) { JSON_NAME, key, strlen(name), name }
#define J_HEX(key, p, n) { JSON_HEX, key, n, p }

/* NULL is null. */
static inline struct json_value json_word(const char *key, const char *word)
{
	return word ? (struct json_value)J_TEXT(key, word, strlen(word)) :
		      (struct json_value)J_LITERAL(key, "null");
}

/* Print values that the macros above make. */
#define json_put(j, ...) json_put_all(j, (const struct json_value[]){ __VA_ARGS__, { } })
void json_put_all(struct json *j, const struct json_value *v);

/* Put a list of the names of the bits. */
void json_put_bits(struct json *j, const char *key, const char *(*name)(unsigned int), u64 bits);

/* --- reading a line: an object, and the values of its keys */

struct json_object;

/*
 * One object with nothing after it; the caller frees it with json_object_put().
 * NULL if the text is not an object.
 */
struct json_object *json_read_object(const char *line, size_t n);

/* The value of a key; NULL where the key is missing or null. */
struct json_object *json_read_any(struct json_object *row, const char *key);

/* The string of a key; NULL where the key is missing or has no string. */
const char *json_read_string(struct json_object *row, const char *key);

/*
 * The bytes of a key, to be freed in any case; false where they are missing or not
 * hexadecimal.
 */
bool json_read_hex(struct json_object *row, const char *key, struct bytes *to);

/*
 * The bytes of a name that J_NAME() has written, to be freed: those of KEY_hex
 * where the string is not exact.  NULL where they are missing or hold a NUL.
 */
char *json_read_name(struct json_object *row, const char *key);

/* A number from 0 on; false where there is none. */
bool json_read_number(struct json_object *row, const char *key, u64 *to);

/* The number that a value is, as json_read_number(). */
bool json_number(struct json_object *value, u64 *to);

/* A list of so many numbers; false where there is something else. */
bool json_read_numbers(struct json_object *list, u64 *to, size_t count);

/* Take each value of a list; false where there is something else, or @take returns false. */
bool json_each(struct json_object *list, bool (*take)(void *to, struct json_object *value), void *to);

/* The number of @word among the names from 0 on; -1 when it is not among them. */
int json_read_find(const char *word, const char *(*name)(unsigned int));

/* The number of a word of a row; false where the word is there and unknown. */
bool json_read_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to);

/* A bit for the number of each word of a list; false where there is something else. */
bool json_read_bits(struct json_object *row, const char *key,
		    const char *(*name)(unsigned int), u64 *to);

#endif /* PRINT_JSON_H */
