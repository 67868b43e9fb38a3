/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Reads a line of JSON: an object, and the values of its keys.
 */
#ifndef SAY_JSON_READ_H
#define SAY_JSON_READ_H

#include "base/types.h"

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

/* The number of @word among the names from 0 on; -1 when it is not among them. */
int json_read_find(const char *word, const char *(*name)(unsigned int));

/* The number of a word of a row; false where the word is there and unknown. */
bool json_read_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to);

/* A bit for the number of each word of a list; false where there is something else. */
bool json_read_bits(struct json_object *row, const char *key,
		    const char *(*name)(unsigned int), u64 *to);

#endif /* SAY_JSON_READ_H */
