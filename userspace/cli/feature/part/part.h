/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A part of a file, judged alone, and the partial result of some neighbouring parts.
 *
 * A part begins and ends where a cut is safe (base/thread/file_range.c), so it is judged as a
 * separate text, and joining two parts needs no byte of the file.
 */
#ifndef PART_PART_H
#define PART_PART_H

#include <stdio.h>
#include "base/text/find_errors.h"
#include "base/types.h"

struct json_object;

/**
 * struct partial - a partial result
 *
 * @name: of the file; owned.
 * @parts: in how many parts the file is cut.
 * @first: the first of those that this is about, from 1.
 * @last: the last of them.
 * @size: bytes of the file.
 * @start: where their text begins.
 * @end: where it ends.  A part that has no place for a cut has no text: both are @size.
 * @reached: the line and column of @end, counted from @start.
 * @config: what is done to the text.
 * @encoding: enum utf8check_encoding of the text, which is known.
 * @look: binary_look() of the first bytes of the file, if part 1 is here.
 * @list: the errors; owned.
 * @count: how many.
 * @code_points: well-formed ones.
 */
struct partial {
	char *name;
	u64 parts;
	u64 first;
	u64 last;
	u64 size;
	u64 start;
	u64 end;
	struct place reached;
	struct utf8check_config config;
	u8 encoding;
	u64 look;
	struct utf8check_error *list;
	size_t count;
	u64 code_points;
};

/*
 * Judge a part of the one file that @words name, and print the partial result; @first, @last and
 * @parts of @p are set, and it is freed.  Return: an exit code; CLI_WELL also when there are errors
 * in it.
 */
int part_run(struct partial *p, const struct utf8check_config *config, const char *charset,
	     char **words);

/* Forget all; a partial that is all zero is allowed. */
void partial_free(struct partial *p);

/*
 * Join two neighbours of one file in @p; only partial_free() may follow for @next.  Return: 0;
 * -ESTALE where @next does not begin where @p ends; another negative errno.
 */
int partial_join(struct partial *p, struct partial *next);

/* Print it as a JSON object on one line. */
void partial_print(const struct partial *p, FILE *to);

/* Read it back; @p is to be freed in any case.  Return: false when it is something else. */
bool partial_parse(struct partial *p, struct json_object *row);

#endif /* PART_PART_H */
