// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Places in a text that several streams judge, one part each.
 */
#include "base/text/place.h"

void place_error(struct utf8check_error *e, const struct place *base)
{
	e->offset += base->offset;
	if (e->line == 1)
		e->column += base->column - 1;
	if (e->line)
		e->line += base->line - 1;
}

struct place place_after(const struct place *base, const struct place *more)
{
	struct utf8check_error here = {
		.offset = more->offset,
		.line = more->line,
		.column = more->column,
	};

	place_error(&here, base);
	return (struct place){ here.offset, here.line, here.column };
}

struct place place_reached(const struct utf8check_report *report,
			   const struct place *base)
{
	const struct place reached = {
		.offset = report->bytes_in,
		.line = report->line ? report->line : 1,
		.column = report->line ? report->column : 1,
	};

	return place_after(base, &reached);
}

void place_add_report(struct utf8check_report *sum, const struct utf8check_report *more,
		      const struct place *base)
{
	size_t i;

	if (!sum->errors && more->errors) {
		sum->first = more->first;
		place_error(&sum->first, base);
	}
	sum->errors += more->errors;
	for (i = 0; i < ARRAY_SIZE(sum->by_reason); i++)
		sum->by_reason[i] += more->by_reason[i];
	sum->state |= more->state & UTF8CHECK_STATE_REJECTED;
	sum->bytes_in = base->offset + more->bytes_in;
}
