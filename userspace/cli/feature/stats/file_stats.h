/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the text of a file consists of, counted and printed.
 *
 * A text may be counted in pieces that each end after a line end, so that neither a sequence
 * nor a line continues in the next one.  Only a run of one script may: it counts as two.
 */
#ifndef STATS_FILE_STATS_H
#define STATS_FILE_STATS_H

#include "base/text/text_stats.h"
#include "base/file/input.h"

struct json_object;

/*
 * Count a text from where its file stands, to its end, by as many threads as may read a big file.
 * @t is all zero, or has the counts of another file.  Return: 0; a negative errno: then the
 * counts say nothing.
 */
int file_stats_read(struct text_stats *t, struct input *in, unsigned int threads);

/* Print all that was counted in the file @name.  Return: an exit code. */
int stats_print(bool json, const char *name, const struct text_stats *t);

/* Read the counts of a piece, as they were printed as JSON; false where they are something else. */
bool stats_read_piece(struct text_stats *t, struct json_object *row);

/*
 * Add the counts of the next piece, which stats_read_piece() has read.  False where the
 * text before it does not end after a line end.
 */
bool stats_add_piece(struct text_stats *sum, const struct text_stats *piece);

#endif /* STATS_FILE_STATS_H */
