/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sinks, which print findings.
 *
 * A command gives each finding to its sinks: the one that prints, and, with --html, the
 * one that makes a page.  A new way to print is a row of the table in sink.c.
 */
#ifndef PRINT_SINK_H
#define PRINT_SINK_H

#include <stdio.h>
#include "base/file/directory.h"
#include "base/file/input.h"
#include "base/types.h"
#include "print/total.h"
#include "utf8check.h"

/**
 * struct checked - a file, as far as it is known
 *
 * @name: of the file.
 * @bytes: how many it has; this and what follows, but for @shown, is known at its end.
 * @code_points: well-formed ones.
 * @errors: how many were found.
 * @shown: errors of it that were printed before.
 * @binary: it is binary, and so not invalid.
 * @err: 0, or why it could not be read to its end, or not be opened.
 * @text: the file, where it is read as UTF-8 and can be read again; or NULL.
 */
struct checked {
	const char *name;
	u64 bytes;
	u64 code_points;
	u64 errors;
	u64 shown;
	bool binary;
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

/* Those before STYLE_LIST are formats, which have names. */
enum print_style {
	STYLE_LINES, STYLE_GCC, STYLE_GITHUB, STYLE_SARIF, STYLE_JUNIT, STYLE_JSON, STYLE_LIST,
	STYLE_COUNT, STYLE_QUIET, STYLE_EXACT
};

/* In the order of enum print_style. */
extern const struct sink_ops print_styles[];
const char *print_format_name(unsigned int i);

/* End the sinks, which one without @ops ends.  Return: the exit code. */
int sinks_end(struct sink *s, const struct totals *t, int status);

/* A reason in half a line; the command sets the function, as it knows the texts. */
extern const char *(*sink_brief)(unsigned int reason);

#endif /* PRINT_SINK_H */
