/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How a check prints what it has found.
 */
#ifndef CHECK_FORMAT_H
#define CHECK_FORMAT_H

#include "feature/check/check.h"

/**
 * struct check_format - a way to print errors
 *
 * @name: the word for --format; NULL where another option chooses it.
 * @lines: errors wait until it is known that the file is no binary one; those that
 *	are not printed are counted in a message.
 * @counts: how many errors a file has is printed.
 * @document: all files are in one document: they are checked one after the other.
 * @lost: a file that could not be opened has an end, too.
 * @begin: before all files.
 * @error: an error of the file at hand.
 * @file: its end; @err: 0, or why it could not be read to its end; of @lost, opened.
 * @end: after all files; @status: the exit code.
 */
struct check_format {
	const char *name;
	bool lines;
	bool counts;
	bool document;
	bool lost;
	void (*begin)(struct check *c);
	void (*error)(struct check *c, const struct utf8check_error *e);
	void (*file)(struct check *c, const struct error_search *search, int err);
	void (*end)(struct check *c, int status);
};

/* In the order of enum check_style. */
extern const struct check_format check_formats[];

#endif /* CHECK_FORMAT_H */
