/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files on their way through streams, one or many.
 */
#ifndef FILTER_H
#define FILTER_H

#include "cli.h"
#include "io/input.h"
#include "iconv/convert.h"
#include "io/file_list.h"
#include "io/output.h"
#include "parallel/file_chunks.h"

/* What is read and what is made of it, at a time. */
#define FILTER_ROOM (4 * 65536)

/**
 * struct filter - files being filtered, by one thread
 *
 * @cli: the command line.
 * @config: what the stream does.
 * @target: the value of --output, or NULL.
 * @in_place: --in-place was given.
 * @summary: --summary was given.
 * @charset: the value of --from where only iconv knows it, or NULL.
 * @legacy: the way from there to the stream, or NULL.
 * @list: the value of --files0-from, or NULL.
 * @threads: how many may work at a time.
 * @work: work memory, FILTER_ROOM bytes.
 * @sheet: takes the place of standard output; or NULL.
 * @room: so many bytes may be on it.
 * @waits: what goes in place of a file is left as @out, to be committed later.
 * @place: see output_in_place().
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
	const char *list;
	unsigned int threads;
	u8 *work;
	struct sheet *sheet;
	size_t room;
	bool waits;
	size_t place;
	struct utf8check_report before;
	struct utf8check_error start;
	struct utf8check_stream *stream;
	struct input in;
	struct output out;
};

/* Each returns an exit code, after a message where it is CLI_TROUBLE. */

/* A file by its name, "-" too. */
int filter_file(struct filter *f, const char *name);

/* A regular file whose stat(2) is known. */
int filter_known(struct filter *f, const char *name, const struct stat *st);

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

/**
 * filter_many() - files, several at a time
 * @f: how they are filtered
 * @names: their names
 *
 * What is written does not depend on the number of threads.
 *
 * Return: an exit code.
 */
int filter_many(struct filter *f, struct names *names);

/* Do the options go together?  If not, a message says so. */
bool filter_makes_sense(struct filter *f);

#endif /* FILTER_H */
