/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The text around the errors of a file, in whatever pieces its bytes come.
 */
#ifndef CHECK_ERROR_TEXT_H
#define CHECK_ERROR_TEXT_H

#include <stdio.h>
#include "base/text/lines.h"

/* As much as --around takes, and --whole-lines shows before the first error of a line. */
#define AROUND_MOST 4096

/**
 * struct error_text - the current line
 *
 * @to: where text is printed.
 * @name: of the file.
 * @around: how many bytes are shown before an error, and after it, of its line.
 * @walk: where the text is.
 * @line: the number of the line.
 * @start: the offset of @buf in the text.
 * @line_start: the offset of the line.
 * @first: where what is shown begins, where an error was met; else 0.
 * @until: and where it ends at the latest; 0: no error was met.
 * @n: bytes of @buf.
 * @buf: what came last of the line.
 */
struct error_text {
	FILE *to;
	const char *name;
	size_t around;
	struct line_walk walk;
	u64 line;
	u64 start;
	u64 line_start;
	u64 first;
	u64 until;
	size_t n;
	u8 buf[10 * AROUND_MOST];
};

/* A text begins; the last three are members. */
void error_text_begin(struct error_text *t, FILE *to, const char *name, size_t around);

/* An error of the piece of the walk, or before it.  Return: is it the first one shown? */
bool error_text_met(struct error_text *t, const struct utf8check_error *e);

#endif /* CHECK_ERROR_TEXT_H */
