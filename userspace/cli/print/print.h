/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is found, printed.  A command makes findings, of which finding.c prints one; it gives them
 * to its sinks, sink.c and html.c; and total.c sums up.  Begin at struct sink_ops.
 */
#ifndef PRINT_PRINT_H
#define PRINT_PRINT_H

#include <stdio.h>
#include "base/file/directory.h"
#include "base/file/input.h"
#include "base/text/lines.h"
#include "base/types.h"
#include "print/json.h"
#include "utf8check.h"

/* --- an error record, a character, the classes of a name: finding.c */

/* A check of files has a reason that the library has not: a line does not end as is wanted. */
#define REASON_NEWLINE UTF8CHECK_REASONS

/* As utf8check_reason_name(), and also of that. */
const char *error_reason_name(unsigned int reason);

/* The code point that an error is about, where its bytes are well-formed; else -1. */
long error_point(const struct utf8check_error *e);

/*
 * FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES, and a line feed; before that the
 * character, where there is one.
 */
void error_print(FILE *to, const char *file, const struct utf8check_error *e);

/* REASON: BYTES, and the character, as error_print() does; ASCII, without colours. */
void error_print_what(FILE *to, const struct utf8check_error *e);

/* "code_point" and, where there is a name, "character", of a JSON object; not of -1. */
void character_put_json(struct json *j, long point);

/* All classes of a verdict, parted by spaces. */
void verdict_print_classes(FILE *to, const struct utf8check_verdict *v);

/* --- the row of a table in which an error is, and in CSV its field: records.c */

/**
 * struct records - how far a table has come
 *
 * @names: what the first row has, as far as there is room.
 * @kind: enum records_kind.
 * @walk: where its bytes are.
 * @row: the current row, from 1 on.
 * @field: its field, from 1 on.
 * @csv: how its next byte is read.
 * @is_data: the first row is not a header.
 */
struct records {
	char names[256][64 + 1];
	u8 kind;
	struct line_walk walk;
	u64 row;
	u64 field;
	struct csv csv;
	bool is_data;
};

/* A table begins; its kind is set. */
void records_begin(struct records *r);

/* Print where the next error is, for people or as members of an object. */
void records_print(FILE *to, struct records *r, u64 offset);
void records_put_json(struct json *j, struct records *r, u64 offset);

/* --- sums over files: total.c */

/**
 * enum notice - why files were not judged as all others are
 *
 * @NOTICE_BINARY: they are binary.
 * @NOTICE_OFF: attributes of git leave them out.
 * @NOTICE_CHARSET: attributes of git say in which charset they are.
 * @NOTICE_KNOWN: they have errors that are in the baseline.
 * @NOTICE_NO_BASELINE: a baseline that the commit does not have.
 */
enum notice {
	NOTICE_BINARY, NOTICE_OFF, NOTICE_CHARSET, NOTICE_KNOWN, NOTICE_NO_BASELINE, NOTICES
};

/**
 * struct totals - what was found in all files and all folders; numbers alone
 *
 * @files: how many were read, as far as they could be.
 * @invalid: how many of them have an error, and are not binary.
 * @binary: how many of them are binary.
 * @bytes: how many they have.
 * @code_points: how many of their code points are well-formed.
 * @errors: how many were found; where one is enough, no more are looked for.
 * @folders: directories.
 * @names: names in them.
 * @refused: names that the policy refuses.
 * @same: pairs of names that are the same.
 * @targets: targets of symbolic links that the policy for paths refuses.
 * @denormal: names that are not in NFC.
 * @stand_ins: names with characters that character_turned_back() turns back.
 * @notices: files that a notice names.
 */
struct totals {
	u64 files;
	u64 invalid;
	u64 binary;
	u64 bytes;
	u64 code_points;
	u64 errors;
	u64 folders;
	u64 names;
	u64 refused;
	u64 same;
	u64 targets;
	u64 denormal;
	u64 stand_ins;
	u64 notices[NOTICES];
};

void totals_add(struct totals *to, const struct totals *from);

/* Add what is final of a file, and count its notices; for the caller's thread only. */
void totals_add_file(struct totals *to, const char *name, const struct totals *found);

/**
 * struct tally - how often something was found, in a tree by keys
 *
 * @key: what; first, as the tree compares it.
 * @found: how often.
 * @known: how often before, where that is asked.
 */
struct tally {
	char *key;
	u64 found;
	u64 known;
};

/*
 * Find the tally of a key in a tree, which is NULL at first; twalk_r(3) and tdestroy(3) with free()
 * are for the tree.  @adds: where there is none, make one that is all 0.  Return: NULL where there
 * is none, or no memory.
 */
struct tally *tally_of(void **tree, const char *key, bool adds);

/* With a comma after each three digits. */
void print_grouped(FILE *to, u64 number);

/* Print the totals of names, or of files, as a sentence that begins so and has no end. */
void totals_print_names(FILE *to, const char *folders, const struct totals *t, bool grouped);
void totals_print_files(FILE *to, const char *files, const struct totals *t, bool grouped);

