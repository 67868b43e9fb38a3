/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The ends of lines: LF, or CR LF.
 */
#ifndef TEXT_NEWLINE_H
#define TEXT_NEWLINE_H

#include "base/types.h"

/* What the ends of lines are to be. */
enum newline { NEWLINE_ANY, NEWLINE_LF, NEWLINE_CRLF };

/* "lf" and "crlf", from 0; then NULL. */
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

/**
 * newline_change() - the next bytes, with other ends of lines
 * @s: the text
 * @p: the bytes, whole units
 * @n: how many; with 0 the text has ended
 * @to: room for twice as many, and 4 bytes
 *
 * Return: how many bytes it wrote.
 */
size_t newline_change(struct newline_state *s, const u8 *p, size_t n, u8 *to);

#endif /* TEXT_NEWLINE_H */
