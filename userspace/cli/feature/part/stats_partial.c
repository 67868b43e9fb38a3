// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What some parts of a file consist of.
 *
 * A run or a line may reach from one part into the next: base/text/text_stats.c joins
 * them.
 */
#include <inttypes.h>
#include <json-c/json.h>
#include <string.h>
#include "base/say/json_read.h"
#include "feature/part/partial.h"

static void stats_part_start(void *findings)
{
	text_stats_start(findings);
}

static int stats_part_judge(struct partial *p, struct input *in, u8 *work)
{
	struct text_stats *t = p->findings;
	int err;
	size_t n = input_read_at(in, work, UTF8CHECK_SNIFF_MAX, 0, &err);
	ssize_t got = err;

	text_stats_find_signature(t, work, n);
	while (!err && (got = input_read(in, work, FIND_CHUNK)) > 0)
		text_stats_push(t, work, got);
	text_stats_cut(t);
	return got;
}

static int stats_part_append(struct partial *p, struct partial *next)
{
	text_stats_join(p->findings, next->findings);
	return 0;
}

/* --- as JSON: each list of numbers has a name */

/**
 * struct numbers - a list of numbers
 *
 * @name: of the list.
 * @offset: of the numbers in struct text_stats.
 * @count: how many.
 */
static const struct numbers {
	const char *name;
	size_t offset;
	size_t count;
} lists[] = {
	{ "bytes", offsetof(struct text_stats, bytes), 1 },
	{ "by_length", offsetof(struct text_stats, by_length), 4 },
	{ "ill_formed", offsetof(struct text_stats, errors), 1 },
	{ "ill_formed_bytes", offsetof(struct text_stats, error_bytes), 1 },
	{ "lf", offsetof(struct text_stats, lf), 1 },
	{ "crlf", offsetof(struct text_stats, crlf), 1 },
	{ "cr", offsetof(struct text_stats, cr), 1 },
	{ "classes", offsetof(struct text_stats, by_class), UTF8CHECK_REASONS },
	{ "line", offsetof(struct text_stats, line), 4 },
	{ "first_line", offsetof(struct text_stats, first_line), 4 },
	{ "longest_line", offsetof(struct text_stats, longest_line), 4 },
	{ "run", offsetof(struct text_stats, run), 4 },
	{ "first_run", offsetof(struct text_stats, first_run), 4 },
	{ "longest_run", offsetof(struct text_stats, longest_run), 4 },
};

static_assert(sizeof(struct text_span) == 4 * sizeof(u64), "a list of four numbers");

static u64 *list_of(const struct text_stats *t, const struct numbers *list)
{
	return (u64 *)((u8 *)t + list->offset);
}

static void print_list(FILE *to, const u64 *list, size_t count)
{
	size_t i;

	putc('[', to);
	for (i = 0; i < count; i++)
		fprintf(to, "%s%" PRIu64, i ? "," : "", list[i]);
	putc(']', to);
}

static void stats_part_print_scripts(const struct text_stats *t, FILE *to)
{
	const char *comma = "";
	unsigned int i;

	fputs(",\"scripts\":{", to);
	for (i = 0; i < SCRIPTS_MAX; i++) {
		if (!t->scripts[i].code_points)
			continue;
		fprintf(to, "%s\"%s\":", comma, script_name(i));
		print_list(to, (const u64 *)&t->scripts[i], 3);
		comma = ",";
	}
	putc('}', to);
}

static void stats_part_print(const struct partial *p, FILE *to)
{
	const struct text_stats *t = p->findings;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		fprintf(to, ",\"%s\":", lists[i].name);
		print_list(to, list_of(t, &lists[i]), lists[i].count);
	}
	stats_part_print_scripts(t, to);
	if (*t->signature.name)
		fprintf(to, ",\"signature\":\"%s\"", t->signature.name);
}

static bool parse_list(struct json_object *list, u64 *to, size_t count)
{
	size_t i;

	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) != count)
		return false;
	for (i = 0; i < count; i++)
		if (!json_number(json_object_array_get_idx(list, i), &to[i]))
			return false;
	return true;
}

static bool parse_scripts(struct text_stats *t, struct json_object *object)
{
	int i;

	if (!json_object_is_type(object, json_type_object))
		return false;
	json_object_object_foreach(object, name, value) {
		i = json_read_find(name, script_name);
		if (i < 0 || !parse_list(value, (u64 *)&t->scripts[i], 3))
			return false;
	}
	return true;
}

static bool parse_signature(struct text_stats *t, struct json_object *row)
{
	const char *name = json_read_string(row, "signature");

	if (!json_read_any(row, "signature"))
		return true;
	if (json_read_find(name, utf8check_signature_name) < 0)
		return false;
	memcpy(t->signature.name, name, strlen(name) + 1);
	return true;
}

static bool stats_part_parse(struct partial *p, struct json_object *row)
{
	struct text_stats *t = p->findings;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		if (!parse_list(json_read_any(row, lists[i].name), list_of(t, &lists[i]), lists[i].count))
			return false;
	for (i = 0; i < ARRAY_SIZE(t->by_length); i++)
		t->code_points += t->by_length[i];
	return t->run.number < SCRIPTS_MAX && t->first_run.number < SCRIPTS_MAX &&
	       t->longest_run.number < SCRIPTS_MAX &&
	       parse_scripts(t, json_read_any(row, "scripts")) && parse_signature(t, row);
}

static int stats_part_finish(struct partial *p, struct merge *m)
{
	struct text_stats *t = p->findings;

	text_stats_end(t);
	return m->print_stats(p->name, t);
}

const struct partial_kind stats_partial = {
	.name = "stats",
	.allows = text_stats_may_cut,
	.size = sizeof(struct text_stats),
	.start = stats_part_start,
	.judge = stats_part_judge,
	.append = stats_part_append,
	.print = stats_part_print,
	.parse = stats_part_parse,
	.finish = stats_part_finish,
};
