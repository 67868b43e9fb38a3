/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Reads a row as JSON, and its values.
 */
#ifndef ROW_H
#define ROW_H

#include "vector.h"

struct json_object;

/*
 * One object with nothing after it; the caller frees it with json_object_put().
 * NULL if the text is no object.
 */
struct json_object *row_parse(const char *line, size_t n);

/* The value of a key; NULL where the key is missing or null. */
struct json_object *row_get(struct json_object *row, const char *key);

/* The string of a key; NULL where the key is missing or has no string. */
const char *row_string(struct json_object *row, const char *key);

/* The bytes of a key, to be freed; false where they are missing or not hexadecimal. */
bool row_hex(struct json_object *row, const char *key, struct vector_bytes *to);

/* The number of @word among the names from 0 on; -1 when it is not among them. */
int row_find(const char *word, const char *(*name)(unsigned int));

/* The number of a word of a row; false where the word is there and unknown. */
bool row_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to);

/* The parts of vector_parse() in files of their own. */
const char *vector_parse_boundary(struct vector *v, struct json_object *row);
const char *vector_parse_order(struct vector *v, struct json_object *row);
const char *vector_parse_signature(struct vector *v, struct json_object *row);

#endif /* ROW_H */
