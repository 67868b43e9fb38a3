// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the text of a file consists of, counted and printed; and read as it was printed.
 *
 * A big file is counted by several threads: each range (base/thread/file_range.h) as a text
 * of its own, which is joined to the counts of all that is before it.
 */
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "base/thread/file_range.h"
#include "feature/stats/file_stats.h"
#include "print/json.h"

/**
 * struct range_stats - what is made of a range
 *
 * @counts: what was counted.
 * @err: 0, or why the range cannot be read.
 * @read: what is read of it.
 */
struct range_stats {
	struct text_stats counts;
	int err;
	u8 read[RANGE_READ];
};

/* In a worker thread. */
static int count_range(void *range_stats, void *range)
{
	struct file_range *r = range;
	struct range_stats *own = range_stats;
	ssize_t got;

	text_stats_start(&own->counts);
	while ((got = file_range_read(r, own->read, RANGE_READ)) > 0)
		text_stats_push(&own->counts, own->read, got);
	text_stats_cut(&own->counts);
	own->err = got;
	return 0;
}

/* In the caller's. */
static int join_range_stats(void *range_stats, void *range, int status)
{
	struct range_stats *own = range_stats;
	struct file_range *r = range;

	text_stats_join(r->file->context, &own->counts);
	return file_range_joined(r, own->err);
}

static int read_alone(struct text_stats *t, struct input *in)
{
	static u8 piece[RANGE_READ];
	ssize_t got;

	while ((got = input_fill(in, piece, RANGE_READ)) > 0)
		text_stats_push(t, piece, got);
	return got;
}

int file_stats_read(struct text_stats *t, struct input *in, unsigned int threads)
{
	static const struct work_ops ops = {
		.run = count_range,
		.join = join_range_stats,
		.close = free,
	};
	const struct utf8check_config utf8 = { .size = sizeof(utf8) };
	struct file_ranges p;
	int err;

	text_stats_start(t);
	if (threads > 1 && file_ranges_plan(&p, in, NULL, &utf8)) {
		p.context = t;
		p.size = sizeof(struct range_stats);
		err = file_ranges_run(&p, threads, &ops);
	} else {
		err = read_alone(t, in);
	}
	text_stats_end(t);
	return err;
}

/* --- printed */

/* Reasons that say what a code point is. */
static const u8 classes[] = {
	UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_BIDI_CONTROL, UTF8CHECK_REASON_DEFAULT_IGNORABLE,
	UTF8CHECK_REASON_NONCHARACTER, UTF8CHECK_REASON_UNASSIGNED, UTF8CHECK_REASON_PRIVATE_USE,
};

static struct script_stats sum_of_scripts(const struct text_stats *t)
{
	return (struct script_stats){
		.code_points = t->code_points,
		.utf8 = t->bytes - t->error_bytes,
		.utf16 = 2 * (t->code_points + t->by_length[3]),
	};
}

/* The kind of all line ends; "mixed" where there is more than one. */
static const char *line_ends(const struct text_stats *t)
{
	if (!t->lf && !t->crlf && !t->cr)
		return "none";
	if (!t->crlf && !t->cr)
		return "LF";
	if (!t->lf && !t->cr)
		return "CRLF";
	return t->lf || t->crlf ? "mixed" : "CR";
}

static void print_line_counts(const struct text_stats *t)
{
	const struct text_span *l = &t->longest_line;

	printf("  line ends         %s", line_ends(t));
	if (t->lf || t->crlf || t->cr)
		printf(" (LF %" PRIu64 ", CRLF %" PRIu64 ", CR %" PRIu64 ")",
		       t->lf, t->crlf, t->cr);
	puts(t->line.bytes ? "; the last line has none" : "");
	printf("  lines             %" PRIu64, text_stats_lines(t));
	if (l->number)
		printf("; the longest: line %" PRIu64 ", %" PRIu64 " bytes, %" PRIu64 " code points",
		       l->number, l->bytes, l->code_points);
	putchar('\n');
}

static void print_classes(const struct text_stats *t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(classes); i++)
		if (t->by_class[classes[i]])
			printf("  %-18s%" PRIu64 "\n",
			       utf8check_reason_name(classes[i]),
			       t->by_class[classes[i]]);
}

static void print_script_row(const char *name, const struct script_stats *s)
{
	printf("  %-22s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "\n",
	       name, s->code_points, s->utf8, s->utf16, 4 * s->code_points);
}

static void print_script_rows(const struct text_stats *t)
{
	struct script_stats all = sum_of_scripts(t);
	unsigned int i;

	printf("  %-22s %12s %12s %12s %12s\n", "script", "code points",
	       "UTF-8", "UTF-16", "UTF-32");
	for (i = 0; i < SCRIPTS_MAX; i++)
		if (t->scripts[i].code_points)
			print_script_row(script_name(i), &t->scripts[i]);
	print_script_row("all", &all);
}

static void print_stats_table(const char *name, const struct text_stats *t)
{
	const struct text_span *r = &t->longest_run;

	file_print_name(name);
	printf("\n  bytes             %" PRIu64 "\n", t->bytes);
	printf("  code points       %" PRIu64 "; of 1 to 4 bytes: %" PRIu64
	       ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n", t->code_points,
	       t->by_length[0], t->by_length[1], t->by_length[2],
	       t->by_length[3]);
	if (t->errors)
		printf("  ill-formed        %" PRIu64 "; bytes: %" PRIu64 "\n",
		       t->errors, t->error_bytes);
	printf("  byte order mark   %s\n",
	       *t->signature.name ? t->signature.name : "none");
	print_line_counts(t);
	if (r->code_points)
		printf("  longest run       %" PRIu64 " code points of %s, at byte %" PRIu64 "\n",
		       r->code_points, script_name(r->number), r->offset);
	print_classes(t);
	print_script_rows(t);
}

