/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Places in a text that several streams judge, one part each.
 */
#ifndef TEXT_PLACE_H
#define TEXT_PLACE_H

#include "utf8check.h"
#include "base/types.h"

/**
 * struct place - a place in a text
 *
 * @offset: in bytes.
 * @line: from 1; also where lines are not counted.
 * @column: from 1.
 */
struct place {
	u64 offset;
	u64 line;
	u64 column;
};

/*
 * Make the record of an error, which counts from @base on, count from the start of
 * the text.  Line and column stay 0 where they are not counted.
 */
void place_error(struct utf8check_error *e, const struct place *base);

/* The place that is @more after @base. */
struct place place_after(const struct place *base, const struct place *more);

/* The place that a stream has come to, which began at @base. */
struct place place_reached(const struct utf8check_report *report,
			   const struct place *base);

/* Add to a report what a stream has found that began at @base, and where it ended. */
void place_add_report(struct utf8check_report *sum, const struct utf8check_report *more,
		      const struct place *base);

#endif /* TEXT_PLACE_H */
