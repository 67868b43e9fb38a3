/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A row as JSON, and its values.
 */
#ifndef ROW_H
#define ROW_H

#include "vector.h"

struct json_object;

/* One object with nothing after it; the caller puts it.  NULL if it is none. */
struct json_object *row_parse(const char *line, size_t n);

/* NULL where there is no such key, or it is null. */
struct json_object *row_get(struct json_object *row, const char *key);

/* NULL where there is no such key, or it is no string. */
const char *row_string(struct json_object *row, const char *key);

/* Bytes, to be freed; false where they are missing or not hexadecimal. */
bool row_hex(struct json_object *row, const char *key, struct vector_bytes *to);

/* The number of @word among the names from 0 on; -1 when it is none. */
int row_find(const char *word, const char *(*name)(unsigned int));

/* A word of a row; false where it is there and unknown. */
bool row_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to);

/* The parts of vector_parse() in files of their own. */
const char *vector_parse_boundary(struct vector *v, struct json_object *row);
const char *vector_parse_order(struct vector *v, struct json_object *row);
const char *vector_parse_signature(struct vector *v, struct json_object *row);

#endif /* ROW_H */
