// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The errors of some parts of a file.
 *
 * Offsets count from the start of the file, lines and columns from the start of the
 * first part, until all that is before is known.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include "base/option/engine.h"
#include "base/say/escape.h"
#include "base/say/json_read.h"
#include "base/say/list_room.h"
#include "base/text/error_stream.h"
#include "feature/part/partial.h"

/**
 * struct check_findings - the errors of a text
 *
 * @list: the errors; owned.
 * @count: how many.
 * @code_points: well-formed ones.
 */
struct check_findings {
	struct utf8check_error *list;
	size_t count;
	u64 code_points;
};

static void check_part_release(void *findings)
{
	free(((struct check_findings *)findings)->list);
}

static bool check_part_keep(void *findings, const struct utf8check_error *e)
{
	struct check_findings *f = findings;
	void *list = list_room(f->list, f->count, sizeof(*e));

	if (!list)
		return false;
	f->list = list;
	f->list[f->count++] = *e;
	return true;
}

static int check_part_judge(struct partial *p, struct input *in, u8 *work)
{
	struct check_findings *f = p->findings;
	const struct utf8check_config config = partial_config(p);
	struct error_search search = {
		.engine = cli_engine,
		.places = true,
		.most = UINT64_MAX,
		.found = check_part_keep,
		.context = f,
	};
	struct error_stream s;
	int err = error_stream_open(&s, &search, &config, p->start), end_err;

	if (!err)
		err = error_stream_rest(&s, in, work);
	end_err = error_stream_close(&s, &p->reached);
	f->code_points = search.code_points;
	return err == ERROR_STOP ? -ENOMEM : err ? err : end_err;
}

static int check_part_append(struct partial *p, struct partial *next)
{
	struct check_findings *f = p->findings, *more = next->findings;
	const struct place lines = { 0, p->reached.line, p->reached.column };
	size_t i;

	for (i = 0; i < more->count; i++) {
		place_error(&more->list[i], &lines);
		if (!check_part_keep(f, &more->list[i]))
			return -ENOMEM;
	}
	f->code_points += more->code_points;
	return 0;
}

static void check_part_print(const struct partial *p, FILE *to)
{
	const struct check_findings *f = p->findings;
	size_t i;

	json_print_number(to, "code_points", true, f->code_points);
	fputs(",\"errors\":[", to);
	for (i = 0; i < f->count; i++) {
		if (i)
			putc(',', to);
		partial_print_error(&f->list[i], to);
	}
	putc(']', to);
}

static bool check_part_parse(struct partial *p, struct json_object *row)
{
	struct check_findings *f = p->findings;
	struct json_object *list = json_read_any(row, "errors");
	struct utf8check_error e;
	size_t i;

	if (!json_read_number(row, "code_points", &f->code_points) ||
	    !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++)
		if (!partial_parse_error(&e, json_object_array_get_idx(list, i)) ||
		    !check_part_keep(f, &e))
			return false;
	return true;
}

static int check_part_finish(struct partial *p, struct merge *merge)
{
	const struct check_findings *f = p->findings;
	const struct error_search found = {
		.config = p->config,
		.bytes = p->size,
		.code_points = f->code_points,
		.errors = f->count,
	};
	const struct found_errors errors = {
		.name = p->name,
		.look = p->look,
		.search = &found,
		.list = f->list,
		.count = f->count,
	};

	return merge->print_errors(&errors);
}

const struct partial_kind check_partial = {
	.name = "check",
	.size = sizeof(struct check_findings),
	.release = check_part_release,
	.judge = check_part_judge,
	.append = check_part_append,
	.print = check_part_print,
	.parse = check_part_parse,
	.finish = check_part_finish,
};