static void json_lines(struct json *j, const struct text_stats *t)
{
	const struct text_span *l = &t->longest_line;

	json_put(j, J_OPEN("lines", "{"), J_NUMBER("count", text_stats_lines(t)),
		 J_WORD("ends", line_ends(t)), J_NUMBER("lf", t->lf), J_NUMBER("crlf", t->crlf),
		 J_NUMBER("cr", t->cr), J_BOOL("last_unterminated", t->line.bytes), J_CLOSE("}"));
	if (!json_open_if(j, "longest_line", l->number))
		return;
	json_put(j, J_NUMBER("line", l->number), J_NUMBER("offset", l->offset),
		 J_NUMBER("bytes", l->bytes), J_NUMBER("code_points", l->code_points), J_CLOSE("}"));
}

static void json_run(struct json *j, const struct text_span *r)
{
	if (!json_open_if(j, "longest_run", r->code_points))
		return;
	json_put(j, J_WORD("script", script_name(r->number)), J_NUMBER("offset", r->offset),
		 J_NUMBER("bytes", r->bytes), J_NUMBER("code_points", r->code_points), J_CLOSE("}"));
}

static void json_classes(struct json *j, const struct text_stats *t)
{
	size_t i;

	json_put(j, J_OPEN("classes", "{"));
	for (i = 0; i < ARRAY_SIZE(classes); i++)
		json_put(j, J_NUMBER(utf8check_reason_name(classes[i]), t->by_class[classes[i]]));
	json_put(j, J_CLOSE("}"));
}

static void json_cost(struct json *j, const struct script_stats *s)
{
	json_put(j, J_NUMBER("code_points", s->code_points), J_NUMBER("utf8", s->utf8),
		 J_NUMBER("utf16", s->utf16), J_NUMBER("utf32", 4 * s->code_points));
}

static void json_scripts(struct json *j, const struct text_stats *t)
{
	unsigned int i;

	json_put(j, J_OPEN("scripts", "["));
	for (i = 0; i < SCRIPTS_MAX; i++) {
		if (!t->scripts[i].code_points)
			continue;
		json_put(j, J_OPEN(NULL, "{"), J_WORD("script", script_name(i)));
		json_cost(j, &t->scripts[i]);
		json_put(j, J_CLOSE("}"));
	}
	json_put(j, J_CLOSE("]"));
}

static void print_stats_json(const char *name, const struct text_stats *t)
{
	struct script_stats all = sum_of_scripts(t);
	struct json j = json_of_file(name);

	json_put(&j, J_NUMBER("bytes", t->bytes));
	json_cost(&j, &all);
	json_put(&j, J_OPEN("by_length", "["), J_NUMBER(NULL, t->by_length[0]),
		 J_NUMBER(NULL, t->by_length[1]), J_NUMBER(NULL, t->by_length[2]),
		 J_NUMBER(NULL, t->by_length[3]), J_CLOSE("]"),
		 J_NUMBER("error_count", t->errors), J_NUMBER("error_bytes", t->error_bytes),
		 J_WORD("bom", *t->signature.name ? t->signature.name : NULL));
	json_lines(&j, t);
	json_run(&j, &t->longest_run);
	json_classes(&j, t);
	json_scripts(&j, t);
	json_put(&j, J_END);
}

int stats_print(bool json, const char *name, const struct text_stats *t)
{
	if (json)
		print_stats_json(name, t);
	else
		print_stats_table(name, t);
	return t->errors ? CLI_INVALID : CLI_WELL;
}

/* --- pieces of a text: what was printed of them is read, and added up */

static bool read_span(struct text_span *s, struct json_object *row)
{
	return json_read_number(row, "offset", &s->offset) &&
	       json_read_number(row, "bytes", &s->bytes) &&
	       json_read_number(row, "code_points", &s->code_points);
}

/*
 * Of lines only the longest was printed.  In a text of one open line that is the last one, too.  Of
 * another last line only whether it is empty matters: it gets 0 bytes or 1.
 */
static bool read_line_counts(struct text_stats *t, struct json_object *row)
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

static bool read_script(void *stats, struct json_object *row)
{
	struct text_stats *t = stats;
	int i = json_read_find(json_read_string(row, "script"), script_name);

	return i >= 0 && json_read_number(row, "code_points", &t->scripts[i].code_points) &&
	       json_read_number(row, "utf8", &t->scripts[i].utf8) &&
	       json_read_number(row, "utf16", &t->scripts[i].utf16);
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
	       json_read_numbers(json_read_any(row, "by_length"), t->by_length, 4) && read_mark(t, row) &&
	       read_line_counts(t, row) && read_run(t, row) &&
	       read_classes(t, json_read_any(row, "classes")) &&
	       json_each(json_read_any(row, "scripts"), read_script, t);
}

bool stats_add_piece(struct text_stats *sum, const struct text_stats *piece)
{
	if (piece->bytes && sum->line.bytes)
		return false;
	/* The longest run is known, not the last one. */
	text_stats_end_run(sum);
	text_stats_join(sum, piece);
	return true;
}
