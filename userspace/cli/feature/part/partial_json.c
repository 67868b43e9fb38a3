// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Partial results as JSON.
 */
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/json_read.h"
#include "feature/part/partial.h"
#include "feature/part/partial_json.h"
#include "base/say/escape.h"
#include "version.h"

/* --- printed */

static void print_forbid(FILE *to, u64 forbid)
{
	const char *comma = "";
	unsigned int i;

	fputs(",\"forbid\":[", to);
	for (i = 0; utf8check_reason_name(i); i++)
		if (forbid >> i & 1) {
			fprintf(to, "%s\"%s\"", comma, utf8check_reason_name(i));
			comma = ",";
		}
	putc(']', to);
}

static void print_config(const struct partial *p, FILE *to)
{
	const struct utf8check_config *c = &p->config;

	fprintf(to, ",\"profile\":\"%s\",\"to_profile\":\"%s\",\"from\":\"%s\",\"to\":\"%s\"",
		utf8check_profile_name(c->profile), utf8check_profile_name(c->to_profile),
		utf8check_encoding_name(c->from), utf8check_encoding_name(c->to));
	fprintf(to, ",\"on_error\":\"%s\",\"form\":\"%s\",\"bom\":\"%s\",\"flags\":%u",
		utf8check_action_name(c->action), utf8check_form_name(c->form), utf8check_bom_name(c->bom),
		c->flags);
	print_forbid(to, c->forbid);
	fprintf(to, ",\"encoding\":\"%s\"", utf8check_encoding_name(p->encoding));
}

void partial_print_hex(FILE *to, const char *key, const u8 *p, size_t n)
{
	fprintf(to, ",\"%s\":\"", key);
	hex_print(to, p, n);
	putc('"', to);
}

void partial_print_error(const struct utf8check_error *e, FILE *to)
{
	fprintf(to, "[%" PRIu64 ",%u,\"%s\",\"", (u64)e->offset, e->length,
		utf8check_reason_name(e->reason));
	hex_print(to, e->bytes, e->count);
	fprintf(to, "\",%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", e->span, (u64)e->value,
		(u64)e->line, (u64)e->column);
}

void partial_print(const struct partial *p, FILE *to)
{
	fprintf(to, "{\"partial\":\"%s\",\"release\":\"%s\"", p->kind->name,
		UTF8CHECK_RELEASE);
	json_print_member(to, ',', "file", p->name);
	fprintf(to, ",\"parts\":%" PRIu64 ",\"first\":%" PRIu64 ",\"last\":%" PRIu64,
		p->parts, p->first, p->last);
	fprintf(to, ",\"size\":%" PRIu64 ",\"start\":%" PRIu64 ",\"end\":%" PRIu64,
		p->size, p->start, p->end);
	print_config(p, to);
	fprintf(to, ",\"look\":%u,\"has_middle\":%s", p->look,
		p->has_middle ? "true" : "false");
	partial_print_hex(to, "head", p->head.p, p->head.n);
	partial_print_hex(to, "tail", p->tail.p, p->tail.n);
	if (p->has_middle)
		p->kind->print(p, to);
	fputs("}\n", to);
}

/* --- read */

static bool get_json_flag(struct json_object *row, const char *key, bool *to)
{
	struct json_object *value = json_read_any(row, key);

	*to = json_object_get_boolean(value);
	return json_object_is_type(value, json_type_boolean);
}

static bool get_word(struct json_object *row, const char *key,
		     const char *(*name)(unsigned int), u8 *to)
{
	return json_read_any(row, key) && json_read_word(row, key, name, to);
}

