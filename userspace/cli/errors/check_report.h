/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The report of a check as HTML: check --html.
 */
#ifndef ERRORS_CHECK_REPORT_H
#define ERRORS_CHECK_REPORT_H

#include "command/check.h"
#include "errors/find_errors.h"

/*
 * Begin a report for @c, which then reads one file after the other.  Returns an exit
 * code, after a message where the file @name cannot be written.
 */
int check_report_begin(struct check *c, const char *name);

/* An error was found in the file at hand. */
void check_report_error(struct check *c, const struct utf8check_error *e);

/* The file at hand came to its end, with or without errors. */
void check_report_file(struct check *c, struct input *in,
		       const struct error_search *search);

/* Write the page.  Returns an exit code, after a message where it failed. */
int check_report_end(struct check *c);

#endif /* ERRORS_CHECK_REPORT_H */
