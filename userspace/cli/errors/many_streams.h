/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text on its way through the streams that find every error of it.
 */
#ifndef ERRORS_MANY_STREAMS_H
#define ERRORS_MANY_STREAMS_H

#include "errors/find_errors.h"

/* An error may begin in bytes that were pushed before, as far back as this. */
#define RUN_KEPT (2 * U8C_CHECKER_MAX * U8C_SEQUENCE_MAX)

/* Work memory of a run that is given so many bytes at a time. */
#define RUN_ROOM(chunk) ((chunk) + 2 * RUN_KEPT)

/**
 * struct run - a text, or a part of it, on its way
 *
 * @j: what is asked.
 * @stream: the present stream.
 * @config: of the stream.
 * @base: offset, line and column of the stream's first byte.
 * @head: the first bytes of the text.
 * @headed: how many.
 * @buf: bytes of the text, RUN_ROOM(@chunk) of them; the caller's.
 * @chunk: how many are added at a time.
 * @n: how many there are.
 * @at: the next one to push.
 * @offset: of the first of them in the text.
 * @window: bytes that are pushed at once.
 * @stopped: nobody wants to hear more.
 */
struct run {
	struct judge *j;
	struct utf8check_stream *stream;
	struct utf8check_config config;
	struct utf8check_error base;
	u8 head[U8C_SNIFF_MAX];
	size_t headed;
	u8 *buf;
	size_t chunk;
	size_t n;
	size_t at;
	u64 offset;
	size_t window;
	bool stopped;
};

/* Each returns 0 or a negative errno. */

/**
 * run_begin() - begin with a text
 * @r: all zero but for @buf, @chunk, and what is in @buf already
 * @j: what is asked
 * @config: how the stream is to be
 */
int run_begin(struct run *r, struct judge *j,
	      const struct utf8check_config *config);

/* Make room in @buf for a chunk: bytes that no error can begin in go. */
void run_make_room(struct run *r);

/* Push all that there is in @buf. */
int run_push(struct run *r);

/*
 * Zero bytes, @n of them, that nobody needs to read; more than RUN_KEPT, and
 * there is room for a chunk.
 */
int run_skip_zeros(struct run *r, u64 n);

/**
 * run_place() - which place a text has come to
 * @r: all is pushed, and decided by what is there
 * @here: its offset, line and column are set, unless @r->stopped: errors are
 *	still found
 *
 * Nothing may follow but the end.
 */
int run_place(struct run *r, struct utf8check_error *here);

/* No byte follows: what comes behind an error is still pushed. */
int run_finish(struct run *r);

/* Add up what was judged, and close the stream. */
int run_end(struct run *r);

#endif /* ERRORS_MANY_STREAMS_H */
