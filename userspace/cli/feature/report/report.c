// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is found by a check or a scan, put into the page of HTML.
 *
 * To say in which scripts the invalid files are, each of them is read again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/character.h"
#include "base/say/error.h"
#include "base/say/message.h"
#include "base/say/verdict.h"
#include "base/text/text_stats.h"
#include "feature/report/html_report.h"
#include "feature/report/report.h"

/* Characters of each of two names that are shown. */
#define DIFFERENCE_MAX 4

static struct html_report report;

static bool is_target(void *to, const struct input *in)
{
	return html_report_replaces(to, in);
}

/* The characters of a name that are told of, owned; NULL without memory. */
static char *characters_of(const char *text)
{
	char *found = NULL;
	size_t size;
	FILE *to = open_memstream(&found, &size);

	if (!to)
		return NULL;
	characters_print(to, (const u8 *)text, strlen(text), false);
	return fclose(to) ? NULL : found;
}

static char *character_of_error(const struct utf8check_error *e)
{
	char text[CHARACTER_NAME_MAX + 16] = "";
	FILE *to = fmemopen(text, sizeof(text), "w");

	if (!to)
		return NULL;
	if (error_point(e) >= 0)
		character_print(to, error_point(e));
	fclose(to);
	return strdup(text);
}

/* The first characters of a text, each by its code point. */
static void print_points(FILE *to, const u8 *p, const u8 *end)
{
	unsigned int count;
	u64 point = 0;
	int n;

	if (p == end)
		fputs("nothing", to);
	for (count = 0; p < end; p += n, count++) {
		n = utf8check_decode(NULL, p, end - p, true, &point, NULL);
		if (n <= 0 || count == DIFFERENCE_MAX) {
			fputs(", ...", to);
			return;
		}
		fputs(count ? ", " : "", to);
		character_print(to, point);
	}
}

/* What two names have between the start and the end that both have. */
static char *difference_of(const struct directory_name *a, const struct directory_name *b)
{
	const u8 *p = (const u8 *)a->text, *q = (const u8 *)b->text;
	const u8 *p_end = p + a->length, *q_end = q + b->length;
	char *found = NULL;
	size_t size;
	FILE *to = open_memstream(&found, &size);

	if (!to)
		return NULL;
	for (; p < p_end && q < q_end && *p == *q; p++, q++)
		;
	while (p > (const u8 *)a->text && (is_continuation(*p) || is_continuation(*q)))
		p--, q--;
	for (; p_end > p && q_end > q && p_end[-1] == q_end[-1]; p_end--, q_end--)
		;
	while (is_continuation(*p_end) || is_continuation(*q_end))
		p_end++, q_end++;
	print_points(to, p, p_end);
	fputs(" / ", to);
	print_points(to, q, q_end);
	return fclose(to) ? NULL : found;
}

static void add_error(void *to, const char *file, const struct utf8check_error *e)
{
	const char *reason = utf8check_reason_name(e->reason);
	struct html_finding *f = html_report_add(to, e->bytes, e->count);

	html_report_count(to, HTML_BY_REASON, reason, 1);
	if (!f)
		return;
	f->where = strdup(file);
	if (asprintf(&f->place, "%" PRIu64 ":%" PRIu64 ", byte %" PRIu64,
		     (u64)e->line, (u64)e->column, (u64)e->offset) < 0)
		f->place = NULL;
	f->what = strdup(reason);
	f->characters = character_of_error(e);
}

/* Return: whether all of it could be read. */
static bool count_text(struct text_stats *t, struct input *in)
{
	static u8 piece[65536];
	ssize_t got = input_seek(in, 0);

	while (!got && (got = input_fill(in, piece, sizeof(piece))) > 0) {
		text_stats_push(t, piece, got);
		got = 0;
	}
	return !got;
}

