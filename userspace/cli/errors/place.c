// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Places in a text that several streams judge, one part each.
 */
#include "errors/place.h"

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
