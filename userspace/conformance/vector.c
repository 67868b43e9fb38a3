// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A row of a vector file: a table says of each kind of row which keys it has, and where in
 * struct vector their values go.  Unknown keys are ignored.
 */
#include <json-c/json.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "print/json.h"
#include "test.h"

enum value_kind { HEX, WORD, BITS, NUMBER, ANSWER, FLAG, TEXT };

/* What the value of a key is that cannot be taken. */
static const char *const wrongs[] = {
	[HEX] = "not hexadecimal", [WORD] = "unknown", [BITS] = "no list of known words",
	[NUMBER] = "no number from 0 on", [ANSWER] = "neither true nor false",
	[FLAG] = "neither true nor false", [TEXT] = "no string",
};

/* Must the row have the key?  May its value be null, as that of a missing key that is optional? */
enum presence { REQUIRED, NULLABLE, OPTIONAL };

/**
 * struct member - a key of a row
 *
 * @key: the key.
 * @kind: what its value is.
 * @at: offset in struct vector of where the value goes.  What is there stays for null.
 * @presence: must the key be there?
 * @name: of WORD and BITS, the words.
 * @flag: of FLAG, what true sets.
 */
struct member {
	const char *key;
	enum value_kind kind;
	size_t at;
	enum presence presence;
	const char *(*name)(unsigned int i);
	u32 flag;
};

#define AT(member) .at = offsetof(struct vector, member)

/* Is a text well-formed, and what is it with U+FFFD for each maximal subpart? */
static const struct member of_validity[] = {
	{ "hex", HEX, AT(in) },
	{ "profile", WORD, AT(config.profile), .name = utf8check_profile_name },
	{ "valid", ANSWER, AT(valid) },
	{ "first_error_offset", NUMBER, AT(first_error), OPTIONAL },
	{ "replaced_hex", HEX, AT(out), OPTIONAL },
	{ }
};

/* The output of a stream: normalization, transcoding, actions. */
static const struct member of_stream[] = {
	{ "in_hex", HEX, AT(in) },
	{ "out_hex", HEX, AT(out) },
	{ "first_error_offset", NUMBER, AT(first_error), OPTIONAL },
	{ "form", WORD, AT(config.form), OPTIONAL, utf8check_form_name },
	{ "profile", WORD, AT(config.profile), OPTIONAL, utf8check_profile_name },
	{ "to_profile", WORD, AT(config.to_profile), OPTIONAL, utf8check_profile_name },
	{ "from", WORD, AT(config.from), OPTIONAL, utf8check_encoding_name },
	{ "action", WORD, AT(config.action), OPTIONAL, utf8check_action_name },
	{ "bom", WORD, AT(config.bom), OPTIONAL, utf8check_bom_name },
	{ "forbid", BITS, AT(forbid), OPTIONAL, utf8check_reason_name },
	{ "unescape", FLAG, AT(config.flags), OPTIONAL, .flag = UTF8CHECK_FLAG_UNESCAPE },
	{ "stream_safe", FLAG, AT(config.flags), OPTIONAL, .flag = UTF8CHECK_FLAG_STREAM_SAFE },
	{ }
};

static const struct member of_name[] = {
	{ "hex", HEX, AT(in) },
	{ "primary", WORD, AT(primary), .name = utf8check_class_name },
	{ "classes", BITS, AT(classes), .name = utf8check_class_name },
	{ "refuse", BITS, AT(refuse), OPTIONAL, utf8check_class_name },
	{ "refused", ANSWER, AT(refused), OPTIONAL },
	{ "hidden_dotdot", ANSWER, AT(hidden_dotdot), OPTIONAL },
	{ "hidden_decoder", WORD, AT(hidden_decoder), OPTIONAL, utf8check_decoder_name },
	{ }
};

static const struct member of_boundary[] = {
	{ "hex", HEX, AT(in) },
	{ "profile", WORD, AT(config.profile), .name = utf8check_profile_name },
	{ "encoding", WORD, AT(config.from), .name = utf8check_encoding_name },
	{ "at", NUMBER, AT(at) },
	{ "previous", NUMBER, AT(previous), NULLABLE },
	{ "next", NUMBER, AT(next), NULLABLE },
	{ }
};

