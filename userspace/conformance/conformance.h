/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors through one engine or both.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "base/types.h"

enum conformance_style { STYLE_LINES, STYLE_TAP, STYLE_JSON };

/**
 * struct conformance_options - how vectors are run
 *
 * @few: in few splits, for very large files.
 * @style: enum conformance_style: what is printed.
 */
struct conformance_options {
	u8 few;
	u8 style;
};

/* Run the vectors of files, or those that are built in.  Return: an exit code. */
int conformance_run_files(const struct conformance_options *options, char **files);

#endif /* CONFORMANCE_H */
