// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A row of a vector file.
 *
 * The first of these keys that a row has decides its kind: "in_hex" (the output of a
 * stream: normalization, transcoding, actions), "kind" (names), "valid" (validity),
 * "at" (boundaries), "other_hex" (order), "signature_length" (signatures).  Unknown
 * keys are ignored.  A name may have "refused" (true or false): whether the policy
 * refuses it; "hidden_dotdot" (true or false): whether some decoder reads a ".."; and
 * "protect", a list of names that are protected.
 */
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "print/json.h"
#include "test.h"

/* Where the first error is; -1 for null, and where the row does not say. */
static bool get_first_error(struct vector *v, struct json_object *row)
{
	struct json_object *offset = json_read_any(row, "first_error_offset");

	v->first_error = offset ? json_object_get_int64(offset) : -1;
	return !offset || json_object_is_type(offset, json_type_int);
}

static const char *parse_validity(struct vector *v, struct json_object *row)
{
	struct json_object *valid = json_read_any(row, "valid");

	if (!json_read_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (!json_read_any(row, "profile") ||
	    !json_read_word(row, "profile", utf8check_profile_name, &v->config.profile))
		return "\"profile\" is missing or unknown";
	if (!json_object_is_type(valid, json_type_boolean))
		return "\"valid\" is neither true nor false";
	if (!get_first_error(v, row))
		return "\"first_error_offset\" is neither a number nor null";
	if (json_read_any(row, "replaced_hex") &&
	    !json_read_hex(row, "replaced_hex", &v->out))
		return "\"replaced_hex\" is neither hexadecimal nor null";
	v->kind = VECTOR_VALIDITY;
	v->config.to_profile = v->config.profile;
	v->valid = json_object_get_boolean(valid);
	return NULL;
}

/* What "to" names: a profile of UTF-8, or an encoding. */
static bool get_target(struct json_object *row, struct utf8check_config *config)
{
	int profile = json_read_find(json_read_string(row, "to"), utf8check_profile_name);

	if (profile < 0)
		return json_read_word(row, "to", utf8check_encoding_name, &config->to);
	config->to_profile = profile;
	return true;
}

/* Whether the row says true or false: 1, 0, or -1 where it says neither. */
static bool get_answer(struct json_object *row, const char *key, int *answer)
{
	struct json_object *member = json_read_any(row, key);

	*answer = member ? json_object_get_boolean(member) : -1;
	return !member || json_object_is_type(member, json_type_boolean);
}

static bool get_vector_flag(struct json_object *row, const char *key, u32 flag,
			    u32 *flags)
{
	int is;
	bool fits = get_answer(row, key, &is);

	if (is > 0)
		*flags |= flag;
	return fits;
}

static const char *parse_config(struct utf8check_config *c, struct json_object *row)
{
	u64 forbid = 0;

	if (!json_read_word(row, "form", utf8check_form_name, &c->form))
		return "\"form\" is unknown";
	if (!json_read_word(row, "profile", utf8check_profile_name, &c->profile) ||
	    !json_read_word(row, "to_profile", utf8check_profile_name, &c->to_profile))
		return "\"profile\" or \"to_profile\" is unknown";
	if (!json_read_word(row, "from", utf8check_encoding_name, &c->from))
		return "\"from\" is unknown";
	if (!get_target(row, c))
		return "\"to\" is unknown";
	if (!json_read_word(row, "action", utf8check_action_name, &c->action))
		return "\"action\" is unknown";
	if (!json_read_word(row, "bom", utf8check_bom_name, &c->bom))
		return "\"bom\" is unknown";
	if (!json_read_bits(row, "forbid", utf8check_reason_name, &forbid))
		return "\"forbid\" is no list of known reasons";
	if (!get_vector_flag(row, "unescape", UTF8CHECK_FLAG_UNESCAPE, &c->flags) ||
	    !get_vector_flag(row, "stream_safe", UTF8CHECK_FLAG_STREAM_SAFE, &c->flags))
		return "\"unescape\" or \"stream_safe\" is neither true nor false";
	c->forbid = forbid;
	if (utf8check_config_check(c))
		return "what it asks of a stream makes no sense";
	return NULL;
}

/* A row that does not say where the first error is expects none. */
static const char *parse_stream(struct vector *v, struct json_object *row)
{
	if (!json_read_hex(row, "in_hex", &v->in))
		return "\"in_hex\" is not hexadecimal";
	if (!json_read_hex(row, "out_hex", &v->out))
		return "\"out_hex\" is missing or not hexadecimal";
	if (!get_first_error(v, row))
		return "\"first_error_offset\" is neither a number nor null";
	v->kind = VECTOR_STREAM;
	v->valid = v->first_error < 0;
	return parse_config(&v->config, row);
}

/*
 * A row that names no policy is judged by the default policy, and by the classes
 * of the row that only a policy finds; and by those that it lists as "refuse".
 */
static bool get_policy(struct vector *v, struct json_object *row)
{
	bool path = v->kind == VECTOR_PATH;
	u64 asked = 0;

	if (json_read_any(row, "policy"))
		return json_read_string(row, "policy") &&
		       !utf8check_policy_find(json_read_string(row, "policy"), path,
					      &v->policy);
	utf8check_policy_find("default", path, &v->policy);
	v->policy.refuse |= v->classes & UTF8CHECK_POLICY_CLASSES;
	if (!json_read_any(row, "refuse"))
		return true;
	if (!json_read_bits(row, "refuse", utf8check_class_name, &asked))
		return false;
	v->policy.refuse |= asked;
	return true;
}

/* The names that are protected, where the row says so. */
static bool get_protect(struct vector *v, struct json_object *row)
{
	struct json_object *list = json_read_any(row, "protect");
	size_t i, size;
	const char *name;
	u8 *p;

	if (list && !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; list && i < json_object_array_length(list); i++) {
		name = json_object_get_string(json_object_array_get_idx(list, i));
		size = name ? strlen(name) + 1 : 0;
		p = realloc(v->protect.p, v->protect.n + size);
		if (!size || !p)
			return false;
		memcpy(p + v->protect.n, name, size);
		v->protect.p = p;
		v->protect.n += size;
	}
	return true;
}

static const char *parse_name(struct vector *v, struct json_object *row)
{
	const char *kind = json_read_string(row, "kind");
	int primary = json_read_find(json_read_string(row, "primary"), utf8check_class_name);
	struct json_object *decoder = json_read_any(row, "hidden_decoder");

	v->hidden_decoder = decoder ? json_read_find(json_read_string(row, "hidden_decoder"),
					       utf8check_decoder_name) : -1;
	if (decoder && v->hidden_decoder < 0)
		return "\"hidden_decoder\" is unknown";
	if (!kind || (strcmp(kind, "component") && strcmp(kind, "path")))
		return "\"kind\" is neither \"component\" nor \"path\"";
	if (!json_read_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (primary < 0)
		return "\"primary\" is missing or unknown";
	if (!json_read_any(row, "classes") ||
	    !json_read_bits(row, "classes", utf8check_class_name, &v->classes))
		return "\"classes\" is no list of known classes";
	/* ["ok"] says the same as []. */
	v->classes &= ~BIT(UTF8CHECK_CLASS_OK);
	if (!get_answer(row, "refused", &v->refused))
		return "\"refused\" is neither true nor false";
	if (!get_answer(row, "hidden_dotdot", &v->hidden_dotdot))
		return "\"hidden_dotdot\" is neither true nor false";
	if (!get_protect(v, row))
		return "\"protect\" is no list of names";
	v->kind = strcmp(kind, "path") ? VECTOR_NAME : VECTOR_PATH;
	v->primary = primary;
	return get_policy(v, row) ? NULL : "\"policy\" is unknown";
}

/* --- boundaries, the order of two texts, signatures; where there is none, null is written */

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

/* A number from 0 on; or null, which becomes -1. */
static bool get_offset_or_null(struct json_object *row, const char *key,
			       long long *to)
{
	u64 offset = -1;
	bool fits = json_read_any(row, key) ? json_read_number(row, key, &offset) :
		    json_object_object_get_ex(row, key, NULL);

	*to = offset;
	return fits;
}

static const char *parse_boundary(struct vector *v, struct json_object *row)
{
	const char *wrong = parse_coding(v, row);

	if (wrong)
		return wrong;
	if (!json_read_number(row, "at", &v->at) || v->at > v->in.n)
		return "\"at\" is no offset in the text";
	if (!get_offset_or_null(row, "previous", &v->previous) ||
	    !get_offset_or_null(row, "next", &v->next))
		return "\"previous\" or \"next\" is neither an offset nor null";
	v->kind = VECTOR_BOUNDARY;
	return NULL;
}

static const char *parse_order(struct vector *v, struct json_object *row)
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

static const char *parse_signature(struct vector *v, struct json_object *row)
{
	const char *name;

	if (!json_read_hex(row, "hex", &v->in))
		return "\"hex\" is missing or not hexadecimal";
	if (!get_signature(row, &name))
		return "\"signature\" is neither a name nor null";
	if (!json_read_number(row, "signature_length", &v->signature_length))
		return "\"signature_length\" is no length";
	if (!name != !v->signature_length)
		return "\"signature_length\" is 0 where there is a \"signature\", or not where there is none";
	v->signature = strdup(name ? name : "");
	v->kind = VECTOR_SIGNATURE;
	return v->signature ? NULL : "out of memory";
}

/* --- any row */

static const char *parse_row(struct vector *v, struct json_object *row)
{
	const char *id = json_read_string(row, "id");

	if (!id)
		return "\"id\" is missing";
	v->id = strdup(id);
	if (!v->id)
		return "out of memory";
	if (json_read_any(row, "in_hex"))
		return parse_stream(v, row);
	if (json_read_any(row, "kind"))
		return parse_name(v, row);
	if (json_read_any(row, "valid"))
		return parse_validity(v, row);
	if (json_read_any(row, "at"))
		return parse_boundary(v, row);
	if (json_read_any(row, "other_hex"))
		return parse_order(v, row);
	if (json_read_any(row, "signature_length"))
		return parse_signature(v, row);
	return "\"valid\", \"in_hex\", \"kind\", \"at\", \"other_hex\" or \"signature_length\" is missing";
}

const char *vector_parse(struct vector *v, const char *line, size_t n)
{
	struct json_object *row = json_read_object(line, n);
	const char *wrong;

	memset(v, 0, sizeof(*v));
	v->config.size = sizeof(v->config);
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
	free(v->signature);
	free(v->protect.p);
	memset(v, 0, sizeof(*v));
	v->config.size = sizeof(v->config);
}
