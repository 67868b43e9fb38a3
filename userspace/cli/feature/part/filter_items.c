// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The output of some parts of a file, in order.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/json_read.h"
#include "base/say/list_room.h"
#include "feature/part/filter_items.h"
#include "feature/part/partial_json.h"
#include "base/say/escape.h"
#include "base/say/message.h"

void filter_items_free(struct filter_items *items)
{
	size_t i;

	for (i = 0; i < items->count; i++) {
		free(items->list[i].piece);
		free(items->list[i].made.p);
	}
	free(items->list);
	*items = (struct filter_items){ };
}

struct filter_item *filter_items_add(struct filter_items *items)
{
	void *list = list_room(items->list, items->count, sizeof(*items->list));

	if (!list)
		return NULL;
	items->list = list;
	items->list[items->count] = (struct filter_item){ };
	return &items->list[items->count++];
}

bool filter_items_move(struct filter_items *items, struct filter_items *more)
{
	struct filter_item *item;
	size_t i;

	for (i = 0; i < more->count; i++) {
		item = filter_items_add(items);
		if (!item)
			return false;
		*item = more->list[i];
		more->list[i] = (struct filter_item){ };
	}
	return true;
}

/* --- as JSON */

static void print_item(const struct filter_item *item, FILE *to)
{
	if (item->piece) {
		json_print_member(to, '{', "piece", item->piece);
		fprintf(to, ",\"bytes\":%" PRIu64, item->length);
	} else {
		fputs("{\"made\":\"", to);
		hex_print(to, item->made.p, item->made.n);
		putc('"', to);
	}
	putc('}', to);
}

void filter_items_print(const struct filter_items *items, FILE *to)
{
	size_t i;

	fputs(",\"output\":[", to);
	for (i = 0; i < items->count; i++) {
		if (i)
			putc(',', to);
		print_item(&items->list[i], to);
	}
	putc(']', to);
}

static bool parse_item(struct filter_item *item, struct json_object *row)
{
	if (!json_object_is_type(row, json_type_object))
		return false;
	if (!json_read_any(row, "piece"))
		return json_read_hex(row, "made", &item->made);
	item->piece = json_read_name(row, "piece");
	return item->piece && json_read_number(row, "bytes", &item->length);
}

bool filter_items_parse(struct filter_items *items, struct json_object *row)
{
	struct json_object *list = json_read_any(row, "output");
	struct filter_item *item;
	size_t i;

	if (!json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++) {
		item = filter_items_add(items);
		if (!item || !parse_item(item, json_object_array_get_idx(list, i)))
			return false;
	}
	return true;
}

/* --- written */

static int is_another(const char *name)
{
	cli_complain("%s: is not what the part has written", name);
	return -ESTALE;
}

static int copy_into_output(struct input *in, u64 length, struct output *out)
{
	u8 bytes[65536];
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

static int write_piece(const struct filter_item *item, struct output *out)
{
	struct input in;
	int err = input_open(&in, item->piece);

	if (err)
		return cli_failed(err, item->piece);
	err = copy_into_output(&in, item->length, out);
	input_close(&in);
	return err;
}

int filter_items_write(const struct filter_items *items, struct output *out)
{
	const struct filter_item *item;
	size_t i;
	int err = 0;

	for (i = 0; !err && i < items->count; i++) {
		item = &items->list[i];
		err = item->piece ? write_piece(item, out) :
				    output_write(out, item->made.p, item->made.n);
	}
	return err;
}

static bool is_target_there(struct filter_item *item, const struct stat *target)
{
	struct stat st;

	if (stat(item->piece, &st)) {
		cli_failed(-errno, item->piece);
		return false;
	}
	item->device = st.st_dev;
	item->inode = st.st_ino;
	if (!S_ISREG(st.st_mode) || (u64)st.st_size != item->length)
		is_another(item->piece);
	else if (target && target->st_dev == st.st_dev && target->st_ino == st.st_ino)
		cli_complain("%s: is both a piece and the output", item->piece);
	else
		return true;
	return false;
}

static int by_file(const void *a, const void *b)
{
	const struct filter_item *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return x->inode < y->inode ? -1 : x->inode > y->inode;
}

/* Lengths do not tell: two parts may have written one file with as many bytes each. */
static bool have_own_files(const struct filter_items *items)
{
	struct filter_item *list = calloc(items->count + 1, sizeof(*list));
	size_t i = 1;

	if (!list) {
		cli_failed(-ENOMEM, "the pieces");
		return false;
	}
	if (items->count)
		memcpy(list, items->list, items->count * sizeof(*list));
	qsort(list, items->count, sizeof(*list), by_file);
	while (i < items->count && (!list[i].piece || by_file(&list[i - 1], &list[i])))
		i++;
	if (i < items->count)
		cli_complain("%s: two parts have written it; each needs an --output of its own",
			     list[i].piece);
	free(list);
	return i >= items->count;
}

bool filter_items_are_there(const struct filter_items *items, const char *target)
{
	struct stat st;
	bool exists = !(target ? stat(target, &st) : fstat(STDOUT_FILENO, &st));
	size_t i;

	for (i = 0; i < items->count; i++)
		if (items->list[i].piece && !is_target_there(&items->list[i], exists ? &st : NULL))
			return false;
	return have_own_files(items);
}
