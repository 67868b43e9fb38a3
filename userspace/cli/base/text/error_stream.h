/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text, or a part of it, on its way through a stream that reports every error.
 */
#ifndef TEXT_ERROR_STREAM_H
#define TEXT_ERROR_STREAM_H

#include "base/text/find_errors.h"
#include "base/text/place.h"
#include "base/thread/file_range.h"

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

/*
 * Each returns 0 or a negative errno; push and finish also ERROR_STOP: the search wants
 * no more errors.
 */
#define ERROR_STOP 1

/**
 * error_stream_open() - begin with a text
 * @s: the stream; any content
 * @search: what is asked
 * @config: how the text is written, and what is forbidden in it
 * @offset: of its first byte
 */
int error_stream_open(struct error_stream *s, struct error_search *search,
		      const struct utf8check_config *config, u64 offset);

/**
 * error_stream_push() - the next bytes
 * @s: the stream
 * @p: the bytes
 * @n: how many; set to how many were taken: less with ERROR_STOP
 */
int error_stream_push(struct error_stream *s, const u8 *p, size_t *n);

/* No byte follows. */
int error_stream_finish(struct error_stream *s);

/**
 * error_stream_close() - add up what was judged
 * @s: the stream, or one that could not be opened
 * @end: set to the place that the text has come to; may be NULL
 */
int error_stream_close(struct error_stream *s, struct place *end);

/*
 * Push what is left of a range, but do not finish; @work: RANGE_READ bytes.  After ERROR_STOP
 * it can go on.
 */
int error_stream_range(struct error_stream *s, struct file_range *r, u8 *work);

/* Push what is left of a file, and finish; @work: FIND_CHUNK bytes. */
int error_stream_rest(struct error_stream *s, struct input *in, u8 *work);

#endif /* TEXT_ERROR_STREAM_H */
