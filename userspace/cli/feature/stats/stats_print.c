// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the text of a file consists of, printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/say/message.h"
#include "feature/stats/stats_print.h"

/* Reasons that say what a code point is. */
static const u8 classes[] = {
	UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_BIDI_CONTROL, UTF8CHECK_REASON_DEFAULT_IGNORABLE,
	UTF8CHECK_REASON_NONCHARACTER, UTF8CHECK_REASON_UNASSIGNED, UTF8CHECK_REASON_PRIVATE_USE,
};

static struct script_stats sum_of_scripts(const struct text_stats *t)
{
	struct script_stats all = { 0 };
	unsigned int i;

	for (i = 0; i < SCRIPTS_MAX; i++)
		script_stats_add(&all, &t->scripts[i]);
	return all;
}

/* The kind of all line ends; "mixed" where there is more than one. */
static const char *line_ends(const struct text_stats *t)
{
	if (!t->lf && !t->crlf && !t->cr)
		return "none";
	if (!t->crlf && !t->cr)
		return "LF";
	if (!t->lf && !t->cr)
		return "CRLF";
	return t->lf || t->crlf ? "mixed" : "CR";
}

static void print_lines(const struct text_stats *t)
{
	const struct text_span *l = &t->longest_line;

	printf("  line ends         %s", line_ends(t));
	if (t->lf || t->crlf || t->cr)
		printf(" (LF %" PRIu64 ", CRLF %" PRIu64 ", CR %" PRIu64 ")",
		       t->lf, t->crlf, t->cr);
	puts(t->line.bytes ? "; the last line has none" : "");
	printf("  lines             %" PRIu64, text_stats_lines(t));
	if (l->number)
		printf("; the longest: line %" PRIu64 ", %" PRIu64 " bytes, %" PRIu64 " code points",
		       l->number, l->bytes, l->code_points);
	putchar('\n');
}

static void print_classes(const struct text_stats *t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(classes); i++)
		if (t->by_class[classes[i]])
			printf("  %-18s%" PRIu64 "\n",
			       utf8check_reason_name(classes[i]),
			       t->by_class[classes[i]]);
}

static void print_script_row(const char *name, const struct script_stats *s)
{
	printf("  %-22s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "\n",
	       name, s->code_points, s->utf8, s->utf16, 4 * s->code_points);
}

static void print_script_rows(const struct text_stats *t)
{
	struct script_stats all = sum_of_scripts(t);
	unsigned int i;

	printf("  %-22s %12s %12s %12s %12s\n", "script", "code points",
	       "UTF-8", "UTF-16", "UTF-32");
	for (i = 0; i < SCRIPTS_MAX; i++)
		if (t->scripts[i].code_points)
			print_script_row(script_name(i), &t->scripts[i]);
	print_script_row("all", &all);
}

static void print_stats_table(const char *name, const struct text_stats *t)
{
	const struct text_span *r = &t->longest_run;

	file_print_name(name);
	printf("\n  bytes             %" PRIu64 "\n", t->bytes);
	printf("  code points       %" PRIu64 "; of 1 to 4 bytes: %" PRIu64
	       ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n", t->code_points,
	       t->by_length[0], t->by_length[1], t->by_length[2],
	       t->by_length[3]);
	if (t->errors)
		printf("  ill-formed        %" PRIu64 " places, %" PRIu64 " bytes\n",
		       t->errors, t->error_bytes);
	printf("  byte order mark   %s\n",
	       *t->signature.name ? t->signature.name : "none");
	print_lines(t);
	if (r->code_points)
		printf("  longest run       %" PRIu64 " code points of %s, at byte %" PRIu64 "\n",
		       r->code_points, script_name(r->number), r->offset);
	print_classes(t);
	print_script_rows(t);
}

static void json_lines(const struct text_stats *t)
{
	const struct text_span *l = &t->longest_line;

	printf(",\"lines\":{\"count\":%" PRIu64 ",\"ends\":\"%s\",\"lf\":%" PRIu64
	       ",\"crlf\":%" PRIu64 ",\"cr\":%" PRIu64 ",\"last_unterminated\":%s}",
	       text_stats_lines(t), line_ends(t), t->lf, t->crlf, t->cr,
	       t->line.bytes ? "true" : "false");
	if (l->number)
		printf(",\"longest_line\":{\"line\":%" PRIu64 ",\"offset\":%" PRIu64
		       ",\"bytes\":%" PRIu64 ",\"code_points\":%" PRIu64 "}",
		       l->number, l->offset, l->bytes, l->code_points);
	else
		fputs(",\"longest_line\":null", stdout);
}

static void json_run(const struct text_span *r)
{
	if (r->code_points)
		printf(",\"longest_run\":{\"script\":\"%s\",\"offset\":%" PRIu64
		       ",\"bytes\":%" PRIu64 ",\"code_points\":%" PRIu64 "}",
		       script_name(r->number), r->offset, r->bytes, r->code_points);
	else
		fputs(",\"longest_run\":null", stdout);
}

static void json_classes(const struct text_stats *t)
{
	size_t i;

	fputs(",\"classes\":{", stdout);
	for (i = 0; i < ARRAY_SIZE(classes); i++)
		printf("%s\"%s\":%" PRIu64, i ? "," : "",
		       utf8check_reason_name(classes[i]), t->by_class[classes[i]]);
	putchar('}');
}

static void json_cost(const struct script_stats *s)
{
	printf("\"code_points\":%" PRIu64 ",\"utf8\":%" PRIu64 ",\"utf16\":%" PRIu64
	       ",\"utf32\":%" PRIu64, s->code_points, s->utf8, s->utf16,
	       4 * s->code_points);
}

static void json_scripts(const struct text_stats *t)
{
	const char *comma = "";
	unsigned int i;

	fputs(",\"scripts\":[", stdout);
	for (i = 0; i < SCRIPTS_MAX; i++) {
		if (!t->scripts[i].code_points)
			continue;
		printf("%s{\"script\":\"%s\",", comma, script_name(i));
		json_cost(&t->scripts[i]);
		putchar('}');
		comma = ",";
	}
	putchar(']');
}

static void print_stats_json(const char *name, const struct text_stats *t)
{
	struct script_stats all = sum_of_scripts(t);

	file_print_json(name);
	printf(",\"bytes\":%" PRIu64 ",", t->bytes);
	json_cost(&all);
	printf(",\"by_length\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
	       t->by_length[0], t->by_length[1], t->by_length[2],
	       t->by_length[3]);
	printf(",\"error_count\":%" PRIu64 ",\"error_bytes\":%" PRIu64,
	       t->errors, t->error_bytes);
	if (*t->signature.name)
		printf(",\"bom\":\"%s\"", t->signature.name);
	else
		fputs(",\"bom\":null", stdout);
	json_lines(t);
	json_run(&t->longest_run);
	json_classes(t);
	json_scripts(t);
	puts("}");
}

int stats_print(bool json, const char *name, const struct text_stats *t)
{
	if (json)
		print_stats_json(name, t);
	else
		print_stats_table(name, t);
	return t->errors ? CLI_INVALID : CLI_WELL;
}
