// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The verdict on a name, printed.
 */
#include <inttypes.h>
#include "base/say/character.h"
#include "base/say/color.h"
#include "base/say/escape.h"
#include "base/say/verdict.h"

void verdict_print_classes(FILE *to, const struct utf8check_verdict *v,
			   bool json)
{
	const char *gap = "", *quote = json ? "\"" : "";
	unsigned int i;

	for (i = 1; i < UTF8CHECK_CLASSES; i++)
		if (v->classes & BIT(i)) {
			fprintf(to, "%s%s%s%s", gap, quote,
				utf8check_class_name(i), quote);
			gap = json ? "," : " ";
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
	long point;

	escaped_print(stdout, p, len);
	fputs(": ", stdout);
	color_print(stdout, v->ok ? COLOR_GOOD : COLOR_BAD, v->ok ? "ok" : "refused");
	if (v->primary)
		printf(": %s", utf8check_class_name(first_class(v, refuse)));
	if (v->classes) {
		fputs(" [", stdout);
		verdict_print_classes(stdout, v, false);
		putchar(']');
	}
	putchar('\n');
	for (i = 0; i < v->findings; i++, f++) {
		printf("  byte %u: %s", f->offset,
		       utf8check_class_name(f->what));
		fputs(f->length ? ": " : "", stdout);
		hex_print_words(stdout, p + f->offset, f->length, 8);
		point = character_of(p + f->offset, f->length);
		if (point >= 0 && !character_is_seen(point)) {
			fputs(" (", stdout);
			character_print(stdout, point);
			putchar(')');
		}
		putchar('\n');
	}
	if (v->hidden_dotdot)
		printf("  byte %" PRIu64 ": some decoder (%s) reads a component '..' here that the bytes do not show\n",
		       (u64)v->hidden_offset, utf8check_decoder_name(v->hidden_decoder));
}

static void print_findings_json(const u8 *p, const struct utf8check_verdict *v,
				const struct utf8check_finding *f)
{
	long point;
	u32 i;

	fputs("\"findings\":[", stdout);
	for (i = 0; i < v->findings; i++, f++) {
		printf("%s{\"offset\":%u,\"length\":%u,\"class\":\"%s\"",
		       i ? "," : "", f->offset, f->length,
		       utf8check_class_name(f->what));
		point = character_of(p + f->offset, f->length);
		if (point >= 0) {
			putchar(',');
			character_print_json(stdout, point);
		}
		putchar('}');
	}
	fputs("],", stdout);
}

void verdict_print_json(const u8 *p, size_t len,
			const struct utf8check_verdict *v,
			const struct utf8check_finding *f)
{
	fputs("{\"name_hex\":\"", stdout);
	hex_print(stdout, p, len);
	printf("\",\"ok\":%s,\"primary\":\"%s\",\"classes\":[",
	       v->ok ? "true" : "false", utf8check_class_name(v->primary));
	verdict_print_classes(stdout, v, true);
	fputs("],", stdout);
	print_findings_json(p, v, f);
	if (v->hidden_dotdot)
		printf("\"hidden_dotdot\":{\"found\":true,\"offset\":%" PRIu64 ",\"decoder\":\"%s\"}}\n",
		       (u64)v->hidden_offset, utf8check_decoder_name(v->hidden_decoder));
	else
		puts("\"hidden_dotdot\":{\"found\":false,\"offset\":null,\"decoder\":null}}");
}
