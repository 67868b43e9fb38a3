// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A row of a vector file.
 *
 * What kind a row is, is told by its keys: "in_hex" is in normalization rows
 * only, "kind" in rows about names, "valid" in rows about validity.  Keys that
 * are not known are ignored.  An optional "hidden_dotdot" (true or false) of a
 * name answers the question about "..".
 */
#include <json-c/json.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "hex.h"
#include "vector.h"

static struct json_object *parse_json(const char *line, size_t n)
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

/* NULL where there is no such key, or it is null. */
static struct json_object *get(struct json_object *row, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(row, key, &value);
	return value;
}

static const char *get_string(struct json_object *row, const char *key)
{
	struct json_object *value = get(row, key);

	return json_object_is_type(value, json_type_string) ?
	       json_object_get_string(value) : NULL;
}

static bool get_hex(struct json_object *row, const char *key,
		    struct vector_bytes *to)
{
	const char *text = get_string(row, key);

	if (!text)
		return false;
	to->n = strlen(text);
	to->p = malloc(to->n / 2 + 1);
	return to->p && hex_decode(to->p, text, &to->n);
}

/* The number of @word among the names from 0 on; -1 when it is none. */
static int find_word(const char *word, const char *(*name)(unsigned int))
{
	unsigned int i;

	for (i = 0; word && name(i); i++)
		if (!strcmp(name(i), word))
			return i;
	return -1;
}

static const char *parse_validity(struct vector *v, struct json_object *row)
{
	struct json_object *valid = get(row, "valid");
	struct json_object *offset = get(row, "first_error_offset");
	int profile = find_word(get_string(row, "profile"), u8c_profile_name);

	if (!get_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (profile < 0)
		return "\"profile\" is missing or unknown";
	if (!json_object_is_type(valid, json_type_boolean))
		return "\"valid\" is neither true nor false";
	if (offset && !json_object_is_type(offset, json_type_int))
		return "\"first_error_offset\" is neither a number nor null";
	if (get(row, "replaced_hex") && !get_hex(row, "replaced_hex", &v->out))
		return "\"replaced_hex\" is neither hexadecimal nor null";
	v->kind = VECTOR_VALIDITY;
	v->profile = profile;
	v->valid = json_object_get_boolean(valid);
	v->first_error = offset ? json_object_get_int64(offset) : -1;
	return NULL;
}

static const char *parse_normalization(struct vector *v,
				       struct json_object *row)
{
	int form = find_word(get_string(row, "form"), u8c_form_name);

	if (form < 0)
		return "\"form\" is missing or unknown";
	if (!get_hex(row, "in_hex", &v->in))
		return "\"in_hex\" is not hexadecimal";
	if (!get_hex(row, "out_hex", &v->out))
		return "\"out_hex\" is missing or not hexadecimal";
	v->kind = VECTOR_NORMALIZATION;
	v->form = form;
	v->valid = true;
	v->first_error = -1;
	return NULL;
}

/* Policy reasons are classes of a name too: known, but none is found yet. */
static int find_class(const char *word)
{
	int class = find_word(word, u8c_class_name);

	if (class < 0 && find_word(word, u8c_reason_name) >= U8C_CONTROL)
		class = U8C_CLASSES;
	return class;
}

static bool parse_classes(struct vector *v, struct json_object *list)
{
	size_t i;

	if (!json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++) {
		struct json_object *word = json_object_array_get_idx(list, i);
		int class = -1;

		if (json_object_is_type(word, json_type_string))
			class = find_class(json_object_get_string(word));
		if (class < 0)
			return false;
		v->classes |= U8C_BIT(class);
	}
	/* ["ok"] says the same as []. */
	v->classes &= ~U8C_BIT(U8C_CLASS_OK);
	return true;
}

static const char *parse_name(struct vector *v, struct json_object *row)
{
	const char *kind = get_string(row, "kind");
	int primary = find_class(get_string(row, "primary"));
	struct json_object *dotdot = get(row, "hidden_dotdot");

	if (!kind || (strcmp(kind, "component") && strcmp(kind, "path")))
		return "\"kind\" is neither \"component\" nor \"path\"";
	if (!get_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (primary < 0)
		return "\"primary\" is missing or unknown";
	if (!parse_classes(v, get(row, "classes")))
		return "\"classes\" is no list of known classes";
	if (dotdot && !json_object_is_type(dotdot, json_type_boolean))
		return "\"hidden_dotdot\" is neither true nor false";
	v->kind = strcmp(kind, "path") ? VECTOR_NAME : VECTOR_PATH;
	v->primary = primary;
	v->hidden_dotdot = dotdot ? json_object_get_boolean(dotdot) : -1;
	return NULL;
}

static const char *parse_row(struct vector *v, struct json_object *row)
{
	const char *id = get_string(row, "id");

	if (!id)
		return "\"id\" is missing";
	v->id = strdup(id);
	if (!v->id)
		return "out of memory";
	if (get(row, "in_hex"))
		return parse_normalization(v, row);
	if (get(row, "kind"))
		return parse_name(v, row);
	if (get(row, "valid"))
		return parse_validity(v, row);
	return "\"valid\", \"in_hex\" or \"kind\" is missing";
}

const char *vector_parse(struct vector *v, const char *line, size_t n)
{
	struct json_object *row = parse_json(line, n);
	const char *wrong;

	memset(v, 0, sizeof(*v));
	if (!row)
		return "not a JSON object";
	wrong = parse_row(v, row);
	json_object_put(row);
	return wrong;
}

void vector_free(struct vector *v)
{
	free(v->id);
	free(v->in.p);
	free(v->out.p);
	memset(v, 0, sizeof(*v));
}
