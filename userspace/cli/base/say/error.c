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

/* Room for what is printed of an error but for the names, which have no bound. */
#define ERROR_ROOM 256

/* "REASON: BYTES"; @bad and @none are around the reason. */
static char *put_what(char *to, const struct utf8check_error *e, const char *bad, const char *none)
{
	to = stpcpy(stpcpy(to, bad), utf8check_reason_name(e->reason));
	to = stpcpy(stpcpy(to, none), ": ");
	/* An error has no bytes only where something is missing. */
	if (!e->count)
		return stpcpy(to, "missing");
	return hex_put_words(to, e->bytes, e->count);
}

/* ":LINE:COLUMN: byte OFFSET: REASON: BYTES" */
static char *put_place(char *to, const struct utf8check_error *e)
{
	to = stpcpy(to, color_code(COLOR_PLACE));
	*to++ = ':';
	to = number_put(to, e->line);
	*to++ = ':';
	to = number_put(to, e->column);
	to = stpcpy(to, color_code(COLOR_NONE));
	to = number_put(stpcpy(to, ": byte "), e->offset);
	return put_what(stpcpy(to, ": "), e, color_code(COLOR_BAD), color_code(COLOR_NONE));
}

/* Print @line up to @end, the character and @after. */
static void print_line(FILE *to, char *line, char *end, const struct utf8check_error *e,
		       const char *after)
{
	long point = error_point(e);

	if (point >= 0 && !character_is_seen(point)) {
		end = stpcpy(end, " (");
		fwrite(line, end - line, 1, to);
		character_print(to, point);
		end = stpcpy(line, ")");
	}
	end = stpcpy(end, after);
	fwrite(line, end - line, 1, to);
}

void error_print(FILE *to, const char *file, const struct utf8check_error *e)
{
	char line[ERROR_ROOM], *end = put_place(line, e);

	print_file(to, file);
	print_line(to, line, end, e, "\n");
}

void error_print_what(FILE *to, const struct utf8check_error *e)
{
	char line[ERROR_ROOM], *end = put_what(line, e, "", "");

	print_line(to, line, end, e, "");
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

/* Its first members, without the brace at the end. */
static char *put_json(char *to, const struct utf8check_error *e)
{
	to = number_put(stpcpy(to, "{\"offset\":"), e->offset);
	to = number_put(stpcpy(to, ",\"length\":"), e->length);
	to = stpcpy(stpcpy(to, ",\"reason\":\""), utf8check_reason_name(e->reason));
	to = hex_put(stpcpy(to, "\",\"bytes\":\""), e->bytes, e->count);
	*to++ = '"';
	return to;
}

void error_print_json(FILE *to, const struct utf8check_error *e, bool first)
{
	char line[ERROR_ROOM], *end = line;
	long point = error_point(e);

	if (!first)
		*end++ = ',';
	end = put_json(end, e);
	if (point >= 0) {
		*end++ = ',';
		fwrite(line, end - line, 1, to);
		character_print_json(to, point);
		end = line;
	}
	if (e->span) {
		end = number_put(stpcpy(end, ",\"span\":"), e->span);
		end = number_put(stpcpy(end, ",\"value\":"), e->value);
	}
	end = number_put(stpcpy(end, ",\"line\":"), e->line);
	end = number_put(stpcpy(end, ",\"column\":"), e->column);
	fwrite(line, end - line, 1, to);
}
