// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Partial results: how two of them are joined, and how they are written as JSON.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/file/binary.h"
#include "base/say/escape.h"
#include "base/say/json_read.h"
#include "feature/part/partial.h"
#include "version.h"

bool partial_open(struct partial *p)
{
	p->reached = (struct place){ .line = 1, .column = 1 };
	p->findings = calloc(1, p->kind->size);
	if (p->findings && p->kind->start)
		p->kind->start(p->findings);
	return p->findings;
}

void partial_free(struct partial *p)
{
	if (p->findings && p->kind->release)
		p->kind->release(p->findings);
	free(p->findings);
	free(p->name);
	*p = (struct partial){ };
}

struct utf8check_config partial_config(const struct partial *p)
{
	struct utf8check_config config = p->config;

	if (p->first > 1) {
		config.from = p->encoding;
		config.bom = UTF8CHECK_BOM_KEEP;
	}
	return config;
}

static bool has_no_text(const struct partial *p)
{
	return p->start == p->end;
}

int partial_join(struct partial *p, struct partial *next)
{
	const struct place lines = { 0, p->reached.line, p->reached.column };
	int err;

	/* Where the last part has no text, its start is the end of the file. */
	if (!has_no_text(p) && (!has_no_text(next) || next->last == next->parts) &&
	    p->end != next->start)
		return -ESTALE;
	err = p->kind->append(p, next);
	p->reached = place_after(&lines, &next->reached);
	if (has_no_text(p))
		p->start = next->start;
	if (!has_no_text(next))
		p->end = next->end;
	p->last = next->last;
	p->look |= next->look;
	return err;
}

/* --- as JSON: the members that are numbers, and those that are words */

static const struct {
	const char *key;
	size_t offset;
} numbers[] = {
	{ "parts", offsetof(struct partial, parts) },
	{ "first", offsetof(struct partial, first) },
	{ "last", offsetof(struct partial, last) },
	{ "size", offsetof(struct partial, size) },
	{ "start", offsetof(struct partial, start) },
	{ "end", offsetof(struct partial, end) },
	{ "end_line", offsetof(struct partial, reached.line) },
	{ "end_column", offsetof(struct partial, reached.column) },
};

static const struct {
	const char *key;
	size_t offset;
	const char *(*name)(unsigned int i);
} words[] = {
	{ "profile", offsetof(struct partial, config.profile), utf8check_profile_name },
	{ "to_profile", offsetof(struct partial, config.to_profile), utf8check_profile_name },
	{ "from", offsetof(struct partial, config.from), utf8check_encoding_name },
	{ "to", offsetof(struct partial, config.to), utf8check_encoding_name },
	{ "on_error", offsetof(struct partial, config.action), utf8check_action_name },
	{ "form", offsetof(struct partial, config.form), utf8check_form_name },
	{ "bom", offsetof(struct partial, config.bom), utf8check_bom_name },
	{ "encoding", offsetof(struct partial, encoding), utf8check_encoding_name },
};

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
	const u8 *members = (const u8 *)p;
	size_t i;

	fprintf(to, "{\"partial\":\"%s\",\"release\":\"%s\"", p->kind->name,
		UTF8CHECK_RELEASE);
	json_print_member(to, ',', "file", p->name);
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		json_print_number(to, numbers[i].key, true,
				  *(const u64 *)(members + numbers[i].offset));
	for (i = 0; i < ARRAY_SIZE(words); i++)
		json_print_member(to, ',', words[i].key, words[i].name(members[words[i].offset]));
	json_print_number(to, "flags", true, p->config.flags);
	json_print_number(to, "look", true, p->look);
	print_forbid(to, p->config.forbid);
	p->kind->print(p, to);
	fputs("}\n", to);
}

/* --- read */

static bool parse_members(struct partial *p, struct json_object *row)
{
	u64 flags, look, forbid = 0;
	u8 *members = (u8 *)p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		if (!json_read_number(row, numbers[i].key, (u64 *)(members + numbers[i].offset)))
			return false;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (!json_read_any(row, words[i].key) ||
		    !json_read_word(row, words[i].key, words[i].name, &members[words[i].offset]))
			return false;
	if (!json_read_number(row, "flags", &flags) || flags > UINT32_MAX ||
	    !json_read_number(row, "look", &look) || look > LOOKS_BINARY ||
	    !json_read_any(row, "forbid") ||
	    !json_read_bits(row, "forbid", utf8check_reason_name, &forbid))
		return false;
	p->config.size = sizeof(p->config);
	p->config.flags = flags;
	p->config.forbid = forbid;
	p->look = look;
	return true;
}

static bool members_make_sense(const struct partial *p)
{
	const struct utf8check_config *c = &p->config;

	return p->first && p->first <= p->last && p->last <= p->parts &&
	       (p->start < p->end || p->start == p->size) && p->end <= p->size &&
	       (p->first > 1 || !p->start) && (p->last < p->parts || p->end == p->size) &&
	       p->encoding != UTF8CHECK_ENCODING_AUTO &&
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
		   struct json_object *row)
{
	*p = (struct partial){ };
	return get_kind(p, kinds, row) && (p->name = json_read_name(row, "file")) &&
	       partial_open(p) && parse_members(p, row) && members_make_sense(p) &&
	       p->kind->parse(p, row);
}
