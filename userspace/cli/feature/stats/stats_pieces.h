/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The counts of pieces of a text, as `stats --json` printed them, added up.
 *
 * Each piece ends after a line end, so neither a sequence nor a line continues in the next
 * one.  Only a run of one script may: it counts as two.
 */
#ifndef STATS_STATS_PIECES_H
#define STATS_STATS_PIECES_H

#include "base/text/text_stats.h"

struct json_object;

/* Read the counts of a piece; false where they are not what was printed. */
bool stats_read_piece(struct text_stats *t, struct json_object *row);

/*
 * Add the counts of the next piece, which stats_read_piece() has read.  False where the
 * text before it does not end after a line end.
 */
bool stats_add_piece(struct text_stats *sum, const struct text_stats *piece);

#endif /* STATS_STATS_PIECES_H */
