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
 * @most: bytes that may be printed.
 * @is_full: more were to be printed.
 */
struct ordered_output {
	FILE *to;
	char *text;
	size_t size;
	size_t room;
	struct ordered_output_part {
		size_t start;
		enum ordered_output_kind kind;
	} *parts;
	size_t count;
	bool lost;
	size_t most;
	bool is_full;
};

/**
 * struct ordered_mark - a place in what is printed
 *
 * @parts: parts before it.
 * @length: bytes before it.
 */
struct ordered_mark {
	size_t parts;
	size_t length;
};

/* Return: 0 or -ENOMEM. */
int ordered_output_open(struct ordered_output *o);

/* An ordered output that is all zero may be closed too. */
void ordered_output_close(struct ordered_output *o);

/* Discard all; from now on @most bytes may be printed. */
void ordered_output_empty(struct ordered_output *o, size_t most);

/* The place that printing has come to. */
struct ordered_mark ordered_output_mark(const struct ordered_output *o);

/* Is there room for @n more bytes?  If not, @is_full is set. */
bool ordered_output_has_room(struct ordered_output *o, size_t n);

/* Discard what was printed after a place. */
void ordered_output_back(struct ordered_output *o, const struct ordered_mark *to);

/*
 * All is printed on it, and can be printed by ordered_output_print().  Return: 0; -ENOMEM
 * when it could not hold all.
 */
int ordered_output_end(struct ordered_output *o);

/* Write results to standard output; false when that fails. */
typedef bool (*ordered_output_write_fn)(const char *p, size_t n);

/*
 * Print the results and the diagnostics between two places, by @write or, where it is NULL,
 * by stdio.  False when output fails.
 */
bool ordered_output_print(const struct ordered_output *o, const struct ordered_mark *from,
			  const struct ordered_mark *to, ordered_output_write_fn write);

#endif /* SAY_ORDERED_OUTPUT_H */
