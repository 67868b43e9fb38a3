/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files that are filtered, one or many.
 */
#ifndef FILTER_H
#define FILTER_H

#include "utf8check.h"
#include "base/text/place.h"
#include "base/charset/converter.h"
#include "base/charset/encoder.h"
#include "base/charset/mixed.h"
#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/text/lines.h"
#include "base/thread/file_range.h"
#include "print/sink.h"

/* Room for the bytes that are read at a time, and for the output of them. */
#define FILTER_ROOM (4 * 65536)

/**
 * struct filter - files being filtered, by one thread
 *
 * @config: what the stream does.
 * @request: where the output goes.
 * @summary: --summary was given.
 * @charset: the value of --from where a decoder reads it, or NULL.
 * @guess: finds @charset, or the encoding in @config, by what is in the file @in, which it
 *	leaves at its start, or sets @left; NULL unless --from=guess.  Returns an exit code,
 *	after a message where the file is not to be read.
 * @converter: the conversion from @charset, or NULL.
 * @target_charset: the value of --to where only iconv knows it, or NULL.
 * @encoder: the conversion to @target_charset, or NULL.
 * @mending: the charset of --on-error, or NULL.
 * @table: the code points of its bytes from 80 on, where the stream reads it; or NULL.
 * @mixed: the conversion of what is ill-formed from it, where not; or NULL.
 * @choice: enum line_choice: which lines are kept.
 * @lines: these lines.
 * @newline: enum newline: what the ends of lines are to be.
 * @ends: these ends; @changed gets what is made of them, or is NULL.
 * @listed: gets each error (--report), where it has a stream.
 * @wide: in the encoding of @charset or @config a NUL is text, and the bytes of ASCII are
 *	not ASCII.
 * @controls: control characters are themselves in that encoding.
 * @chosen: a walk has found the file (-r), the user has not named it.
 * @threads: how many may work at a time.
 * @work: work memory, FILTER_ROOM bytes.
 * @ordered: takes the place of standard output; or NULL.
 * @before: what was counted before @stream began, where it is not the first
 *	stream of the file.
 * @start: the place where @stream began: its offset, and its line and column as
 *	long as there was no error before.
 * @stream: the stream.
 * @is_rejected: @converter has ended the text.
 * @nul_is_text: a NUL is text in the file.
 * @left: enum left_alone: why the file is left as it is.
 * @in: the file that is read.
 * @out: where the output goes.
 */
struct filter {
	struct utf8check_config config;
	struct output_request request;
	bool summary;
	const char *charset;
	int (*guess)(struct filter *f);
	struct converter *converter;
	const char *target_charset;
	struct encoder *encoder;
	const char *mending;
	const u32 *table;
	struct mixed *mixed;
	u8 choice;
	struct line_filter lines;
	u8 newline;
	struct newline_state ends;
	u8 *changed;
	struct sink listed;
	bool wide;
	bool controls;
	bool chosen;
	unsigned int threads;
	u8 *work;
	struct ordered_output *ordered;
	struct utf8check_report before;
	struct place start;
	struct utf8check_stream *stream;
	bool is_rejected;
	bool nul_is_text;
	u8 left;
	struct input in;
	struct output out;
};

/* Each returns an exit code, after a message where it is CLI_TROUBLE. */

/* Filter a file by its name; "-" is standard input. */
int filter_file(struct filter *f, const struct file_name *name);

/* Filter a regular file that the user named, and whose stat(2) is known. */
int filter_known(struct filter *f, const char *name, const struct stat *st);

/*
 * Push @n bytes and write what comes out; 0 bytes finish the stream.  @context is the
 * struct filter.
 */
int filter_push(void *context, const u8 *p, size_t n);

/* Does one thread read each file?  Then threads share only the files. */
bool filter_is_undivided(const struct filter *f);

/* Set @wide and @controls, by @charset and @config. */
void filter_settle_source(struct filter *f);

/* Push all that is left of the file, and finish. */
int filter_rest(struct filter *f);

/* Open a stream of the file.  Returns a negative errno. */
int filter_open_stream(const struct filter *f, const struct utf8check_config *config,
		       struct utf8check_stream **stream);

/* Open what the text goes through; push all of the text; close. */
int filter_open_streams(struct filter *f);
int filter_text(struct filter *f);
void filter_close_streams(struct filter *f);

/**
 * filter_try_again() - would a second run change what this one has made?
 * @f: the file; its text is written.  @left is set when that is so
 * @asked: the configuration, before any stream was opened
 */
int filter_try_again(struct filter *f, const struct utf8check_config *asked);

/**
 * filter_many() - files, several at a time
 * @f: how they are filtered
 * @names: their names
 *
 * What is written does not depend on the number of threads.
 *
 * Return: an exit code.
 */
int filter_many(struct filter *f, struct file_list *names);

#endif /* FILTER_H */
