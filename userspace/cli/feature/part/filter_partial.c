// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The output of some parts of a file that is filtered.
 *
 * The output of each part is in a file of its own, its piece.  What comes after a rejection
 * is forgotten.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/option/engine.h"
#include "base/say/error.h"
#include "base/say/escape.h"
#include "base/say/json_read.h"
#include "base/say/list_room.h"
#include "base/say/message.h"
#include "base/file/temporary.h"
#include "feature/part/partial.h"

/* Room for the output of a push; more is given by the next one. */
#define PIECE_WRITE 65536

/**
 * struct piece - the file with the output of a part
 *
 * @name: its name; owned.
 * @length: bytes of it.
 * @stat: what stat(2) says of it, after are_pieces_there().
 */
struct piece {
	char *name;
	u64 length;
	struct stat stat;
};

/**
 * struct filter_findings - the output of a text
 *
 * @pieces: the pieces in order; owned.
 * @count: how many.
 * @sum: errors, by reason too, and the first; after a rejection where that was.
 */
struct filter_findings {
	struct piece *pieces;
	size_t count;
	struct utf8check_report sum;
};

static void filter_part_release(void *findings)
{
	struct filter_findings *f = findings;

	while (f->count)
		free(f->pieces[--f->count].name);
	free(f->pieces);
}

static bool is_rejected(const struct filter_findings *f)
{
	return f->sum.state & UTF8CHECK_STATE_REJECTED;
}

/* Takes over the name.  Return: the piece; NULL without memory, or without a name. */
static struct piece *add_piece(struct filter_findings *f, char *name, u64 length)
{
	void *list = name ? list_room(f->pieces, f->count, sizeof(*f->pieces)) : NULL;

	if (!list) {
		free(name);
		return NULL;
	}
	f->pieces = list;
	f->pieces[f->count] = (struct piece){ .name = name, .length = length };
	return &f->pieces[f->count++];
}

/* --- a part */

