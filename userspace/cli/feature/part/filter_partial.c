// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The output of some parts of a file that is filtered.
 *
 * The output of a middle is in the piece, a file; that of edges that have met is in
 * memory.  What comes after a rejection is forgotten.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/json_read.h"
#include "base/text/place.h"
#include "base/file/temporary.h"
#include "feature/part/filter_items.h"
#include "feature/part/partial_json.h"
#include "base/say/error.h"
#include "base/say/message.h"

/* Room for the output of a push; more is given by the next one. */
#define PIECE_WRITE 65536

/**
 * struct filter_middle - the output of a text
 *
 * @items: the output.
 * @out: the piece while it is written.
 * @writes: the piece is being written.
 * @sum: errors, by reason too, and the first; after a rejection where that was.
 * @reached: where it ends; only line and column count.
 */
struct filter_middle {
	struct filter_items items;
	struct output out;
	bool writes;
	struct utf8check_report sum;
	struct place reached;
};


static void filter_part_start(void *middle)
{
	((struct filter_middle *)middle)->reached = (struct place){ .line = 1, .column = 1 };
}

static void filter_part_release(void *middle)
{
	filter_items_free(&((struct filter_middle *)middle)->items);
}

static bool is_rejected(const struct filter_middle *m)
{
	return m->sum.state & UTF8CHECK_STATE_REJECTED;
}

/* --- the output */

/* Returns 1 after a message. */
static int write_to_piece(struct filter_middle *m, const u8 *p, size_t n)
{
	struct filter_item *last = &m->items.list[m->items.count - 1];

	if (!m->writes)
		return bytes_extend(&last->made, p, n) ? 0 : -ENOMEM;
	last->length += n;
	return output_write(&m->out, p, n) ? 1 : 0;
}

