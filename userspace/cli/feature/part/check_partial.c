// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The errors of some parts of a file.
 *
 * Offsets count from the start of the file, lines and columns from the start of the
 * middle, until all that is before is known.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/json_read.h"
#include "base/text/error_stream.h"
#include "base/say/list_room.h"
#include "feature/part/partial_json.h"
#include "base/say/message.h"

/**
 * struct check_middle - the errors of a text
 *
 * @list: the errors; owned.
 * @count: how many.
 * @code_points: well-formed ones.
 * @reached: where it ends; only line and column count.
 */
struct check_middle {
	struct utf8check_error *list;
	size_t count;
	u64 code_points;
	struct place reached;
};

static void check_part_start(void *middle)
{
	((struct check_middle *)middle)->reached = (struct place){ .line = 1, .column = 1 };
}

static void check_part_release(void *middle)
{
	free(((struct check_middle *)middle)->list);
}

static bool check_part_keep(void *middle, const struct utf8check_error *e)
{
	struct check_middle *m = middle;
	void *list = list_room(m->list, m->count, sizeof(*e));

	if (!list)
		return false;
	m->list = list;
	m->list[m->count++] = *e;
	return true;
}

static int check_part_push(struct error_stream *s, struct part_source *text)
{
	const u8 *p;
	ssize_t got;
	size_t n;
	int err = 0;

	do {
		got = part_source_next(text, &p);
		if (got <= 0)
			break;
		n = got;
		err = error_stream_push(s, p, &n);
	} while (!err);
	if (got < 0)
		return got;
	if (!err)
		err = error_stream_finish(s);
	return err == ERROR_STOP ? -ENOMEM : err;
}

static int check_part_judge(struct partial *p, struct part_source *text)
{
	struct check_middle *m = p->middle;
	struct utf8check_config config = partial_config(p, text->offset);
	struct error_search search = {
		.engine = p->engine,
		.places = true,
		.most = UINT64_MAX,
		.found = check_part_keep,
		.context = m,
	};
	struct error_stream s;
	int err, end_err;

	err = error_stream_open(&s, &search, &config, text->offset);
	s.base.line = m->reached.line;
	s.base.column = m->reached.column;
	if (!err)
		err = check_part_push(&s, text);
	end_err = error_stream_close(&s, &m->reached);
	m->code_points += search.code_points;
	return err ? err : end_err;
}

static int check_part_append(struct partial *p, struct partial *next)
{
	struct check_middle *m = p->middle, *more = next->middle;
	const struct place lines = { 0, m->reached.line, m->reached.column };
	size_t i;

	for (i = 0; i < more->count; i++) {
		place_error(&more->list[i], &lines);
		if (!check_part_keep(m, &more->list[i]))
			return -ENOMEM;
	}
	m->code_points += more->code_points;
	m->reached = place_after(&lines, &more->reached);
	return 0;
}

static void check_part_print(const struct partial *p, FILE *to)
{
	const struct check_middle *m = p->middle;
	size_t i;

	fprintf(to, ",\"code_points\":%" PRIu64 ",\"line\":%" PRIu64 ",\"column\":%" PRIu64
		",\"errors\":[", m->code_points, m->reached.line, m->reached.column);
	for (i = 0; i < m->count; i++) {
		if (i)
			putc(',', to);
		partial_print_error(&m->list[i], to);
	}
	putc(']', to);
}

static bool check_part_parse(struct partial *p, struct json_object *row)
{
	struct check_middle *m = p->middle;
	struct json_object *list = json_read_any(row, "errors");
	struct utf8check_error e;
	size_t i;

	if (!json_read_number(row, "code_points", &m->code_points) ||
	    !json_read_number(row, "line", &m->reached.line) ||
	    !json_read_number(row, "column", &m->reached.column) ||
	    !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++)
		if (!partial_parse_error(&e, json_object_array_get_idx(list, i)) ||
		    !check_part_keep(m, &e))
			return false;
	return true;
}

static int check_part_finish(struct partial *p, struct merge *merge)
{
	const struct check_middle *m = p->middle;
	const struct error_search found = {
		.config = p->config,
		.bytes = p->size,
		.code_points = m->code_points,
		.errors = m->count,
	};
	const struct found_errors errors = {
		.name = p->name,
		.look = p->look,
		.search = &found,
		.list = m->list,
		.count = m->count,
	};

	return merge->print_errors(merge->check, &errors);
}

const struct partial_kind check_partial = {
	.name = "check",
	.size = sizeof(struct check_middle),
	.start = check_part_start,
	.release = check_part_release,
	.judge = check_part_judge,
	.append = check_part_append,
	.print = check_part_print,
	.parse = check_part_parse,
	.finish = check_part_finish,
};
