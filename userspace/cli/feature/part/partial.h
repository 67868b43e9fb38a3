/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The partial result of some neighbouring parts of a file.
 *
 * A part begins and ends where a cut is safe (base/thread/safe_cut.c), so it is judged as a
 * text of its own, and to join two of them needs no byte of the file.
 */
#ifndef PART_PARTIAL_H
#define PART_PARTIAL_H

#include <stdio.h>
#include "base/text/find_errors.h"
#include "base/text/place.h"
#include "base/types.h"

struct partial;
struct json_object;

/**
 * struct merge - what is wanted of a file whose parts are joined
 *
 * @print_errors: of check: prints the errors; returns an exit code.
 * @partial: a partial result again.
 */
struct merge {
	int (*print_errors)(const struct found_errors *f);
	bool partial;
};

/**
 * struct partial_kind - a command whose work can be done in parts
 *
 * @name: of the command.
 * @allows: as in struct cut_rule.
 * @size: bytes of what it finds out, the @findings of struct partial.
 * @start: makes these, which are all zero, those of an empty text; or NULL.
 * @release: frees what they own; or NULL.
 * @judge: judges the part, which is what @in gives; @work: FIND_CHUNK bytes.  Returns 0; a
 *	negative errno; 1 after a message.
 * @append: adds the findings of the part that is next; 0 or a negative errno.
 * @print: the members of the JSON object that say what they are, each after a comma.
 * @parse: reads them; false when they make no sense.
 * @finish: the whole text is judged: prints what the command would print.  Returns
 *	an exit code.
 */
struct partial_kind {
	const char *name;
	bool (*allows)(const u8 *p, size_t n, size_t at);
	size_t size;
	void (*start)(void *findings);
	void (*release)(void *findings);
	int (*judge)(struct partial *p, struct input *in, u8 *work);
	int (*append)(struct partial *p, struct partial *next);
	void (*print)(const struct partial *p, FILE *to);
	bool (*parse)(struct partial *p, struct json_object *row);
	int (*finish)(struct partial *p, struct merge *m);
};

extern const struct partial_kind check_partial;

/**
 * struct partial - a partial result
 *
 * @kind: of which command.
 * @name: of the file; owned.
 * @parts: in how many parts the file is cut.
 * @first: the first of those that this is about, from 1.
 * @last: the last of them.
 * @size: bytes of the file.
 * @start: where their text begins.
 * @end: where it ends.  A part that has no place for a cut has no text: both are @size.
 * @reached: the line and column of @end, counted from @start; not of stats.
 * @config: what is done to the text.
 * @encoding: enum utf8check_encoding of the text, which is known.
 * @look: enum binary_look: what the first bytes of the file look like, if part 1 is here.
 * @findings: what the kind has found out; owned.
 */
struct partial {
	const struct partial_kind *kind;
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
	u8 look;
	void *findings;
};

/* Give @p the findings of an empty text; false without memory. */
bool partial_open(struct partial *p);

/* Forget all; a partial that is all zero is allowed. */
void partial_free(struct partial *p);

/**
 * partial_join() - join two neighbours
 * @p: the first; becomes the result
 * @next: the one after it, of the same file; only partial_free() may follow
 *
 * Return: 0; -ESTALE where @next does not begin where @p ends; another negative errno.
 */
int partial_join(struct partial *p, struct partial *next);

/* The configuration for the text of a part. */
struct utf8check_config partial_config(const struct partial *p);

/* Print it as a JSON object on one line. */
void partial_print(const struct partial *p, FILE *to);

/**
 * partial_parse() - read what partial_print() has printed
 * @p: filled; to be freed in any case
 * @kinds: the kinds that may be there, then NULL
 * @row: the JSON object
 *
 * Return: false when it is not that.
 */
bool partial_parse(struct partial *p, const struct partial_kind *const *kinds,
		   struct json_object *row);

/* For the kinds: print an error as a list, without keys, as there may be many. */
void partial_print_error(const struct utf8check_error *e, FILE *to);

/* Read an error; false where a value is missing or of another type. */
bool partial_parse_error(struct utf8check_error *e, struct json_object *row);

#endif /* PART_PARTIAL_H */
