/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * JSON, printed as it comes.
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

/* Begin the first object; of a file, it has its name, and standard output gets it. */
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

#endif /* PRINT_JSON_H */