static const struct member of_order[] = {
	{ "hex", HEX, AT(in) },
	{ "profile", WORD, AT(config.profile), .name = utf8check_profile_name },
	{ "encoding", WORD, AT(config.from), .name = utf8check_encoding_name },
	{ "other_hex", HEX, AT(out) },
	{ "first_difference", NUMBER, AT(first_difference), NULLABLE },
	{ }
};

static const struct member of_signature[] = {
	{ "hex", HEX, AT(in) },
	{ "signature", TEXT, AT(signature), NULLABLE },
	{ "signature_length", NUMBER, AT(signature_length) },
	{ }
};

/* Take the value of a key into @to.  Return: false where it cannot be taken. */
static bool get_value(const struct member *m, struct json_object *row, void *to)
{
	struct json_object *value = json_read_any(row, m->key);

	if (!value)
		return m->presence == OPTIONAL ||
		       (m->presence == NULLABLE && json_object_object_get_ex(row, m->key, NULL));
	switch (m->kind) {
	case HEX:
		return json_read_hex(row, m->key, to);
	case WORD:
		return json_read_word(row, m->key, m->name, to);
	case BITS:
		return json_read_bits(row, m->key, m->name, to);
	case NUMBER:
		/* Half of the members are signed. */
		return json_number(value, to) && *(int64_t *)to >= 0;
	case ANSWER:
		*(int *)to = json_object_get_boolean(value);
		return json_object_is_type(value, json_type_boolean);
	case FLAG:
		*(u32 *)to |= json_object_get_boolean(value) ? m->flag : 0;
		return json_object_is_type(value, json_type_boolean);
	case TEXT:
		if (json_object_is_type(value, json_type_string))
			*(char **)to = strdup(json_object_get_string(value));
		return *(char **)to;
	}
	return false;
}

/* Return: NULL, or what is wrong, until the next call. */
static const char *get_values(struct vector *v, const struct member *members,
			      struct json_object *row)
{
	static char wrong[80];

	for (const struct member *m = members; m->key; m++)
		if (!get_value(m, row, (char *)v + m->at)) {
			snprintf(wrong, sizeof(wrong), "\"%s\" is %s%s", m->key,
				 m->presence == OPTIONAL ? "" : "missing or ", wrongs[m->kind]);
			return wrong;
		}
	return NULL;
}

/* --- what a row says beyond its values; each returns NULL, or what is wrong */

static const char *complete_validity(struct vector *v, struct json_object *row)
{
	v->config.to_profile = v->config.profile;
	return NULL;
}

/* "to" names a profile of UTF-8, or an encoding.  A row without a first error expects none. */
static const char *complete_stream(struct vector *v, struct json_object *row)
{
	int profile = json_read_find(json_read_string(row, "to"), utf8check_profile_name);

	if (profile >= 0)
		v->config.to_profile = profile;
	else if (!json_read_word(row, "to", utf8check_encoding_name, &v->config.to))
		return "\"to\" is unknown";
	v->config.forbid = v->forbid;
	v->valid = v->first_error < 0;
	return utf8check_config_check(&v->config) ? "what it asks of a stream makes no sense" : NULL;
}

/* The names that are protected, where the row says so. */
static bool get_protect(struct vector *v, struct json_object *row)
{
	struct json_object *list = json_read_any(row, "protect");
	size_t size;
	const char *name;
	u8 *p;

	if (list && !json_object_is_type(list, json_type_array))
		return false;
	for (size_t i = 0; list && i < json_object_array_length(list); i++) {
		name = json_object_get_string(json_object_array_get_idx(list, i));
		if (!name)
			return false;
		size = strlen(name) + 1;
		p = realloc(v->protect.p, v->protect.n + size);
		if (!p)
			return false;
		memcpy(p + v->protect.n, name, size);
		v->protect.p = p;
		v->protect.n += size;
	}
	return true;
}

/*
 * A row that names no policy is judged by the default policy, and by the classes of the row that
 * only a policy finds; and by those that it lists as "refuse".  The classes ["ok"] are [].
 */
