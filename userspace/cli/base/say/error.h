/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * An error record, printed.
 */
#ifndef SAY_ERROR_H
#define SAY_ERROR_H

#include <stdbool.h>
#include <stdio.h>
#include "utf8check.h"

/* The code point that an error is about, where its bytes are well-formed; else -1. */
long error_point(const struct utf8check_error *e);

/*
 * FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES, and a line feed; before that the
 * character, where there is one.
 */
void error_print(FILE *to, const char *file, const struct utf8check_error *e);

/* REASON: BYTES, and the character, as error_print() does; ASCII, without colours. */
void error_print_what(FILE *to, const struct utf8check_error *e);

/*
 * The error of a rejected stream.  With the action "shortest" the first error
 * may have been mended: then the place of the error that could not be mended
 * follows.
 */
void error_print_rejection(FILE *to, const char *file,
		      const struct utf8check_report *r);

/*
 * The error as a JSON object without its last brace; a comma is before all but the @first.
 */
void error_print_json(FILE *to, const struct utf8check_error *e, bool first);

/* FILE: REASON: COUNT, a line for each reason that occurred. */
void error_print_summary(FILE *to, const char *file,
		    const struct utf8check_report *r);

#endif /* SAY_ERROR_H */
