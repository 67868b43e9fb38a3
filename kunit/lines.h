/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines of NormalizationTest.txt, which the module or the program contains as it is.
 */
#ifndef U8C_LINES_H
#define U8C_LINES_H

#include "../module/core/u8c.h"

#define U8C_LINES_COLUMNS 5
/* Bytes of a column at most: U+FDFA in NFKD is the longest. */
#define U8C_LINES_MAX 128

/* The whole file. */
extern const u8 u8c_lines_begin[], u8c_lines_end[];

/**
 * struct u8c_line - a line: source, NFC, NFD, NFKC and NFKD, as UTF-8
 *
 * @next: the text of the file after it.
 * @part: the part of the file.
 * @first: the first code point of the source.
 * @p: the columns.
 * @n: bytes of each.
 */
struct u8c_line {
	const u8 *next;
	unsigned int part;
	u32 first;
	u8 p[U8C_LINES_COLUMNS][U8C_LINES_MAX];
	size_t n[U8C_LINES_COLUMNS];
};

/* Sets @line to before the first line of the file. */
void u8c_line_start(struct u8c_line *line);

/* Reads the next line.  Return: false after the last line, or if the text is no line. */
bool u8c_line_next(struct u8c_line *line);

/* Which column must be the form of another column. */
unsigned int u8c_line_form(enum utf8check_form form, unsigned int column);

/* Does an earlier column with the same text make the same test? */
bool u8c_line_repeats(const struct u8c_line *line, unsigned int column);

#endif /* U8C_LINES_H */