/* Push @n bytes; 0 bytes finish the stream.  Returns -EILSEQ after a rejection. */
static int push_to_piece(struct filter_middle *m, struct utf8check_stream *s, const u8 *p, size_t n)
{
	bool last = !n;
	u8 made[PIECE_WRITE];
	size_t used, room;
	int err, put_err;

	do {
		used = n;
		room = sizeof(made);
		if (last)
			err = utf8check_stream_finish(s, made, &room);
		else
			err = utf8check_stream_push(s, p, &used, made, &room);
		put_err = write_to_piece(m, made, room);
		if (put_err)
			return put_err;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	return err;
}

static int push_source_to_piece(struct filter_middle *m, struct utf8check_stream *s,
				struct part_source *text)
{
	const u8 *p = NULL;
	ssize_t got;
	int err;

	do {
		got = part_source_next(text, &p);
		if (got < 0)
			return got;
		err = push_to_piece(m, s, p, got);
	} while (got && !err);
	return err == -EILSEQ ? 0 : err;
}

static int end_stream(struct filter_middle *m, struct utf8check_stream *s, u64 offset)
{
	const struct place base = { offset, m->reached.line, m->reached.column };
	struct utf8check_report r;
	int err = utf8check_stream_report(s, &r);

	if (err)
		return err;
	place_add_report(&m->sum, &r, &base);
	m->reached = place_reached(&r, &base);
	return 0;
}

static int filter_part_judge(struct partial *p, struct part_source *text)
{
	struct filter_middle *m = p->middle;
	struct utf8check_config config = partial_config(p, text->offset);
	struct utf8check_stream *s;
	u64 offset = text->offset;
	int err;

	if (is_rejected(m))
		return 0;
	if (!m->writes && !filter_items_add(&m->items))
		return -ENOMEM;
	config.flags |= UTF8CHECK_FLAG_POSITION;
	err = utf8check_stream_open(p->engine, &config, 0, &s);
	if (err)
		return err;
	err = push_source_to_piece(m, s, text);
	if (!err)
		err = end_stream(m, s, offset);
	utf8check_stream_close(s);
	return err;
}

static int filter_part_append(struct partial *p, struct partial *next)
{
	struct filter_middle *m = p->middle, *more = next->middle;
	const struct place lines = { 0, m->reached.line, m->reached.column };

	if (is_rejected(m))
		return 0;
	if (!filter_items_move(&m->items, &more->items))
		return -ENOMEM;
	place_add_report(&m->sum, &more->sum, &lines);
	m->reached = place_after(&lines, &more->reached);
	return 0;
}

/* --- the piece */

static int filter_part_begin(struct partial *p, const struct input *in)
{
	struct filter_middle *m = p->middle;
	struct filter_item *item = filter_items_add(&m->items);
	const char *target = p->output->target;

	/* A file named "-"; "-" alone would be standard input when it is read. */
	if (item)
		item->piece = strdup(strcmp(target, "-") ? target : "./-");
	if (!item || !item->piece) {
		cli_complain_errno(-ENOMEM, "%s", in->name);
		return CLI_TROUBLE;
	}
	m->writes = true;
	return output_open(&m->out, p->output, in) ? CLI_TROUBLE : CLI_WELL;
}

static int filter_part_end(struct partial *p, int status)
{
	struct filter_middle *m = p->middle;

	m->writes = false;
	if (!status)
		return output_commit(&m->out) ? CLI_TROUBLE : CLI_WELL;
	output_abandon(&m->out);
	return status;
}

/* --- as JSON */

static void print_first(const struct utf8check_error *e, FILE *to)
{
	fputs(",\"first_error\":", to);
	partial_print_error(e, to);
}

static void print_reasons(const struct utf8check_report *r, FILE *to)
{
	const char *comma = "";
	unsigned int i;

	fputs(",\"by_reason\":{", to);
	for (i = 0; utf8check_reason_name(i); i++)
		if (r->by_reason[i]) {
			fprintf(to, "%s\"%s\":%" PRIu64, comma, utf8check_reason_name(i),
				(u64)r->by_reason[i]);
			comma = ",";
		}
	putc('}', to);
}

static void filter_part_print(const struct partial *p, FILE *to)
{
	const struct filter_middle *m = p->middle;

	fprintf(to, ",\"line\":%" PRIu64 ",\"column\":%" PRIu64, m->reached.line,
		m->reached.column);
	filter_items_print(&m->items, to);
	fprintf(to, ",\"error_count\":%" PRIu64, (u64)m->sum.errors);
	if (m->sum.errors)
		print_first(&m->sum.first, to);
	print_reasons(&m->sum, to);
	if (is_rejected(m))
		fprintf(to, ",\"rejected_at\":%" PRIu64, (u64)m->sum.bytes_in);
}

static bool parse_reasons(struct utf8check_report *r, struct json_object *object)
{
	u64 count;
	int i;

	if (!json_object_is_type(object, json_type_object))
		return false;
	json_object_object_foreach(object, name, value) {
		i = json_read_find(name, utf8check_reason_name);
		if (i < 0 || !json_number(value, &count))
			return false;
		r->by_reason[i] = count;
	}
	return true;
}

static bool filter_part_parse(struct partial *p, struct json_object *row)
{
	struct filter_middle *m = p->middle;
	u64 errors, at = 0;

	if (!json_read_number(row, "line", &m->reached.line) ||
	    !json_read_number(row, "column", &m->reached.column) ||
	    !json_read_number(row, "error_count", &errors) ||
	    !filter_items_parse(&m->items, row) ||
	    !parse_reasons(&m->sum, json_read_any(row, "by_reason")))
		return false;
	m->sum.errors = errors;
	if (errors && !partial_parse_error(&m->sum.first, json_read_any(row, "first_error")))
		return false;
	if (!json_read_any(row, "rejected_at"))
		return true;
	m->sum.state = UTF8CHECK_STATE_REJECTED;
	if (!json_read_number(row, "rejected_at", &at))
		return false;
	m->sum.bytes_in = at;
	return errors;
}

/* --- the whole */

/* A file gets only a text that is whole. */
static int write_all(const struct filter_middle *m, const struct merge *merge)
{
	/* The output is no input: filter_items_are_there() has looked at the pieces. */
	const struct input none = { .name = "" };
	struct output out;
	int err = output_open(&out, &merge->request, &none);

	if (err)
		return err;
	err = filter_items_write(&m->items, &out);
	if (!err && !(out.target && is_rejected(m)))
		return output_commit(&out) || folder_sync_now();
	output_abandon(&out);
	return err;
}

static int filter_part_finish(struct partial *p, struct merge *merge)
{
	struct filter_middle *m = p->middle;

	if (!filter_items_are_there(&m->items, merge->request.target) || write_all(m, merge))
		return CLI_TROUBLE;
	if (is_rejected(m))
		error_print_rejection(cli_begin_message(), p->name, &m->sum);
	if (merge->summary)
		error_print_summary(cli_begin_message(), p->name, &m->sum);
	cli_end_message();
	return m->sum.errors && (is_rejected(m) || p->config.action == UTF8CHECK_ACTION_PASS) ?
	       CLI_INVALID : CLI_WELL;
}

const struct partial_kind filter_partial = {
	.name = "filter",
	.size = sizeof(struct filter_middle),
	.start = filter_part_start,
	.release = filter_part_release,
	.begin = filter_part_begin,
	.end = filter_part_end,
	.judge = filter_part_judge,
	.append = filter_part_append,
	.print = filter_part_print,
	.parse = filter_part_parse,
	.finish = filter_part_finish,
};
