/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * An error record on paper.
 */
#ifndef PRINT_ERROR_H
#define PRINT_ERROR_H

#include <stdbool.h>
#include <stdio.h>
#include "utf8check.h"

/* FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES, and a line feed. */
void report_error(FILE *to, const char *file, const struct utf8check_error *e);

/*
 * What ended a stream that is rejected.  With "shortest" the first error may
 * have been mended: then also where the one is that could not be.
 */
void report_rejection(FILE *to, const char *file,
		      const struct utf8check_report *r);

/* A JSON object, after a comma unless it is the first of its array. */
void report_error_json(FILE *to, const struct utf8check_error *e, bool first);

/* FILE: REASON: COUNT, a line for each reason that there was. */
void report_summary(FILE *to, const char *file,
		    const struct utf8check_report *r);

#endif /* PRINT_ERROR_H */