static bool get_config(struct partial *p, struct json_object *row)
{
	struct utf8check_config *c = &p->config;
	u64 flags, forbid = 0;

	c->size = sizeof(*c);
	if (!get_word(row, "profile", utf8check_profile_name, &c->profile) ||
	    !get_word(row, "to_profile", utf8check_profile_name, &c->to_profile) ||
	    !get_word(row, "from", utf8check_encoding_name, &c->from) ||
	    !get_word(row, "to", utf8check_encoding_name, &c->to) ||
	    !get_word(row, "on_error", utf8check_action_name, &c->action) ||
	    !get_word(row, "form", utf8check_form_name, &c->form) ||
	    !get_word(row, "bom", utf8check_bom_name, &c->bom) ||
	    !get_word(row, "encoding", utf8check_encoding_name, &p->encoding) ||
	    !json_read_number(row, "flags", &flags) || flags > UINT32_MAX ||
	    !json_read_any(row, "forbid") ||
	    !json_read_bits(row, "forbid", utf8check_reason_name, &forbid))
		return false;
	c->flags = flags;
	c->forbid = forbid;
	return p->encoding != UTF8CHECK_ENCODING_AUTO &&
	       (c->from == UTF8CHECK_ENCODING_AUTO || c->from == p->encoding) &&
	       !utf8check_config_check(c);
}

static bool parse_bytes(struct utf8check_error *e, struct json_object *value)
{
	const char *digits = json_object_get_string(value);
	size_t n = json_object_get_string_len(value);

	if (!json_object_is_type(value, json_type_string) || n > 2 * sizeof(e->bytes) ||
	    !hex_decode(e->bytes, digits, &n))
		return false;
	e->count = n;
	return true;
}

bool partial_parse_error(struct utf8check_error *e, struct json_object *row)
{
	u64 number[8] = { };
	size_t i;
	int reason;

	if (!json_object_is_type(row, json_type_array) || json_object_array_length(row) != 8)
		return false;
	for (i = 0; i < 8; i++)
		if (i != 2 && i != 3 &&
		    !json_number(json_object_array_get_idx(row, i), &number[i]))
			return false;
	reason = json_read_find(json_object_get_string(json_object_array_get_idx(row, 2)),
			  utf8check_reason_name);
	*e = (struct utf8check_error){
		.offset = number[0], .length = number[1], .reason = reason,
		.span = number[4], .value = number[5],
		.line = number[6], .column = number[7],
	};
	return reason > 0 && number[1] <= UINT8_MAX && number[4] <= UINT8_MAX &&
	       parse_bytes(e, json_object_array_get_idx(row, 3));
}

static bool get_range(struct partial *p, struct json_object *row)
{
	return json_read_number(row, "parts", &p->parts) &&
	       json_read_number(row, "first", &p->first) &&
	       json_read_number(row, "last", &p->last) &&
	       json_read_number(row, "size", &p->size) &&
	       json_read_number(row, "start", &p->start) &&
	       json_read_number(row, "end", &p->end) &&
	       p->first && p->first <= p->last && p->last <= p->parts &&
	       p->start <= p->end && p->end <= p->size &&
	       (p->first > 1 || !p->start) && (p->last < p->parts || p->end == p->size);
}

static bool get_edges(struct partial *p, struct json_object *row)
{
	u64 length = p->end - p->start, look;

	if (!json_read_number(row, "look", &look) || look > LOOKS_BINARY)
		return false;
	p->look = look;
	return json_read_hex(row, "head", &p->head) &&
	       json_read_hex(row, "tail", &p->tail) &&
	       get_json_flag(row, "has_middle", &p->has_middle) &&
	       p->head.n <= length && p->tail.n <= length - p->head.n &&
	       (p->has_middle ? p->start || !p->head.n :
				p->head.n == length && p->start);
}

static bool get_kind(struct partial *p, const struct partial_kind *const *kinds,
		     struct json_object *row)
{
	const char *name = json_read_string(row, "partial"), *release = json_read_string(row, "release");

	/* Another release may judge otherwise. */
	if (!name || !release || strcmp(release, UTF8CHECK_RELEASE))
		return false;
	while (*kinds && strcmp((*kinds)->name, name))
		kinds++;
	p->kind = *kinds;
	return p->kind;
}

bool partial_parse(struct partial *p, const struct partial_kind *const *kinds,
		   const char *line, size_t n)
{
	struct json_object *row = json_read_object(line, n);
	bool good;

	*p = (struct partial){ };
	good = row && get_kind(p, kinds, row) && (p->name = json_read_name(row, "file")) &&
	       get_range(p, row) && get_config(p, row) && get_edges(p, row);
	good = good && partial_open(p) && (!p->has_middle || p->kind->parse(p, row));
	if (row)
		json_object_put(row);
	return good;
}
