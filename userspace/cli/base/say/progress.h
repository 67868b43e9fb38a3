/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How far long work has come, on the last line of a terminal.
 *
 * The line is on standard error.  It appears after a second, and goes before anything
 * else is printed, and at the end.
 */
#ifndef SAY_PROGRESS_H
#define SAY_PROGRESS_H

#include "base/types.h"

/* The value of --progress: enum cli_when. */
extern u8 progress_when;

/*
 * Work begins: of @total bytes, or 0 if that is not known.  "auto": there is a line only
 * on a terminal, unless standard output is one too and gets a text (@output_is_text).
 */
void progress_begin(u64 total, bool output_is_text);

/* Work on names begins; their number is not known. */
void progress_begin_names(bool output_is_text);

/* Add bytes, or names, that were read.  Any thread may call this. */
void progress_add(u64 count);

/* Take the line away, if there is one: something else is printed. */
void progress_hide(void);

#endif /* SAY_PROGRESS_H */
