// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Reads a row as JSON, and its values.
 */
#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/escape.h"
#include "row.h"

struct json_object *row_parse(const char *line, size_t n)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *object = NULL;

	if (!tokener || n > INT_MAX)
		goto out;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	object = json_tokener_parse_ex(tokener, line, n);
	if (object && (json_tokener_get_error(tokener) != json_tokener_success ||
		       json_tokener_get_parse_end(tokener) != n ||
		       !json_object_is_type(object, json_type_object))) {
		json_object_put(object);
		object = NULL;
	}
out:
	if (tokener)
		json_tokener_free(tokener);
	return object;
}

struct json_object *row_get(struct json_object *row, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(row, key, &value);
	return value;
}

const char *row_string(struct json_object *row, const char *key)
{
	struct json_object *value = row_get(row, key);

	return json_object_is_type(value, json_type_string) ?
	       json_object_get_string(value) : NULL;
}

bool row_hex(struct json_object *row, const char *key, struct vector_bytes *to)
{
	const char *text = row_string(row, key);

	if (!text)
		return false;
	to->n = strlen(text);
	to->p = malloc(to->n / 2 + 1);
	return to->p && hex_decode(to->p, text, &to->n);
}

int row_find(const char *word, const char *(*name)(unsigned int))
{
	unsigned int i;

	for (i = 0; word && name(i); i++)
		if (!strcmp(name(i), word))
			return i;
	return -1;
}

bool row_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to)
{
	int i = 0;

	if (row_get(row, key)) {
		i = row_find(row_string(row, key), name);
		*to = i;
	}
	return i >= 0;
}
