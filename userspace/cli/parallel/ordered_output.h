/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a thread prints, kept until its turn comes.
 */
#ifndef PARALLEL_ORDERED_OUTPUT_H
#define PARALLEL_ORDERED_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The kinds of parts. */
enum sheet_kind {
	SHEET_RESULT,		/* text for standard output */
	SHEET_DIAGNOSTIC,	/* text for standard error */
	SHEET_LATER,		/* no text: an item, to be done at this place */
};

/**
 * struct sheet - what a thread prints: results and diagnostics, in order
 *
 * @to: the stream that both are printed to.
 * @text: what was printed until the last part began.
 * @size: bytes of @text.
 * @parts: where each part begins, and what it is; owned.
 * @count: how many.
 * @room: how many @parts has room for.
 * @lost: there was no memory for a part.
 */
struct sheet {
	FILE *to;
	char *text;
	size_t size;
	struct sheet_part {
		size_t start;
		enum sheet_kind kind;
		size_t item;
	} *parts;
	size_t count;
	size_t room;
	bool lost;
};

/* Return: 0 or -ENOMEM. */
int sheet_open(struct sheet *s);

/* A sheet that is all zero may be closed too. */
void sheet_close(struct sheet *s);

/* Bytes printed so far. */
size_t sheet_length(const struct sheet *s);

/* Begin a part of this kind. */
void sheet_part(struct sheet *s, enum sheet_kind kind);

/* Note that @item, a number that the caller chooses, is to be done here. */
void sheet_later(struct sheet *s, size_t item);

/* Take back all but the first @count parts and the first @length bytes. */
void sheet_back(struct sheet *s, size_t count, size_t length);

/* After an item: stop, go on, or skip what is printed before the next item. */
enum sheet_next { SHEET_STOP, SHEET_GO_ON, SHEET_SKIP };

/* Take results; false when it is of no use to go on. */
typedef bool (*sheet_result_fn)(void *context, const char *p, size_t n);

/* Do an item. */
typedef enum sheet_next (*sheet_later_fn)(void *context, size_t item);

/**
 * sheet_print() - print the results and the diagnostics, and do the items
 * @s: the sheet; it is empty afterwards
 * @result: takes the results
 * @later: called with each item in its place
 * @context: for both
 *
 * Return: 0; -ENOMEM when the sheet could not hold all that was printed on it.
 */
int sheet_print(struct sheet *s, sheet_result_fn result, sheet_later_fn later,
		void *context);

#endif /* PARALLEL_ORDERED_OUTPUT_H */
