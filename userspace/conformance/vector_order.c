// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Rows about boundaries, about the order of two texts and about signatures.
 *
 * null means that there is none, and must be written: a missing key is a mistake.
 */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/json_read.h"
#include "vector.h"

/* The text of a row, its profile and its encoding. */
static const char *parse_coding(struct vector *v, struct json_object *row)
{
	if (!json_read_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (!json_read_any(row, "profile") ||
	    !json_read_word(row, "profile", utf8check_profile_name, &v->config.profile))
		return "\"profile\" is missing or unknown";
	if (!json_read_any(row, "encoding") ||
	    !json_read_word(row, "encoding", utf8check_encoding_name, &v->config.from))
		return "\"encoding\" is missing or unknown";
	if (v->config.from == UTF8CHECK_ENCODING_AUTO || utf8check_config_check(&v->config))
		return "\"profile\" and \"encoding\" make no sense together";
	return NULL;
}

/* A number from 0 on. */
static bool get_offset(struct json_object *row, const char *key, long long *to)
{
	struct json_object *value = json_read_any(row, key);

	*to = json_object_get_int64(value);
	return json_object_is_type(value, json_type_int) && *to >= 0;
}

/* A number from 0 on; or null, which becomes -1. */
static bool get_offset_or_null(struct json_object *row, const char *key,
			       long long *to)
{
	if (json_read_any(row, key))
		return get_offset(row, key, to);
	*to = -1;
	return json_object_object_get_ex(row, key, NULL);
}

const char *vector_parse_boundary(struct vector *v, struct json_object *row)
{
	const char *wrong = parse_coding(v, row);

	if (wrong)
		return wrong;
	if (!get_offset(row, "at", &v->at) || (size_t)v->at > v->in.n)
		return "\"at\" is no offset in the text";
	if (!get_offset_or_null(row, "previous", &v->previous) ||
	    !get_offset_or_null(row, "next", &v->next))
		return "\"previous\" or \"next\" is neither an offset nor null";
	v->kind = VECTOR_BOUNDARY;
	return NULL;
}

const char *vector_parse_order(struct vector *v, struct json_object *row)
{
	const char *wrong = parse_coding(v, row);
	struct json_object *order = json_read_any(row, "order");

	if (wrong)
		return wrong;
	if (!json_read_hex(row, "other_hex", &v->out))
		return "\"other_hex\" is not hexadecimal";
	v->order = json_object_get_int(order);
	if (!json_object_is_type(order, json_type_int) ||
	    v->order < -1 || v->order > 1)
		return "\"order\" is neither -1, 0 nor 1";
	if (!get_offset_or_null(row, "first_difference", &v->first_difference))
		return "\"first_difference\" is neither an offset nor null";
	if (!v->order != (v->first_difference < 0))
		return "\"first_difference\" is null where \"order\" is not 0, or an offset where it is";
	v->kind = VECTOR_ORDER;
	return NULL;
}

/* Set *name to the encoding, NULL for null; false where it is neither. */
static bool get_signature(struct json_object *row, const char **name)
{
	*name = json_read_string(row, "signature");
	if (*name)
		return **name;
	return !json_read_any(row, "signature") &&
	       json_object_object_get_ex(row, "signature", NULL);
}

const char *vector_parse_signature(struct vector *v, struct json_object *row)
{
	const char *name;

	if (!json_read_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (!get_signature(row, &name))
		return "\"signature\" is neither a name nor null";
	if (!get_offset(row, "signature_length", &v->signature_length))
		return "\"signature_length\" is no length";
	if (!name != !v->signature_length)
		return "\"signature_length\" is 0 where there is a \"signature\", or not where there is none";
	v->signature = strdup(name ? name : "");
	v->kind = VECTOR_SIGNATURE;
	return v->signature ? NULL : "out of memory";
}
