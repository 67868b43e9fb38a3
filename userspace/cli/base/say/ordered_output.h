/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a thread prints, kept until its turn comes.
 */
#ifndef SAY_ORDERED_OUTPUT_H
#define SAY_ORDERED_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The kinds of parts. */
enum ordered_output_kind {
	ORDERED_RESULT,		/* text for standard output */
	ORDERED_DIAGNOSTIC,	/* text for standard error */
	ORDERED_LATER,		/* no text: an item, processed when printing reaches it */
};

/**
 * struct ordered_output - what a thread prints: results and diagnostics, in order
 *
 * @to: the stream that both are printed to.
 * @text: what was printed, without what @to has in its buffer; owned.
 * @size: bytes of @text.
 * @room: bytes that are allocated.
 * @parts: where each part begins, and what it is; owned.
 * @count: how many.
 * @lost: there was no memory for a part.
 */
struct ordered_output {
	FILE *to;
	char *text;
	size_t size;
	size_t room;
	struct ordered_output_part {
		size_t start;
		enum ordered_output_kind kind;
		size_t item;
	} *parts;
	size_t count;
	bool lost;
};

/* Return: 0 or -ENOMEM. */
int ordered_output_open(struct ordered_output *o);

/* An ordered output that is all zero may be closed too. */
void ordered_output_close(struct ordered_output *o);

/* Bytes printed so far. */
size_t ordered_output_length(const struct ordered_output *o);

/* Put an item here, a number that the caller chooses. */
void ordered_output_later(struct ordered_output *o, size_t item);

/* Discard all but the first @count parts and the first @length bytes. */
void ordered_output_back(struct ordered_output *o, size_t count, size_t length);

/* After an item: stop, continue, or skip the text before the next item. */
enum ordered_output_next { ORDERED_STOP, ORDERED_GO_ON, ORDERED_SKIP };

/* Process an item. */
typedef enum ordered_output_next (*ordered_output_later_fn)(void *context, size_t item);

/* Take results; false to stop, as output fails. */
typedef bool (*ordered_output_result_fn)(void *context, const char *p, size_t n);

/**
 * ordered_output_print() - print the results and the diagnostics, and process the items
 * @o: the ordered output; it is empty afterwards
 * @result: takes the results; NULL: they go to standard output
 * @later: called with each item in its place
 * @context: for both
 *
 * Return: 0; -ENOMEM when the ordered output could not hold all that was printed on it.
 */
int ordered_output_print(struct ordered_output *o, ordered_output_result_fn result,
			 ordered_output_later_fn later, void *context);

#endif /* SAY_ORDERED_OUTPUT_H */
