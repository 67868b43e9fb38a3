/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The output of some parts of a file, in order: files, and bytes in memory.
 */
#ifndef PART_FILTER_ITEMS_H
#define PART_FILTER_ITEMS_H

#include "base/file/output.h"
#include "feature/part/partial.h"

/**
 * struct filter_item - some output
 *
 * @piece: the file that holds it; owned; NULL where it is in memory.
 * @length: bytes of that file.
 * @device: the device that the file is on; set by filter_items_are_there().
 * @inode: its inode there, likewise.
 * @made: the bytes in memory.
 */
struct filter_item {
	char *piece;
	u64 length;
	dev_t device;
	ino_t inode;
	struct bytes made;
};

/**
 * struct filter_items - all output, in order
 *
 * @list: the items; owned.
 * @count: how many.
 */
struct filter_items {
	struct filter_item *list;
	size_t count;
};

void filter_items_free(struct filter_items *items);

/* A new item, all zero, at the end; NULL without memory. */
struct filter_item *filter_items_add(struct filter_items *items);

/* Move all items of @more to the end; false without memory. */
bool filter_items_move(struct filter_items *items, struct filter_items *more);

/* ,"output":[...] */
void filter_items_print(const struct filter_items *items, FILE *to);
bool filter_items_parse(struct filter_items *items, struct json_object *row);

/* Write all output.  Return: 0, or a negative errno after a message. */
int filter_items_write(const struct filter_items *items, struct output *out);

/*
 * Is each file there, as long as it was, different from all others, and not the one that
 * is written (@target, or standard output)?  False after a message.
 */
bool filter_items_are_there(const struct filter_items *items, const char *target);

#endif /* PART_FILTER_ITEMS_H */
