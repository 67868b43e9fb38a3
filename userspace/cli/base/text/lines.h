/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Lines, or rows of a table (struct csv): walked (line_walk), kept or left out by their errors
 * (line_filter), and with other ends (newline_change).
 *
 * An error is found at the latest when the line feed after it is judged: no sequence has
 * one in it.
 */
#ifndef TEXT_LINES_H
#define TEXT_LINES_H

#include "base/text/find_errors.h"

/* What has the lines: a text, or a table whose rows they are; all from CSV on is CSV. */
enum records_kind {
	RECORDS_NONE, RECORDS_JSONL, RECORDS_NUL,
	RECORDS_CSV, RECORDS_CSV_COMMA, RECORDS_CSV_SEMICOLON, RECORDS_CSV_TAB,
};
const char *records_name(unsigned int i);

/* What pages say of it. */
#define RECORDS_CSV_DOC \
"A row of csv, as RFC 4180 has it, holds line ends where a field is quoted.  Its fields are " \
"parted by the first comma, semicolon or tab that is not quoted, or as the word says."

/* What a byte of CSV is.  CSV_MARK: the last of a byte order mark, whose others were content. */
enum csv_byte { CSV_CONTENT, CSV_SYNTAX, CSV_FIELD_END, CSV_ROW_END, CSV_MARK };

/**
 * struct csv - where a table of RFC 4180 is; bytes are read, and no characters
 *
 * @separator: what parts fields; 0: the first comma, semicolon or tab that is not quoted.
 * @state: what has come of the field; 0 at the start.
 * @mark: how many bytes of a byte order mark have come.
 */
struct csv {
	u8 separator;
	u8 state;
	u8 mark;
};

struct csv csv_begin(enum records_kind kind);
enum csv_byte csv_take(struct csv *c, u8 byte);

/* Is it within quotes?  At the end of a table, these are not closed. */
bool csv_is_quoted(const struct csv *c);

/**
 * struct line_walk - where a text is that is judged piece by piece
 *
 * @text: called with the next bytes of the current line; its end is the last byte.
 * @end: called when the current line has ended; or NULL.
 * @context: for both.
 * @records: enum records_kind: whose rows are lines.
 * @csv: where the table is, if it is CSV.
 * @p: the current piece, @n bytes, of which @at were given to @text.
 * @base: the offset of the piece in the text.
 * @is_open: the current line has bytes.
 */
struct line_walk {
	void (*text)(void *context, const u8 *p, size_t n);
	void (*end)(void *context);
	void *context;
	u8 records;
	struct csv csv;
	const u8 *p;
	size_t n;
	size_t at;
	u64 base;
	bool is_open;
};

/* Give what is left of a piece, and begin with the next; without bytes, the text has ended. */
void line_walk_next(struct line_walk *w, const u8 *p, size_t n);

/* Give all that is before this offset of the text: there is an error. */
void line_walk_reach(struct line_walk *w, u64 offset);

/* As input_read(); what is read is the next piece of the struct line_walk @line_walk. */
ssize_t line_walk_read(void *line_walk, struct input *in, void *buf, size_t room);

/* Which lines a filter keeps. */
enum line_choice { LINES_ALL, LINES_GOOD, LINES_BAD };

/* A longer line is taken as one with an error: so memory is bounded. */
#define LINE_MOST (16 << 20)
#define LINE_PIECE 65536

/**
 * struct line_filter - whole lines, kept or left out
 *
 * @choice: enum line_choice: which are kept.
 * @records: enum records_kind: whose rows are lines.
 * @give: called with the lines that are kept, as soon as they are known; returns 0, or
 *	-ECANCELED to stop.
 * @context: for @give.
 * @search: what is asked of the stream.
 * @stream: the stream that judges them.
 * @walk: where it is.
 * @buf: lines that are kept, @kept bytes, and then the current line: @n bytes; owned.
 * @bad: the current line has an error.
 * @is_long: it is too long; what becomes of it is known.
 * @longs: how many lines were too long.
 */
struct line_filter {
	u8 choice;
	u8 records;
	int (*give)(void *context, const u8 *p, size_t n);
	void *context;
	struct error_search search;
	struct error_stream stream;
	struct line_walk walk;
	u8 *buf;
	size_t kept;
	size_t n;
	bool bad;
	bool is_long;
	u64 longs;
};

/* Begin, where the members up to @context are set.  Return: 0 or a negative errno. */
int line_filter_open(struct line_filter *l, struct utf8check *engine,
		     const struct utf8check_config *config);

/* A filter that is all zero may be closed too. */
void line_filter_close(struct line_filter *l);

/*
 * The next bytes, at most LINE_PIECE; without bytes, the text has ended.  Return: 0; a
 * negative errno, which is -ECANCELED when @give stops.
 */
int line_filter_push(struct line_filter *l, const u8 *p, size_t n);

/* What the ends of lines are to be: "keep", "lf", "crlf"; NEWLINE_ONE, all alike, has no name. */
enum newline { NEWLINE_KEEP, NEWLINE_LF, NEWLINE_CRLF, NEWLINE_ONE };
const char *newline_name(unsigned int i);

/**
 * struct newline_state - a text whose ends of lines are changed
 *
 * @want: NEWLINE_LF or NEWLINE_CRLF.
 * @encoding: enum utf8check_encoding, not "auto".
 * @held: a CR waits for what is after it; false at the start.
 */
struct newline_state {
	u8 want;
	u8 encoding;
	bool held;
};

/*
 * The next bytes, whole units, with other ends of lines; with none the text has ended.  @to has
 * room for twice as many, and 4 bytes.  Return: how many bytes were written.
 */
size_t newline_change(struct newline_state *s, const u8 *p, size_t n, u8 *to);

#endif /* TEXT_LINES_H */
