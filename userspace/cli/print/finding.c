// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What was found, printed.
 */
#include <inttypes.h>
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

/* A character that a terminal does not show, after what it is in; -1: there is none. */
static void print_unseen(FILE *to, long point)
{
	if (point < 0 || character_is_seen(point))
		return;
	text_print(to, " (");
	character_print(to, point);
	text_print(to, ")");
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
	print_unseen(to, error_point(e));
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
	print_unseen(to, error_point(e));
	text_print(to, "\n");
}

void error_print_rejection(FILE *to, const char *file, const struct utf8check_report *r)
{
	error_print(to, file, &r->first);
	if (r->bytes_in == r->first.offset)
		return;
	color_print_name(to, file, strlen(file));
	fprintf(to, ": byte %" PRIu64 ": cannot be mended\n", (u64)r->bytes_in);
}

void error_print_summary(FILE *to, const char *file, const struct utf8check_report *r)
{
	unsigned int i;

	for (i = 0; utf8check_reason_name(i); i++)
		if (r->by_reason[i]) {
			escaped_print(to, (const u8 *)file, strlen(file));
			fprintf(to, ": %s: %" PRIu64 "\n",
				utf8check_reason_name(i), (u64)r->by_reason[i]);
		}
}

void error_begin_json(struct json *j, const struct utf8check_error *e)
{
	char line[ERROR_ROOM], *to;

	to = number_put(stpcpy(line, "{\"offset\":"), e->offset);
	to = number_put(stpcpy(to, ",\"length\":"), e->length);
	to = stpcpy(stpcpy(to, ",\"reason\":\""), error_reason_name(e->reason));
	stpcpy(hex_put(stpcpy(to, "\",\"bytes\":\""), e->bytes, e->count), "\"");
	json_put(j, J_LITERAL(NULL, line));
	character_put_json(j, error_point(e));
	if (e->span)
		json_put(j, J_NUMBER("span", e->span), J_NUMBER("value", e->value));
	to = number_put(stpcpy(line, "\"line\":"), e->line);
	number_put(stpcpy(to, ",\"column\":"), e->column);
	json_put(j, J_LITERAL(NULL, line));
}

/* --- characters */

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

void characters_put_json(struct json *j, const char *name)
{
	u32 listed[CHARACTERS_MAX];
	unsigned int count = characters_listed((const u8 *)name, strlen(name), listed), i;

	if (!count)
		return;
	json_put(j, J_OPEN("characters", "["));
	for (i = 0; i < count; i++) {
		json_put(j, J_OPEN(NULL, "{"));
		character_put_json(j, listed[i]);
		json_put(j, J_CLOSE("}"));
	}
	json_put(j, J_CLOSE("]"));
}

/* --- a verdict */

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

/* What to name first: the first class that is refused, or else the primary one. */
static unsigned int first_class(const struct utf8check_verdict *v, u64 refuse)
{
	const u64 refused = v->classes & (refuse | BIT(UTF8CHECK_CLASS_PROTECTED));

	return refused ? (u32)__builtin_ctzll(refused) : v->primary;
}

void verdict_print(const u8 *p, size_t len, const struct utf8check_verdict *v,
		   const struct utf8check_finding *f, u64 refuse)
{
	unsigned int i;

	escaped_print(stdout, p, len);
	fputs(": ", stdout);
	printf("%s%s%s", color_code(v->ok ? COLOR_GOOD : COLOR_BAD), v->ok ? "ok" : "refused",
	       color_code(COLOR_NONE));
	if (v->primary)
		printf(": %s", utf8check_class_name(first_class(v, refuse)));
	if (v->classes) {
		fputs(" [", stdout);
		verdict_print_classes(stdout, v);
		putchar(']');
	}
	putchar('\n');
	for (i = 0; i < v->findings; i++, f++) {
		printf("  byte %u: %s", f->offset,
		       utf8check_class_name(f->what));
		fputs(f->length ? ": " : "", stdout);
		hex_print_words(stdout, p + f->offset, f->length, 8);
		print_unseen(stdout, character_of(p + f->offset, f->length));
		putchar('\n');
	}
	if (v->hidden_dotdot)
		printf("  byte %" PRIu64 ": some decoder (%s) reads a component '..' here that the bytes do not show\n",
		       (u64)v->hidden_offset, utf8check_decoder_name(v->hidden_decoder));
}

static void put_found(struct json *j, const u8 *p, const struct utf8check_verdict *v,
		      const struct utf8check_finding *f)
{
	u32 i;

	json_put(j, J_OPEN("findings", "["));
	for (i = 0; i < v->findings; i++, f++) {
		json_put(j, J_OPEN(NULL, "{"), J_NUMBER("offset", f->offset),
			 J_NUMBER("length", f->length), J_WORD("class", utf8check_class_name(f->what)));
		character_put_json(j, character_of(p + f->offset, f->length));
		json_put(j, J_CLOSE("}"));
	}
	json_put(j, J_CLOSE("]"));
}

void verdict_print_json(const u8 *p, size_t len, const struct utf8check_verdict *v,
			const struct utf8check_finding *f)
{
	const char *decoder = v->hidden_dotdot ? utf8check_decoder_name(v->hidden_decoder) : NULL;
	struct json j = json_begin(stdout);

	json_put(&j, J_HEX("name_hex", p, len), J_BOOL("ok", v->ok),
		 J_WORD("primary", utf8check_class_name(v->primary)));
	json_put_bits(&j, "classes", utf8check_class_name, v->classes);
	put_found(&j, p, v, f);
	json_put(&j, J_OPEN("hidden_dotdot", "{"), J_BOOL("found", decoder),
		 J_KNOWN("offset", decoder, v->hidden_offset), J_WORD("decoder", decoder),
		 J_CLOSE("}"), J_END);
}