/* Push @n bytes; 0 bytes finish the stream.  Returns 1 after a message, -EILSEQ after a rejection. */
static int push_to_piece(struct utf8check_stream *s, const u8 *p, size_t n, struct output *out,
			 u64 *length)
{
	bool last = !n;
	u8 made[PIECE_WRITE];
	size_t used, room;
	int err;

	do {
		used = n;
		room = sizeof(made);
		if (last)
			err = utf8check_stream_finish(s, made, &room);
		else
			err = utf8check_stream_push(s, p, &used, made, &room);
		if (output_write(out, made, room))
			return 1;
		*length += room;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	return err;
}

/* Push all of the part, and take over what the stream has counted. */
static int run_part(struct partial *p, struct utf8check_stream *s, struct input *in, u8 *work,
		    struct output *out)
{
	struct filter_findings *f = p->findings;
	const struct place base = { p->start, 1, 1 };
	struct utf8check_report r;
	ssize_t got;
	int err;

	do {
		got = input_read(in, work, FIND_CHUNK);
		if (got < 0)
			return got;
		err = push_to_piece(s, work, got, out, &f->pieces->length);
	} while (got && !err);
	if (!err || err == -EILSEQ)
		err = utf8check_stream_report(s, &r);
	if (err)
		return err;
	place_add_report(&f->sum, &r, &base);
	p->reached = place_reached(&r, &base);
	return 0;
}

static int filter_part_judge(struct partial *p, struct input *in, u8 *work)
{
	struct utf8check_config config = partial_config(p);
	const char *target = p->output->target;
	struct utf8check_stream *s;
	struct output out;
	int err;

	/* A file named "-"; "-" alone would be standard input when it is read. */
	if (!add_piece(p->findings, strdup(strcmp(target, "-") ? target : "./-"), 0))
		return -ENOMEM;
	if (output_open(&out, p->output, in))
		return 1;
	config.flags |= UTF8CHECK_FLAG_POSITION;
	err = utf8check_stream_open(cli_engine, &config, 0, &s);
	if (!err) {
		err = run_part(p, s, in, work, &out);
		utf8check_stream_close(s);
	}
	if (!err)
		return output_commit(&out) ? 1 : 0;
	output_abandon(&out);
	return err;
}

static int filter_part_append(struct partial *p, struct partial *next)
{
	struct filter_findings *f = p->findings, *more = next->findings;
	const struct place lines = { 0, p->reached.line, p->reached.column };
	size_t i;

	if (is_rejected(f))
		return 0;
	for (i = 0; i < more->count; i++) {
		if (!add_piece(f, more->pieces[i].name, more->pieces[i].length))
			return -ENOMEM;
		more->pieces[i].name = NULL;
	}
	place_add_report(&f->sum, &more->sum, &lines);
	return 0;
}

/* --- as JSON */

static void print_pieces(const struct filter_findings *f, FILE *to)
{
	size_t i;

	fputs(",\"output\":[", to);
	for (i = 0; i < f->count; i++) {
		fputs(i ? "," : "", to);
		json_print_member(to, '{', "piece", f->pieces[i].name);
		fprintf(to, ",\"bytes\":%" PRIu64 "}", f->pieces[i].length);
	}
	putc(']', to);
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
	const struct filter_findings *f = p->findings;

	print_pieces(f, to);
	json_print_number(to, "error_count", true, f->sum.errors);
	if (f->sum.errors) {
		fputs(",\"first_error\":", to);
		partial_print_error(&f->sum.first, to);
	}
	print_reasons(&f->sum, to);
	if (is_rejected(f))
		json_print_number(to, "rejected_at", true, f->sum.bytes_in);
}

static bool parse_pieces(struct filter_findings *f, struct json_object *list)
{
	struct json_object *row;
	u64 length;
	size_t i;

	if (!json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++) {
		row = json_object_array_get_idx(list, i);
		if (!json_object_is_type(row, json_type_object) ||
		    !json_read_number(row, "bytes", &length) ||
		    !add_piece(f, json_read_name(row, "piece"), length))
			return false;
	}
	return true;
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
	struct filter_findings *f = p->findings;
	u64 errors, at = 0;

	if (!json_read_number(row, "error_count", &errors) ||
	    !parse_pieces(f, json_read_any(row, "output")) ||
	    !parse_reasons(&f->sum, json_read_any(row, "by_reason")))
		return false;
	f->sum.errors = errors;
	if (errors && !partial_parse_error(&f->sum.first, json_read_any(row, "first_error")))
		return false;
	if (!json_read_any(row, "rejected_at"))
		return true;
	f->sum.state = UTF8CHECK_STATE_REJECTED;
	if (!json_read_number(row, "rejected_at", &at))
		return false;
	f->sum.bytes_in = at;
	return errors;
}

/* --- the whole */

static int is_another(const char *name)
{
	cli_complain("%s: is not what the part has written", name);
	return -ESTALE;
}

static int copy_into_output(struct input *in, u64 length, struct output *out)
{
	u8 bytes[PIECE_WRITE];
	ssize_t got;
	int err = 0;

	do {
		got = input_read(in, bytes, sizeof(bytes));
		if (got < 0)
			return cli_failed(got, in->name);
		if ((u64)got > length)
			return is_another(in->name);
		length -= got;
		err = output_write(out, bytes, got);
	} while (got && !err);
	return !err && length ? is_another(in->name) : err;
}

static int write_piece(const struct piece *piece, struct output *out)
{
	struct input in;
	int err = input_open(&in, piece->name);

	if (err)
		return cli_failed(err, piece->name);
	err = copy_into_output(&in, piece->length, out);
	input_close(&in);
	return err;
}

static int by_file(const void *a, const void *b)
{
	const struct stat *x = &((const struct piece *)a)->stat, *y = &((const struct piece *)b)->stat;

	if (x->st_dev != y->st_dev)
		return x->st_dev < y->st_dev ? -1 : 1;
	return x->st_ino < y->st_ino ? -1 : x->st_ino > y->st_ino;
}

/* Is a piece there, as long as it was, and not the file that is written? */
static bool is_piece_there(struct piece *piece, const struct stat *target)
{
	if (stat(piece->name, &piece->stat))
		cli_failed(-errno, piece->name);
	else if (!S_ISREG(piece->stat.st_mode) || (u64)piece->stat.st_size != piece->length)
		is_another(piece->name);
	else if (target && target->st_dev == piece->stat.st_dev &&
		 target->st_ino == piece->stat.st_ino)
		cli_complain("%s: is both a piece and the output", piece->name);
	else
		return true;
	return false;
}

/* Lengths do not tell: two parts may have written one file with as many bytes each. */
static bool have_own_files(const struct filter_findings *f)
{
	struct piece *list = reallocarray(NULL, f->count + 1, sizeof(*list));
	size_t i = 1;

	if (!list) {
		cli_failed(-ENOMEM, "the pieces");
		return false;
	}
	if (f->count)
		memcpy(list, f->pieces, f->count * sizeof(*list));
	qsort(list, f->count, sizeof(*list), by_file);
	while (i < f->count && by_file(&list[i - 1], &list[i]))
		i++;
	if (i < f->count)
		cli_complain("%s: two parts have written it; each needs an --output of its own",
			     list[i].name);
	free(list);
	return i >= f->count;
}

static bool are_pieces_there(struct filter_findings *f, const char *target)
{
	struct stat st;
	bool exists = !(target ? stat(target, &st) : fstat(STDOUT_FILENO, &st));
	size_t i;

	for (i = 0; i < f->count; i++)
		if (!is_piece_there(&f->pieces[i], exists ? &st : NULL))
			return false;
	return have_own_files(f);
}

/* A file gets only a text that is whole. */
static int write_all(const struct filter_findings *f, const struct merge *merge)
{
	/* The output is no input: are_pieces_there() has looked at the pieces. */
	const struct input none = { .name = "" };
	struct output out;
	size_t i;
	int err = output_open(&out, &merge->request, &none);

	if (err)
		return err;
	for (i = 0; !err && i < f->count; i++)
		err = write_piece(&f->pieces[i], &out);
	if (!err && !(out.target && is_rejected(f)))
		return output_commit(&out) || folder_sync_now();
	output_abandon(&out);
	return err;
}

static int filter_part_finish(struct partial *p, struct merge *merge)
{
	struct filter_findings *f = p->findings;

	if (!are_pieces_there(f, merge->request.target) || write_all(f, merge))
		return CLI_TROUBLE;
	if (is_rejected(f))
		error_print_rejection(cli_begin_message(), p->name, &f->sum);
	if (merge->summary)
		error_print_summary(cli_begin_message(), p->name, &f->sum);
	cli_end_message();
	return f->sum.errors && (is_rejected(f) || p->config.action == UTF8CHECK_ACTION_PASS) ?
	       CLI_INVALID : CLI_WELL;
}

const struct partial_kind filter_partial = {
	.name = "filter",
	.size = sizeof(struct filter_findings),
	.release = filter_part_release,
	.judge = filter_part_judge,
	.append = filter_part_append,
	.print = filter_part_print,
	.parse = filter_part_parse,
	.finish = filter_part_finish,
};