static void add_file(void *to, struct input *in, bool utf8, u64 errors)
{
	static struct text_stats t;

	if (!errors)
		return;
	html_report_count_folder(to, in->name, errors);
	if (!utf8 || !S_ISREG(in->stat.st_mode))
		return;
	text_stats_start(&t);
	if (count_text(&t, in)) {
		text_stats_end(&t);
		html_report_count_scripts(to, &t);
	}
}

static void count_scripts(struct html_report *r, const char *text)
{
	static struct text_stats t;

	text_stats_start(&t);
	text_stats_push(&t, (const u8 *)text, strlen(text));
	text_stats_end(&t);
	html_report_count_scripts(r, &t);
}

static char *classes_of(const struct utf8check_verdict *v)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	verdict_print_classes(to, v, false);
	return fclose(to) ? NULL : text;
}

static void add_name(void *to, const struct folder *f, const struct directory_name *name,
		     bool target, const struct utf8check_verdict *v)
{
	const char *text = target ? name->target : name->text;
	struct html_finding *finding = html_report_add(to, text, strlen(text));
	unsigned int i;

	for (i = 1; i < UTF8CHECK_CLASSES; i++)
		if (v->classes & BIT(i))
			html_report_count(to, HTML_BY_CLASS, utf8check_class_name(i), 1);
	html_report_count(to, HTML_BY_FOLDER, f->path, 1);
	count_scripts(to, text);
	if (!finding)
		return;
	finding->where = path_join(f->path, name->text);
	finding->place = strdup(target ? "target refused" : "refused");
	finding->what = classes_of(v);
	finding->characters = characters_of(text);
}

static void report_pair(void *to, const struct folder *f, const struct directory_name *a,
			const struct directory_name *b, const char *same)
{
	struct html_finding *finding = html_report_add(to, b->text, b->length);
	char kind[64];

	snprintf(kind, sizeof(kind), "the same under %s", same);
	html_report_count(to, HTML_BY_CLASS, kind, 2);
	html_report_count(to, HTML_BY_FOLDER, f->path, 2);
	count_scripts(to, a->text);
	count_scripts(to, b->text);
	if (!finding)
		return;
	finding->where = path_join(f->path, a->text);
	finding->place = strdup(b->text);
	finding->what = strdup(kind);
	finding->characters = difference_of(a, b);
}

static void name_columns(enum report_kind kind)
{
	const char *by_folder = "names", *by_script = "code points in these names";

	report.title = "utf8check: names in trees";
	report.place = "verdict or other name";
	if (kind == REPORT_CHECK) {
		report.title = "utf8check: errors in files";
		report.place = "place";
		by_folder = "errors";
		by_script = "code points in invalid files";
	} else {
		report.columns[HTML_BY_CLASS][0] = "class";
		report.columns[HTML_BY_CLASS][1] = "names";
	}
	if (kind == REPORT_SCAN_CONTENT) {
		report.title = "utf8check: names and files in trees";
		report.place = "verdict, other name, or place";
		by_folder = "names and errors";
		by_script = "code points in these names and files";
	}
	report.columns[HTML_BY_REASON][0] = "reason";
	report.columns[HTML_BY_REASON][1] = "errors";
	report.columns[HTML_BY_FOLDER][0] = "folder";
	report.columns[HTML_BY_FOLDER][1] = by_folder;
	report.columns[HTML_BY_SCRIPT][0] = "script";
	report.columns[HTML_BY_SCRIPT][1] = by_script;
}

const struct findings *report_begin(enum report_kind kind, const char *name)
{
	static const struct findings findings = {
		.to = &report,
		.is_target = is_target,
		.error = add_error,
		.file = add_file,
		.name = add_name,
		.pair = report_pair,
	};

	name_columns(kind);
	return html_report_open(&report, name) == CLI_WELL ? &findings : NULL;
}

const struct stat *report_old(void)
{
	return html_report_old(&report);
}

int report_end(const char *summary)
{
	return html_report_close(&report, summary);
}