/**
 * struct sum - a sum
 *
 * @name: of what; for JSON, _ stands for a space in it.
 * @number: how much.
 */
struct sum {
	const char *name;
	u64 number;
};

/* Print @count sums as one line, of text or @json. */
void sums_print(bool json, const struct sum *sums, size_t count);

/*
 * Count what became of a file that is changed in place; @status is its exit code.  For the
 * caller's thread only.  Return: @status.
 */
int change_count(bool replaced, int status);

/* Say on standard error what became of them; of a @dry_run, what would. */
void changes_print(bool dry_run);

/* Count a file that the notice is about; for the caller's thread only. */
void notice_count(enum notice what, const char *name);

/* Print each notice: how many files there are, and the first of their names. */
void notices_print(void (*print)(void *to, const char *text), void *to);

/*
 * --- sinks, which print findings: sink.c
 *
 * A command gives each finding to its sinks: the one that prints, and, with --html, the
 * one that makes a page.  A new way to print is a row of the table in sink.c.
 */

/**
 * struct checked - a file, as far as it is known
 *
 * @name: of the file.
 * @found: the sums of it alone; known at its end, as is @err.
 * @shown: errors of it that were printed before.
 * @summary: what is said of it in place of all its errors, of which the first stands for all; or
 *	NULL.
 * @err: 0, or why it could not be read to its end, or not be opened.
 * @text: the file, where it is read as UTF-8 and can be read again; or NULL.
 */
struct checked {
	const char *name;
	struct totals *found;
	u64 shown;
	const char *summary;
	int err;
	struct input *text;
};

/**
 * struct named - a name that was judged, the target of a symbolic link, or two names
 *
 * @folder: the path of the folder that has the name.
 * @path: the path of the name.
 * @name: the name, or that of the link.
 * @target: what the link points to, where that was judged; else NULL.
 * @verdict: the verdict; NULL of two names.
 * @other: another name in the folder, that is the same; else NULL.
 * @same: under which form.
 */
struct named {
	const char *folder;
	const char *path;
	const struct directory_name *name;
	const char *target;
	const struct utf8check_verdict *verdict;
	const struct directory_name *other;
	const char *same;
};

/* What a sink wants. */
#define SINK_PLACES BIT(0)	/* errors, with line and column, as many as are printed */
#define SINK_ALL_ERRORS BIT(1)	/* each of them, at once */
#define SINK_NUMBER BIT(2)	/* how many errors there are */
#define SINK_HOLDS BIT(3)	/* errors only of what is known to be no binary file */
#define SINK_DOCUMENT BIT(4)	/* one file after the other */
#define SINK_LOST BIT(5)	/* the end of a file that could not be opened, too */

/* The sink that prints, and the page of HTML. */
#define SINKS_MAX 2

/**
 * struct sink - a place that findings are printed to
 *
 * @ops: how.
 * @to: where; of a thread, where it may print.
 * @own: what @ops needs for that; of text and JSON, the struct records, or NULL.
 */
struct sink {
	const struct sink_ops *ops;
	FILE *to;
	void *own;
};

/**
 * struct sink_ops - a way to print; what is NULL prints nothing
 *
 * @name: the word for --format; NULL where another option chooses it.
 * @wants: SINK_PLACES and so on.
 * @begin: before all files.
 * @error: an error of the current file.
 * @end_file: its end.
 * @verdict: a name that is refused, or in which something was found; or two names.
 * @end: after all files; @status: the exit code so far.  Returns one.
 */
struct sink_ops {
	const char *name;
	unsigned int wants;
	void (*begin)(struct sink *s);
	void (*error)(struct sink *s, const struct utf8check_error *e, const struct checked *f);
	void (*end_file)(struct sink *s, const struct checked *f);
	void (*verdict)(struct sink *s, const struct named *n);
	int (*end)(struct sink *s, const struct totals *t, int status);
};

/* The styles before STYLE_LIST are formats, which have names. */
enum print_style {
	STYLE_LINES, STYLE_GCC, STYLE_GITHUB, STYLE_SARIF, STYLE_JUNIT, STYLE_JSON, STYLE_LIST,
	STYLE_COUNT, STYLE_QUIET, STYLE_EXACT
};

/* In the order of enum print_style. */
extern const struct sink_ops print_styles[];

/* End the sinks, which one without @ops ends.  Return: the exit code. */
int sinks_end(struct sink *s, const struct totals *t, int status);

/* A reason in half a line; the command sets the function, as it knows the texts. */
extern const char *(*sink_brief)(unsigned int reason);

/* --- what is found by a check or a scan, as one page of HTML: html.c */

/**
 * html_open() - begin the page; there is one
 * @s: its sink
 * @about: what is found, for its title; must stay
 * @name: of the file for the page; must stay.  A pipe or a device is written to; any
 *	other file gets the whole page or stays as it is.
 *
 * Return: false after a message.
 */
bool html_open(struct sink *s, const char *about, const char *name);

/* Is this the file of the page?  Then no page is written. */
bool html_is_target(const struct input *in);

#endif /* PRINT_PRINT_H */
