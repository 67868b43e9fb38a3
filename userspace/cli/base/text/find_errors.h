/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every error of a text of any length, with line and column; and the streams that find them.
 * Read this, then lines.h; text_stats.h with script.h, and name_collisions.h, stand alone.
 */
#ifndef TEXT_FIND_ERRORS_H
#define TEXT_FIND_ERRORS_H

#include "base/file/input.h"
#include "base/types.h"
#include "utf8check.h"

/**
 * struct place - a place in a text
 *
 * @offset: in bytes.
 * @line: from 1; also where lines are not counted.
 * @column: from 1.
 */
struct place {
	u64 offset;
	u64 line;
	u64 column;
};

/**
 * struct error_search - a text whose errors are asked for
 *
 * @engine: the engine that judges.
 * @config: what is well-formed: profile, from, bom, forbid, form.
 * @read: where the bytes come from, as input_read(); NULL for that itself.
 * @source: for @read.
 * @places: count lines and columns too, which takes time.
 * @found: called with each error, in order; returns false to stop soon: a few
 *	more calls may follow.
 * @context: for @found.
 * @most: errors that matter to @found; those after them are only counted.  With
 *	0, @found is not called.
 * @threads: how many may share a big file.
 * @reached: how far it was judged, from where the text begins.
 * @code_points: well-formed ones.
 * @errors: ill-formed sequences.
 */
struct error_search {
	struct utf8check *engine;
	struct utf8check_config config;
	ssize_t (*read)(void *source, struct input *in, void *buf, size_t room);
	void *source;
	bool places;
	bool (*found)(void *context, const struct utf8check_error *error);
	void *context;
	u64 most;
	unsigned int threads;
	struct place reached;
	u64 code_points;
	u64 errors;
};

/* Bytes that are read at once, and so of work memory. */
#define FIND_CHUNK (1 << 20)

/* The next bytes of the text that is searched, as input_read(). */
ssize_t error_search_read(const struct error_search *s, struct input *in, u8 *work, size_t room);

/*
 * The errors of a file, to its end.  Of @search the members up to @threads are set; @work has
 * FIND_CHUNK bytes, or as many as @read wants.  Return: 0; a negative errno of the file or the
 * engine.
 */
int find_errors(struct error_search *search, struct input *in, u8 *work);

/* --- places in a text that several streams judge, one part each */

/*
 * Make the record of an error, which counts from @base on, count from the start of
 * the text.  Line and column stay 0 where they are not counted.
 */
void place_error(struct utf8check_error *e, const struct place *base);

/* The place that is @more after @base. */
struct place place_after(const struct place *base, const struct place *more);

/* The place that a stream has come to, which began at @base. */
struct place place_reached(const struct utf8check_report *report,
			   const struct place *base);

/* Add to a report what a stream has found that began at @base, and where it ended. */
void place_add_report(struct utf8check_report *sum, const struct utf8check_report *more,
		      const struct place *base);

/* --- a text, or a part of it, on its way through a stream that reports every error */

/* Errors that are taken from the stream at once. */
#define ERROR_BATCH 256

/**
 * struct error_stream - a text on its way
 *
 * @search: what is asked.
 * @config: of the stream.
 * @stream: the stream.
 * @base: where the stream's first byte stands in the text.
 * @stopped: @search wants no more errors.
 */
struct error_stream {
	struct error_search *search;
	struct utf8check_config config;
	struct utf8check_stream *stream;
	struct place base;
	bool stopped;
};

/* Each returns 0 or a negative errno; push also ERROR_STOP: the search wants no more errors. */
#define ERROR_STOP 1

/* Begin with a text that is written as @config says; its first byte is at @offset. */
int error_stream_open(struct error_stream *s, struct error_search *search,
		      const struct utf8check_config *config, u64 offset);

/*
 * The next bytes; *n is set to how many were taken: less with ERROR_STOP.  Without bytes, the text
 * has ended.
 */
int error_stream_push(struct error_stream *s, const u8 *p, size_t *n);

/* Close the stream, if it is open, and add its counts to the search. */
int error_stream_close(struct error_stream *s);

#endif /* TEXT_FIND_ERRORS_H */
