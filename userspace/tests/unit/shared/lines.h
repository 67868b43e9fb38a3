/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The lines of NormalizationTest.txt.
 */
#ifndef TESTS_LINES_H
#define TESTS_LINES_H

#include "common.h"

#define LINES_COLUMNS 5
#define LINES_COLUMN_MAX 32

/* A text of code points. */
struct lines_column {
	u32 at[LINES_COLUMN_MAX];
	size_t n;
};

/* The columns of a line: source, NFC, NFD, NFKC, NFKD; and the part of the file. */
struct lines_line {
	struct lines_column c[LINES_COLUMNS];
	unsigned int part;
};

/* Calls @try with each line of the file.  Run in userspace/. */
void lines_each(void (*try)(const struct lines_line *line));

/* The column that must be the form of another column. */
const struct lines_column *lines_form(const struct lines_line *line,
				      enum utf8check_form form, unsigned int column);

#endif /* TESTS_LINES_H */