static const char *complete_name(struct vector *v, struct json_object *row)
{
	const char *kind = json_read_string(row, "kind") ?: "none";
	const bool is_path = !strcmp(kind, "path"), has_policy = json_read_any(row, "policy");
	const char *policy = has_policy ? json_read_string(row, "policy") : "default";

	v->kind = is_path ? VECTOR_PATH : VECTOR_NAME;
	v->classes &= ~BIT(UTF8CHECK_CLASS_OK);
	if (!is_path && strcmp(kind, "component"))
		return "\"kind\" is neither \"component\" nor \"path\"";
	if (!get_protect(v, row))
		return "\"protect\" is no list of names";
	if (!policy || utf8check_policy_find(policy, is_path, &v->policy))
		return "\"policy\" is unknown";
	if (!has_policy)
		v->policy.refuse |= (v->classes & UTF8CHECK_POLICY_CLASSES) | v->refuse;
	return NULL;
}

static const char *check_coding(const struct vector *v)
{
	return v->config.from == UTF8CHECK_ENCODING_AUTO || utf8check_config_check(&v->config) ?
	       "\"profile\" and \"encoding\" make no sense together" : NULL;
}

static const char *complete_boundary(struct vector *v, struct json_object *row)
{
	return v->at > v->in.n ? "\"at\" is no offset in the text" : check_coding(v);
}

static const char *complete_order(struct vector *v, struct json_object *row)
{
	struct json_object *order = json_read_any(row, "order");

	v->order = json_object_get_int(order);
	if (!json_object_is_type(order, json_type_int) || v->order < -1 || v->order > 1)
		return "\"order\" is neither -1, 0 nor 1";
	if (!v->order != (v->first_difference < 0))
		return "\"first_difference\" is null where \"order\" is not 0, or an offset where it is";
	return check_coding(v);
}

static const char *complete_signature(struct vector *v, struct json_object *row)
{
	return !v->signature == !v->signature_length ? NULL :
	       "\"signature_length\" is 0 where there is a \"signature\", or not where there is none";
}

/* --- any row */

/* A row is of the first kind whose key it has. */
static const struct {
	const char *key;
	enum vector_kind kind;
	const struct member *members;
	const char *(*complete)(struct vector *v, struct json_object *row);
} kinds[] = {
	{ "in_hex", VECTOR_STREAM, of_stream, complete_stream },
	{ "kind", VECTOR_NAME, of_name, complete_name },
	{ "valid", VECTOR_VALIDITY, of_validity, complete_validity },
	{ "at", VECTOR_BOUNDARY, of_boundary, complete_boundary },
	{ "other_hex", VECTOR_ORDER, of_order, complete_order },
	{ "signature_length", VECTOR_SIGNATURE, of_signature, complete_signature },
};

static const char *parse_row(struct vector *v, struct json_object *row)
{
	static const struct member id[] = { { "id", TEXT, AT(id) }, { } };
	const char *wrong = get_values(v, id, row);
	size_t i = 0;

	if (wrong)
		return wrong;
	while (i < ARRAY_SIZE(kinds) && !json_read_any(row, kinds[i].key))
		i++;
	if (i == ARRAY_SIZE(kinds))
		return "\"valid\", \"in_hex\", \"kind\", \"at\", \"other_hex\" or \"signature_length\" is missing";
	v->kind = kinds[i].kind;
	return get_values(v, kinds[i].members, row) ?: kinds[i].complete(v, row);
}

const char *vector_parse(struct vector *v, const char *line, size_t n)
{
	struct json_object *row = json_read_object(line, n);
	const char *wrong;

	*v = (struct vector){
		.config.size = sizeof(v->config), .first_error = -1, .refused = -1,
		.hidden_dotdot = -1, .hidden_decoder = NOT_ASSERTED, .previous = -1, .next = -1,
		.first_difference = -1,
	};
	wrong = row ? parse_row(v, row) : "not a JSON object";
	json_object_put(row);
	return wrong;
}

void vector_free(struct vector *v)
{
	free(v->id);
	free(v->in.p);
	free(v->out.p);
	free(v->protect.p);
	free(v->signature);
}
