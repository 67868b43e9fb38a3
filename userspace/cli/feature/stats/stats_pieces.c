// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The counts of pieces of a text, as `stats --json` printed them, added up.
 */
#include <json-c/json.h>
#include <string.h>
#include "base/say/json_read.h"
#include "feature/stats/stats_pieces.h"

static bool read_span(struct text_span *s, struct json_object *row)
{
	return json_read_number(row, "offset", &s->offset) &&
	       json_read_number(row, "bytes", &s->bytes) &&
	       json_read_number(row, "code_points", &s->code_points);
}

/* Only the longest line is known; the others are written as empty ones. */
static bool read_lines(struct text_stats *t, struct json_object *row)
{
	struct json_object *lines = json_read_any(row, "lines"), *longest = json_read_any(row, "longest_line");
	bool open = json_object_get_boolean(json_read_any(lines, "last_unterminated"));

	if (!json_read_number(lines, "lf", &t->lf) || !json_read_number(lines, "crlf", &t->crlf) ||
	    !json_read_number(lines, "cr", &t->cr))
		return false;
	if (longest && (!read_span(&t->longest_line, longest) ||
			!json_read_number(longest, "line", &t->longest_line.number)))
		return false;
	t->line.number += t->lf + t->crlf + t->cr;
	if (open && t->line.number == 1)
		t->line = t->longest_line;
	else
		t->line.bytes = open;
	return true;
}

static bool read_run(struct text_stats *t, struct json_object *row)
{
	struct json_object *longest = json_read_any(row, "longest_run");
	int script = json_read_find(json_read_string(longest, "script"), script_name);

	if (!longest)
		return true;
	t->run.number = script;
	return script >= 0 && read_span(&t->run, longest);
}

static bool read_lengths(struct text_stats *t, struct json_object *list)
{
	size_t i;

	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) != ARRAY_SIZE(t->by_length))
		return false;
	for (i = 0; i < ARRAY_SIZE(t->by_length); i++)
		if (!json_number(json_object_array_get_idx(list, i), &t->by_length[i]))
			return false;
	return true;
}

static bool read_classes(struct text_stats *t, struct json_object *object)
{
	int i;

	if (!json_object_is_type(object, json_type_object))
		return false;
	json_object_object_foreach(object, name, value) {
		i = json_read_find(name, utf8check_reason_name);
		if (i < 0 || !json_number(value, &t->by_class[i]))
			return false;
	}
	return true;
}

static bool read_script(struct text_stats *t, struct json_object *row)
{
	int i = json_read_find(json_read_string(row, "script"), script_name);

	return i >= 0 && json_read_number(row, "code_points", &t->scripts[i].code_points) &&
	       json_read_number(row, "utf8", &t->scripts[i].utf8) &&
	       json_read_number(row, "utf16", &t->scripts[i].utf16);
}

static bool read_scripts(struct text_stats *t, struct json_object *list)
{
	size_t i;

	if (!json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++)
		if (!read_script(t, json_object_array_get_idx(list, i)))
			return false;
	return true;
}

static bool read_mark(struct text_stats *t, struct json_object *row)
{
	const char *name = json_read_string(row, "bom");

	if (!json_read_any(row, "bom"))
		return true;
	if (json_read_find(name, utf8check_signature_name) < 0)
		return false;
	memcpy(t->signature.name, name, strlen(name) + 1);
	return true;
}

bool stats_read_piece(struct text_stats *t, struct json_object *row)
{
	text_stats_start(t);
	return json_read_number(row, "bytes", &t->bytes) &&
	       json_read_number(row, "code_points", &t->code_points) &&
	       json_read_number(row, "error_count", &t->errors) &&
	       json_read_number(row, "error_bytes", &t->error_bytes) &&
	       read_lengths(t, json_read_any(row, "by_length")) && read_mark(t, row) &&
	       read_lines(t, row) && read_run(t, row) &&
	       read_classes(t, json_read_any(row, "classes")) &&
	       read_scripts(t, json_read_any(row, "scripts"));
}

bool stats_add_piece(struct text_stats *sum, const struct text_stats *piece)
{
	if (piece->bytes && sum->line.bytes)
		return false;
	if (!sum->bytes)
		sum->signature = piece->signature;
	/* The longest run is known, not the last one. */
	text_stats_end_run(sum);
	text_stats_join(sum, piece);
	return true;
}
