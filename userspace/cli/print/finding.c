// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What was found, printed.
 */
#include <string.h>
#include "base/say/character.h"
#include "base/say/escape.h"
#include "print/print.h"

/* --- an error */

const char *error_reason_name(unsigned int reason)
{
	return reason == REASON_NEWLINE ? "newline" : utf8check_reason_name(reason);
}

long error_point(const struct utf8check_error *e)
{
	if (e->reason >= UTF8CHECK_REASON_COMBINING_RUN && e->span)
		return e->value;
	/* What an encoder cannot write is well-formed, too. */
	return e->reason == UTF8CHECK_REASON_OUT_OF_RANGE ? character_of(e->bytes, e->count) : -1;
}

/* There may be millions of errors: so what each one has is put together in this room. */
#define ERROR_ROOM 256

static char *put_what(char *to, const struct utf8check_error *e, bool in_color)
{
	to = text_put(to, in_color ? color_code(COLOR_BAD) : "");
	to = text_put(to, error_reason_name(e->reason));
	to = text_put(to, in_color ? color_code(COLOR_NONE) : "");
	/* An error has no bytes only where something is missing. */
	to = text_put(to, e->count ? ": " : ": missing");
	to = hex_put_words(to, e->bytes, e->count);
	if (e->reason == REASON_NEWLINE)
		to = stpcpy(to, e->count > 1 ? " (CR LF)" : " (LF)");
	return to;
}

void error_print_what(FILE *to, const struct utf8check_error *e)
{
	char what[ERROR_ROOM];

	put_what(what, e, false);
	text_print(to, what);
	character_print_unseen(to, error_point(e));
}

void error_print(FILE *to, const char *file, const struct utf8check_error *e)
{
	char line[ERROR_ROOM], *end;

	color_print_name(to, file, strlen(file));
	end = text_put(text_put(line, color_code(COLOR_PLACE)), ":");
	end = text_put(number_put(end, e->line), ":");
	end = text_put(number_put(end, e->column), color_code(COLOR_NONE));
	end = number_put(text_put(end, ": byte "), e->offset);
	end = put_what(text_put(end, ": "), e, true);
	fwrite_unlocked(line, end - line, 1, to);
	character_print_unseen(to, error_point(e));
	text_print(to, "\n");
}

/* --- characters, and classes of names */

void character_put_json(struct json *j, long point)
{
	char name[CHARACTER_NAME_MAX], number[32];

	if (point < 0)
		return;
	character_name(point, name);
	snprintf(number, sizeof(number), "U+%04lX", point);
	json_put(j, J_WORD("code_point", number));
	if (*name)
		json_put(j, J_WORD("character", name));
}

void verdict_print_classes(FILE *to, const struct utf8check_verdict *v)
{
	const char *gap = "";
	unsigned int i;

	for (i = 1; i < UTF8CHECK_CLASSES; i++)
		if (v->classes & BIT(i)) {
			fprintf(to, "%s%s", gap, utf8check_class_name(i));
			gap = " ";
		}
}
