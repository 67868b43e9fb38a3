// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A row of a vector file.
 *
 * What kind a row is, is told by its keys: "in_hex" is in rows about what a
 * stream makes of a text (normalization, transcoding, actions) only, "kind" in
 * rows about names, "valid" in rows about validity.  Keys that are not known
 * are ignored.  An optional "hidden_dotdot" (true or false) of a name answers
 * the question about "..".
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

/* A word of a row; false where it is there and unknown. */
static bool get_word(struct json_object *row, const char *key,
		     const char *(*name)(unsigned int), u8 *to)
{
	int i = 0;

	if (get(row, key)) {
		i = find_word(get_string(row, key), name);
		*to = i;
	}
	return i >= 0;
}

/* Where the first error is; -1 for null and where the row does not say. */
static bool get_first_error(struct vector *v, struct json_object *row)
{
	struct json_object *offset = get(row, "first_error_offset");

	v->first_error = offset ? json_object_get_int64(offset) : -1;
	return !offset || json_object_is_type(offset, json_type_int);
}

static const char *parse_validity(struct vector *v, struct json_object *row)
{
	struct json_object *valid = get(row, "valid");

	if (!get_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (!get(row, "profile") ||
	    !get_word(row, "profile", u8c_profile_name, &v->config.profile))
		return "\"profile\" is missing or unknown";
	if (!json_object_is_type(valid, json_type_boolean))
		return "\"valid\" is neither true nor false";
	if (!get_first_error(v, row))
		return "\"first_error_offset\" is neither a number nor null";
	if (get(row, "replaced_hex") && !get_hex(row, "replaced_hex", &v->out))
		return "\"replaced_hex\" is neither hexadecimal nor null";
	v->kind = VECTOR_VALIDITY;
	v->config.to_profile = v->config.profile;
	v->valid = json_object_get_boolean(valid);
	return NULL;
}

/* UTF-8 in a profile, or an encoding. */
static bool get_target(struct json_object *row, struct u8c_config *config)
{
	int profile = find_word(get_string(row, "to"), u8c_profile_name);

	if (profile < 0)
		return get_word(row, "to", u8c_encoding_name, &config->to);
	config->to_profile = profile;
	return true;
}

static bool get_forbid(struct json_object *row, u64 *forbid)
{
	struct json_object *list = get(row, "forbid");
	size_t i;
	int reason;

	if (list && !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; list && i < json_object_array_length(list); i++) {
		reason = find_word(json_object_get_string(
			json_object_array_get_idx(list, i)), u8c_reason_name);
		if (reason < 0)
			return false;
		*forbid |= (u64)1 << reason;
	}
	return true;
}

static bool get_flag(struct json_object *row, const char *key, u32 flag,
		     u32 *flags)
{
	struct json_object *value = get(row, key);

	if (json_object_get_boolean(value))
		*flags |= flag;
	return !value || json_object_is_type(value, json_type_boolean);
}

static const char *parse_config(struct u8c_config *c, struct json_object *row)
{
	if (!get_word(row, "form", u8c_form_name, &c->form))
		return "\"form\" is unknown";
	if (!get_word(row, "profile", u8c_profile_name, &c->profile) ||
	    !get_word(row, "to_profile", u8c_profile_name, &c->to_profile))
		return "\"profile\" or \"to_profile\" is unknown";
	if (!get_word(row, "from", u8c_encoding_name, &c->from))
		return "\"from\" is unknown";
	if (!get_target(row, c))
		return "\"to\" is unknown";
	if (!get_word(row, "action", u8c_action_name, &c->action))
		return "\"action\" is unknown";
	if (!get_word(row, "bom", u8c_bom_name, &c->bom))
		return "\"bom\" is unknown";
	if (!get_forbid(row, &c->forbid))
		return "\"forbid\" is no list of known reasons";
	if (!get_flag(row, "unescape", U8C_UNESCAPE, &c->flags) ||
	    !get_flag(row, "stream_safe", U8C_STREAM_SAFE, &c->flags))
		return "\"unescape\" or \"stream_safe\" is neither true nor false";
	if (u8c_config_check(c) == U8C_CONFIG_INVALID)
		return "what it asks of a stream makes no sense";
	return NULL;
}

/* A row that does not say where the first error is expects none. */
static const char *parse_stream(struct vector *v, struct json_object *row)
{
	if (!get_hex(row, "in_hex", &v->in))
		return "\"in_hex\" is not hexadecimal";
	if (!get_hex(row, "out_hex", &v->out))
		return "\"out_hex\" is missing or not hexadecimal";
	if (!get_first_error(v, row))
		return "\"first_error_offset\" is neither a number nor null";
	v->kind = VECTOR_STREAM;
	v->valid = v->first_error < 0;
	return parse_config(&v->config, row);
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
			class = find_word(json_object_get_string(word),
					  u8c_class_name);
		if (class < 0)
			return false;
		v->classes |= U8C_BIT(class);
	}
	/* ["ok"] says the same as []. */
	v->classes &= ~U8C_BIT(U8C_CLASS_OK);
	return true;
}

/*
 * A row that names no policy is about what is there: the default policy, and
 * the classes that only a policy asks for as far as the row has them.
 */
static bool get_policy(struct vector *v, struct json_object *row)
{
	bool path = v->kind == VECTOR_PATH;

	if (get(row, "policy"))
		return get_string(row, "policy") &&
		       u8c_policy_find(get_string(row, "policy"), path,
				       &v->policy);
	u8c_policy_find("default", path, &v->policy);
	v->policy.refuse |= v->classes & U8C_POLICY_CLASSES;
	return true;
}

static const char *parse_name(struct vector *v, struct json_object *row)
{
	const char *kind = get_string(row, "kind");
	int primary = find_word(get_string(row, "primary"), u8c_class_name);
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
	return get_policy(v, row) ? NULL : "\"policy\" is unknown";
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
		return parse_stream(v, row);
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
