// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * JSON, printed as it comes: so what has many members needs no memory.  json-c reads it.
 */
#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/escape.h"
#include "base/say/message.h"
#include "print/json.h"

static void put_hex(FILE *to, const struct json_value *v)
{
	char word[3];

	text_print(to, "\"");
	for (size_t i = 0; i < v->number; i++) {
		hex_put(word, (const u8 *)v->p + i, 1);
		text_print(to, word);
	}
	text_print(to, "\"");
}

static void put_value(FILE *to, const struct json_value *v)
{
	switch (v->kind) {
	case JSON_NUMBER:
		number_print(to, v->number);
		break;
	case JSON_DIGITS:
		text_print(to, "\"");
		number_print(to, v->number);
		text_print(to, "\"");
		break;
	case JSON_TEXT:
		json_print(to, v->p, v->number);
		break;
	case JSON_NAME:
		if (json_print(to, v->p, v->number))
			break;
		fprintf(to, ",\"%s_hex\":", v->key);
		__attribute__((fallthrough));
	case JSON_HEX:
		put_hex(to, v);
		break;
	default:
		fputs_unlocked(v->p, to);
	}
}

void json_put_all(struct json *j, const struct json_value *v)
{
	for (; v->kind; v++) {
		if (j->more && v->kind != JSON_CLOSE)
			text_print(j->to, ",");
		if (v->key) {
			text_print(j->to, "\"");
			text_print(j->to, v->key);
			text_print(j->to, "\":");
		}
		put_value(j->to, v);
		j->more = v->kind != JSON_OPEN;
	}
}

struct json json_begin(FILE *to)
{
	struct json j = { .to = to };

	json_put(&j, J_OPEN(NULL, "{"));
	return j;
}

struct json json_of_file(const char *name)
{
	struct json j;

	progress_hide();
	j = json_begin(stdout);
	json_put(&j, J_NAME("file", name));
	return j;
}

bool json_open_if(struct json *j, const char *key, bool is)
{
	if (is)
		json_put(j, J_OPEN(key, "{"));
	else
		json_put(j, J_WORD(key, NULL));
	return is;
}

void json_put_bits(struct json *j, const char *key, const char *(*name)(unsigned int), u64 bits)
{
	json_put(j, J_OPEN(key, "["));
	for (unsigned int i = 0; name(i); i++)
		if (bits & BIT(i))
			json_put(j, J_WORD(NULL, name(i)));
	json_put(j, J_CLOSE("]"));
}

/* --- reading */

struct json_object *json_read_object(const char *line, size_t n)
{
	struct json_tokener *tokener = n <= INT_MAX ? json_tokener_new() : NULL;
	struct json_object *object;

	if (!tokener)
		return NULL;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	object = json_tokener_parse_ex(tokener, line, n);
	if (json_tokener_get_parse_end(tokener) != n || !json_object_is_type(object, json_type_object)) {
		json_object_put(object);
		object = NULL;
	}
	json_tokener_free(tokener);
	return object;
}

struct json_object *json_read_any(struct json_object *row, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(row, key, &value);
	return value;
}

const char *json_read_string(struct json_object *row, const char *key)
{
	struct json_object *value = json_read_any(row, key);

	return json_object_is_type(value, json_type_string) ?
	       json_object_get_string(value) : NULL;
}

bool json_read_hex(struct json_object *row, const char *key, struct bytes *to)
{
	const char *text = json_read_string(row, key);

	*to = (struct bytes){ };
	if (!text)
		return false;
	to->n = strlen(text);
	to->p = malloc(to->n / 2 + 1);
	return to->p && hex_decode(to->p, text, &to->n);
}

char *json_read_name(struct json_object *row, const char *key)
{
	const char *text = json_read_string(row, key);
	size_t n = json_object_get_string_len(json_read_any(row, key));
	struct bytes exact;
	char hex_key[32];

	snprintf(hex_key, sizeof(hex_key), "%s_hex", key);
	if (!json_read_any(row, hex_key))
		return text && strlen(text) == n ? strdup(text) : NULL;
	if (json_read_hex(row, hex_key, &exact) && !memchr(exact.p, '\0', exact.n)) {
		exact.p[exact.n] = '\0';
		return (char *)exact.p;
	}
	free(exact.p);
	return NULL;
}

bool json_number(struct json_object *value, u64 *to)
{
	if (!json_object_is_type(value, json_type_int) || json_object_get_int64(value) < 0)
		return false;
	*to = json_object_get_uint64(value);
	return true;
}

bool json_read_numbers(struct json_object *list, u64 *to, size_t count)
{
	size_t i;

	if (!json_object_is_type(list, json_type_array) || json_object_array_length(list) != count)
		return false;
	for (i = 0; i < count; i++)
		if (!json_number(json_object_array_get_idx(list, i), &to[i]))
			return false;
	return true;
}

bool json_each(struct json_object *list, bool (*take)(void *to, struct json_object *value), void *to)
{
	bool good = json_object_is_type(list, json_type_array);

	for (size_t i = 0; good && i < json_object_array_length(list); i++)
		good = take(to, json_object_array_get_idx(list, i));
	return good;
}

bool json_read_number(struct json_object *row, const char *key, u64 *to)
{
	return json_number(json_read_any(row, key), to);
}

int json_read_find(const char *word, const char *(*name)(unsigned int))
{
	unsigned int i;

	for (i = 0; word && name(i); i++)
		if (!strcmp(name(i), word))
			return i;
	return -1;
}

bool json_read_word(struct json_object *row, const char *key,
	      const char *(*name)(unsigned int), u8 *to)
{
	int i = 0;

	if (json_read_any(row, key)) {
		i = json_read_find(json_read_string(row, key), name);
		*to = i;
	}
	return i >= 0;
}

bool json_read_bits(struct json_object *row, const char *key,
		    const char *(*name)(unsigned int), u64 *to)
{
	struct json_object *list = json_read_any(row, key), *word;
	size_t i;
	int bit;

	if (list && !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; list && i < json_object_array_length(list); i++) {
		word = json_object_array_get_idx(list, i);
		bit = json_object_is_type(word, json_type_string) ?
		      json_read_find(json_object_get_string(word), name) : -1;
		if (bit < 0)
			return false;
		*to |= BIT(bit);
	}
	return true;
}
