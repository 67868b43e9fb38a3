/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The partial result of some neighbouring parts of a file.
 *
 * The parts of a file may begin and end amid a sequence, a segment of a
 * normalization form, or a line.  So a partial result has an edge at each end: bytes
 * that are not judged, up to the first place where a cut is safe
 * (base/thread/safe_cut.c), and from the last such place on.  What is between them is
 * judged as a text of its own: its middle.  Where no cut is safe, all bytes are
 * edge, and there is no middle.
 *
 * To join two neighbours, the edges that meet are judged as a text of their own, and
 * put between the two middles.  The start of the file is a safe cut.
 */
#ifndef PART_PARTIAL_H
#define PART_PARTIAL_H

#include "base/text/find_errors.h"
#include "base/text/text_stats.h"
#include "base/file/binary.h"
#include "base/file/output.h"
#include "base/types.h"
#include "feature/part/part_source.h"

struct partial;
struct json_object;

/**
 * struct merge - what is wanted of a file whose parts are joined
 *
 * @print_errors: of check: prints the errors, by @check; returns an exit code.
 * @print_stats: of stats: prints the counts, by @stats; returns an exit code.
 * @request: of filter: where the output goes.
 * @summary: of filter: how many errors there were is printed too.
 * @partial: a partial result again.
 */
struct merge {
	int (*print_errors)(void *check, const struct found_errors *f);
	void *check;
	int (*print_stats)(void *stats, const char *name, const struct text_stats *t);
	void *stats;
	struct output_request request;
	bool summary;
	bool partial;
};

/**
 * struct partial_kind - a command whose work can be done in parts
 *
 * All that is said here of a middle is in @middle of struct partial.
 *
 * @name: of the command.
 * @allows: as in struct cut_rule.
 * @size: bytes of a middle.
 * @start: makes a middle, which is all zero, an empty one.
 * @release: frees what it owns; or NULL.
 * @begin: called with the file before a part of it is judged; or NULL.  Returns an
 *	exit code.
 * @end: called after that with the exit code so far; or NULL.  Returns an exit code.
 * @judge: judges a text, which begins where the middle ends, and adds it.  Returns 0;
 *	a negative errno; 1 after a message.
 * @append: adds the middle of the part that is next; 0 or a negative errno.
 * @print: the members of the JSON object that say what is in the middle, each after
 *	a comma.
 * @parse: reads them; false when they make no sense.
 * @finish: the whole text is judged: prints what the command would print.  Returns
 *	an exit code.
 */
struct partial_kind {
	const char *name;
	bool (*allows)(const u8 *p, size_t n, size_t at);
	size_t size;
	void (*start)(void *middle);
	void (*release)(void *middle);
	int (*begin)(struct partial *p, const struct input *in);
	int (*end)(struct partial *p, int status);
	int (*judge)(struct partial *p, struct part_source *text);
	int (*append)(struct partial *p, struct partial *next);
	void (*print)(const struct partial *p, FILE *to);
	bool (*parse)(struct partial *p, struct json_object *row);
	int (*finish)(struct partial *p, struct merge *m);
};

extern const struct partial_kind check_partial;
extern const struct partial_kind stats_partial;
extern const struct partial_kind filter_partial;

/**
 * struct partial - a partial result
 *
 * @kind: of which command.
 * @engine: who judges.
 * @name: of the file; owned.
 * @parts: in how many parts the file is cut.
 * @first: the first of those that this is about, from 1.
 * @last: the last of them.
 * @size: bytes of the file.
 * @start: where the first part begins.
 * @end: where the last part ends.
 * @config: what is done to the text.
 * @output: of filter: where the output of a part goes; else NULL.
 * @encoding: enum utf8check_encoding of the text, which is known.
 * @look: enum binary_look: what the first bytes of the file look like, if part 1 is here.
 * @has_middle: a cut is safe somewhere.
 * @head: the edge before the middle; or all bytes.
 * @tail: the edge after the middle.
 * @middle: what the kind has found out; owned.
 */
struct partial {
	const struct partial_kind *kind;
	struct utf8check *engine;
	char *name;
	u64 parts;
	u64 first;
	u64 last;
	u64 size;
	u64 start;
	u64 end;
	struct utf8check_config config;
	const struct output_request *output;
	u8 encoding;
	u8 look;
	bool has_middle;
	struct bytes head;
	struct bytes tail;
	void *middle;
};

/* Give @p an empty middle; false without memory. */
bool partial_open(struct partial *p);

/* Forget all; a partial that is all zero is allowed. */
void partial_free(struct partial *p);

/**
 * partial_join() - join two neighbours
 * @p: the first; becomes the result
 * @next: the one after it, of the same file; only partial_free() may follow
 *
 * Return: 0 or a negative errno.
 */
int partial_join(struct partial *p, struct partial *next);

/* Judge the end of a whole text.  Return: 0 or a negative errno. */
int partial_end(struct partial *p);

/* The configuration for a text that begins at an offset of the file. */
struct utf8check_config partial_config(const struct partial *p, u64 offset);

/* Print it as a JSON object on one line. */
void partial_print(const struct partial *p, FILE *to);

/**
 * partial_parse() - read what partial_print() has printed
 * @p: filled but for @engine; to be freed in any case
 * @kinds: the kinds that may be there, then NULL
 * @line: the line
 * @n: how many bytes
 *
 * Return: false when it is not that.
 */
bool partial_parse(struct partial *p, const struct partial_kind *const *kinds,
		   const char *line, size_t n);

#endif /* PART_PARTIAL_H */
