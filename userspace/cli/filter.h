/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file on its way through a stream.
 */
#ifndef FILTER_H
#define FILTER_H

#include "cli.h"
#include "input.h"
#include "legacy.h"
#include "output.h"
#include "pieces.h"

/**
 * struct filter - one run of the command
 *
 * @cli: the command line.
 * @config: what the stream does.
 * @target: the value of --output, or NULL.
 * @in_place: --in-place was given.
 * @summary: --summary was given.
 * @charset: the value of --from where only iconv knows it, or NULL.
 * @legacy: the way from there to the stream, or NULL.
 * @threads: how many may share the file.
 * @before: what was counted before @stream began, where it is not the first.
 * @start: the place where it began: offset, and line and column as long as
 *	there was no error before.
 * @stream: the stream.
 * @in: what is read.
 * @out: where it goes.
 */
struct filter {
	struct cli *cli;
	struct utf8check_config config;
	const char *target;
	bool in_place;
	bool summary;
	const char *charset;
	struct legacy *legacy;
	unsigned int threads;
	struct utf8check_report before;
	struct utf8check_error start;
	struct utf8check_stream *stream;
	struct input in;
	struct output out;
};

/* Each returns an exit code, after a message where it is CLI_TROUBLE. */

/* Push @n bytes and write what comes out, or finish when there is none. */
int filter_push(struct filter *f, const u8 *p, size_t n);

/* Push all that is left of the file, and finish. */
int filter_rest(struct filter *f);

/* What the library said, where that is no exit code. */
int filter_trouble(const struct filter *f, int err);

/**
 * filter_pieces() - as filter_rest(), of a whole file, by several threads
 * @f: the file; its streams are opened anew
 * @p: the file, as it was planned
 *
 * Return: an exit code; -EAGAIN when there are no threads or no memory for
 * them: then nothing was read or written.
 */
int filter_pieces(struct filter *f, struct pieces *p);

#endif /* FILTER_H */
