/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a thread prints, kept until its turn comes.
 */
#ifndef PARALLEL_ORDERED_OUTPUT_H
#define PARALLEL_ORDERED_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a part of a sheet is. */
enum sheet_kind {
	SHEET_RESULT,		/* text for standard output */
	SHEET_DIAGNOSTIC,	/* text for standard error */
	SHEET_LATER,		/* something that is to be done at this place */
};

/**
 * struct sheet - results and diagnostics, in order
 *
 * @to: where both are printed.
 * @text: what was printed so far, as of the last part that began.
 * @size: bytes of it.
 * @parts: where each part begins, and what it is; owned.
 * @count: how many.
 * @room: for so many.
 * @lost: there was no memory for one.
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

/* All zero is allowed. */
void sheet_close(struct sheet *s);

/* Bytes printed so far. */
size_t sheet_length(const struct sheet *s);

/* What is printed from now on is of this kind. */
void sheet_part(struct sheet *s, enum sheet_kind kind);

/* At this place the @item, a number of the caller's, is to be done. */
void sheet_later(struct sheet *s, size_t item);

/* Take back all behind the first @count parts and @length bytes. */
void sheet_back(struct sheet *s, size_t count, size_t length);

/* Whether printing goes on, or only from the next item on. */
enum sheet_next { SHEET_STOP, SHEET_GO_ON, SHEET_SKIP };

/* Take results; false when it is no use to go on. */
typedef bool (*sheet_result_fn)(void *context, const char *p, size_t n);

/* Do an item. */
typedef enum sheet_next (*sheet_later_fn)(void *context, size_t item);

/**
 * sheet_print() - print it all where it belongs
 * @s: the sheet; empty afterwards
 * @result: takes the results
 * @later: called with each item in its place
 * @context: for both
 *
 * Return: 0; -ENOMEM when it could not hold all that was printed on it.
 */
int sheet_print(struct sheet *s, sheet_result_fn result, sheet_later_fn later,
		void *context);

#endif /* PARALLEL_ORDERED_OUTPUT_H */
