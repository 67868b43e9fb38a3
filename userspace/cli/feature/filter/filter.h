/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files that are filtered, one or many; or left as they are, because a filter would destroy
 * them.
 */
#ifndef FILTER_H
#define FILTER_H

#include "utf8check.h"
#include "base/text/find_errors.h"
#include "base/charset/conversion.h"
#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/thread/file_range.h"
#include "base/text/lines.h"
#include "print/print.h"

/* Room for the bytes that are read at a time, and for the output of them. */
#define FILTER_ROOM (4 * 65536)

/* Why a file is left. */
enum left_alone {
	LEFT_NOT,		/* it is not */
	LEFT_BINARY,		/* it is not text */
	LEFT_WIDE,		/* its byte order mark says that it is not the UTF-8 that it is read as */
	LEFT_BACKUP,		/* a run before has kept it */
	LEFT_UTF8,		/* it is the UTF-8 that it would be converted to */
	LEFT_ESCAPED,		/* it is escaped already */
	LEFT_ILL_FORMED,	/* it is not in the encoding that it would be converted from */
	LEFT_ERRORS,		/* it has errors, and no option says to mend them */
	LEFT_AGAIN,		/* a second run would convert again what the first has made */
};

struct filter;

/**
 * struct filter_options - how files are filtered; all threads read it
 *
 * @config: what the stream does.
 * @request: where the output goes.
 * @charset: the value of --from where a decoder reads it, or NULL.
 * @guess: finds the encoding by what is in the file; NULL unless --from=guess.  It sets
 *	@config or @charset of the struct filter, and leaves its file at the start; or it sets
 *	@left.  Returns an exit code, after a message where the file is not to be read.
 * @target_charset: the value of --to where only iconv knows it, or NULL.
 * @mending: the charset of --on-error, or NULL.
 * @table: the code points of its bytes from 80 on, where the stream reads it; or NULL.
 * @choice: enum line_choice: which lines are kept.
 * @records: enum records_kind: of what table the lines are rows.
 * @newline: enum newline: what the ends of lines are to be.
 * @summary: --count was given.
 * @threads: how many may work at a time.
 */
struct filter_options {
	struct utf8check_config config;
	struct output_request request;
	const char *charset;
	int (*guess)(struct filter *f);
	const char *target_charset;
	const char *mending;
	const u32 *table;
	u8 choice;
	u8 records;
	u8 newline;
	bool summary;
	unsigned int threads;
};

/**
 * struct filter_streams - what the text of a file goes through
 *
 * @source: the conversion from the charset of the file, or of what is ill-formed, where not the
 *	stream does that; or NULL.
 * @lines: the lines that are kept.
 * @status: the exit code of what has ended the text; CLI_WELL: nothing but its end.
 * @stream: the stream.
 * @before: what was counted before @stream began, where it is not the first one of the file.
 * @start: the place where @stream began: its offset, and its line and column as long as there
 *	was no error before.
 * @ends: the ends of lines; @changed gets what is made of them, or is NULL.
 * @target: the conversion to the charset of the output, or NULL.
 */
struct filter_streams {
	struct conversion *source;
	struct line_filter lines;
	int status;
	struct utf8check_stream *stream;
	struct utf8check_report before;
	struct place start;
	struct newline_state ends;
	u8 *changed;
	struct conversion *target;
};

/**
 * struct filter - a file that is filtered, and who does that; the first five are for the next, too
 *
 * @o: how.
 * @work: work memory, FILTER_ROOM bytes.
 * @ordered: takes the place of standard output; or NULL.
 * @report: gets each error (--log); or NULL.
 * @report_error: why it could not be written; or 0.
 * @config: as of @o, with the encoding of the file.
 * @charset: the charset of the file, where a decoder reads it; or NULL.
 * @nul_is_text: a NUL is text in the file.
 * @left: enum left_alone: why the file is left as it is.
 * @in: the file that is read.
 * @out: where the output goes.
 * @s: what the text goes through.
 */
struct filter {
	const struct filter_options *o;
	u8 *work;
	struct ordered_output *ordered;
	struct sink *report;
	int report_error;
	struct utf8check_config config;
	const char *charset;
	bool nul_is_text;
	u8 left;
	struct input in;
	struct output out;
	struct filter_streams s;
};

/* Each returns an exit code, after a message where it is CLI_TROUBLE. */

/* Filter a file by its name; "-" is standard input. */
int filter_file(struct filter *f, const struct file_name *name);

/* May threads share a file in this charset, or NULL?  If not, they share only the files. */
bool filter_may_share(const struct filter_options *o, const char *charset);

/* Open what the text goes through; push all of the text; close. */
int filter_open_streams(struct filter *f);
int filter_text(struct filter *f);
void filter_close_streams(struct filter *f);

/*
 * Before a file is filtered: does what all of its bytes say set @left of the filter?  Only a
 * regular file is asked, and is read from its start.  Return: 0; a negative errno.
 */
int left_alone_check(struct filter *f);

/* As left_alone_check(), in place or not, only whether the file is binary. */
int left_alone_if_binary(struct filter *f);

/* While a file is filtered in place: do these @n bytes say that it is binary? */
bool left_alone_shows_binary(const struct filter *f, const u8 *p, size_t n);

/* Say why the file is left.  Return: an exit code. */
int left_alone_say(const struct filter *f);

/*
 * Filter files, several at a time; what is written does not depend on the number of threads.
 * Return: an exit code.
 */
int filter_many(struct filter *f, struct file_list *names);

#endif /* FILTER_H */
