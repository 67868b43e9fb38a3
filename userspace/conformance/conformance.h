/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors through one engine or both.  To read on: test.h, then vector.c and test_*.c.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "base/types.h"

enum conformance_style { STYLE_LINES, STYLE_TAP, STYLE_JSON };

/*
 * Run the vectors of files, or those that are built in; in few splits where @few, as very large
 * files need it.  Return: an exit code.
 */
int conformance_run_files(bool few, enum conformance_style style, char **files);

#endif /* CONFORMANCE_H */
