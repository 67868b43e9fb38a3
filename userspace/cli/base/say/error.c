// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * An error record, printed.
 */
#include <inttypes.h>
#include <string.h>
#include "base/say/character.h"
#include "base/say/color.h"
#include "base/say/error.h"
#include "base/say/escape.h"

static void print_file(FILE *to, const char *file)
{
	color_print_name(to, file, strlen(file));
}

long error_point(const struct utf8check_error *e)
{
	if (e->reason >= UTF8CHECK_REASON_COMBINING_RUN && e->span)
		return e->value;
	/* What an encoder cannot write is well-formed, too. */
	return e->reason == UTF8CHECK_REASON_OUT_OF_RANGE ? character_of(e->bytes, e->count) : -1;
}

void error_print(FILE *to, const char *file, const struct utf8check_error *e)
{
	long point = error_point(e);

	print_file(to, file);
	color_begin(to, COLOR_PLACE);
	fprintf(to, ":%" PRIu64 ":%" PRIu64, (u64)e->line, (u64)e->column);
	color_end(to);
	fprintf(to, ": byte %" PRIu64 ": ", (u64)e->offset);
	color_print(to, COLOR_BAD, utf8check_reason_name(e->reason));
	fputs(": ", to);
	/* An error has no bytes only where something is missing. */
	if (!e->count)
		fputs("missing", to);
	hex_print_words(to, e->bytes, e->count, e->count);
	if (point >= 0 && !character_is_seen(point)) {
		fputs(" (", to);
		character_print(to, point);
		putc(')', to);
	}
	putc('\n', to);
}

void error_print_rejection(FILE *to, const char *file,
		      const struct utf8check_report *r)
{
	error_print(to, file, &r->first);
	if (r->bytes_in == r->first.offset)
		return;
	print_file(to, file);
	fprintf(to, ": byte %" PRIu64 ": cannot be mended\n",
		(u64)r->bytes_in);
}

void error_print_summary(FILE *to, const char *file,
		    const struct utf8check_report *r)
{
	unsigned int i;

	for (i = 0; utf8check_reason_name(i); i++)
		if (r->by_reason[i]) {
			escaped_print(to, (const u8 *)file, strlen(file));
			fprintf(to, ": %s: %" PRIu64 "\n",
				utf8check_reason_name(i), (u64)r->by_reason[i]);
		}
}

void error_print_json(FILE *to, const struct utf8check_error *e, bool first)
{
	long point = error_point(e);

	fprintf(to, "%s{\"offset\":%" PRIu64 ",\"length\":%u,\"reason\":\"%s\",\"bytes\":\"",
		first ? "" : ",", (u64)e->offset, e->length,
		utf8check_reason_name(e->reason));
	hex_print(to, e->bytes, e->count);
	putc('"', to);
	if (point >= 0) {
		putc(',', to);
		character_print_json(to, point);
	}
	if (e->span)
		fprintf(to, ",\"span\":%u,\"value\":%" PRIu64, e->span,
			(u64)e->value);
	fprintf(to, ",\"line\":%" PRIu64 ",\"column\":%" PRIu64 "}",
		(u64)e->line, (u64)e->column);
}
