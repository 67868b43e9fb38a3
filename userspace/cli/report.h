/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * An error record on paper.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "utf8check.h"

/* FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES, and a line feed. */
void report_error(FILE *to, const char *file, const struct utf8check_error *e);

/* A JSON object, after a comma unless it is the first of its array. */
void report_error_json(FILE *to, const struct utf8check_error *e, bool first);

#endif /* REPORT_H */
