// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The report of a scan as HTML.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "utf8check.h"
#include "base/say/verdict.h"
#include "feature/scan/judge.h"

static struct html_report report = {
	.title = "utf8check: names in trees",
	.place = "verdict or other name",
	.columns = {
		[HTML_BY_CLASS] = { "class", "names" },
		[HTML_BY_REASON] = { "reason", "errors" },
		[HTML_BY_FOLDER] = { "folder", "names" },
		[HTML_BY_SCRIPT] = { "script", "code points in these names" },
	},
};

int scan_report_begin(struct scan_rules *rules, const char *name)
{
	rules->report = &report;
	if (rules->content) {
		rules->content->report = &report;
		report.title = "utf8check: names and files in trees";
		report.place = "verdict, other name, or place";
		report.columns[HTML_BY_FOLDER][1] = "names and errors";
		report.columns[HTML_BY_SCRIPT][1] = "code points in these names and files";
	}
	return html_report_open(rules->report, name);
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

void scan_report_name(struct html_report *r, const struct folder *f,
		      const struct directory_name *name, bool target,
		      const struct utf8check_verdict *v)
{
	const char *text = target ? name->target : name->text;
	struct html_finding *finding = html_report_add(r, text, strlen(text));
	unsigned int i;

	for (i = 1; i < U8C_CLASSES; i++)
		if (v->classes & U8C_BIT(i))
			html_report_count(r, HTML_BY_CLASS, utf8check_class_name(i), 1);
	html_report_count(r, HTML_BY_FOLDER, f->path, 1);
	count_scripts(r, text);
	if (!finding)
		return;
	finding->where = path_join(f->path, name->text);
	finding->place = strdup(target ? "target refused" : "refused");
	finding->what = classes_of(v);
}

void scan_report_pair(struct html_report *r, const struct folder *f,
		      const struct directory_name *a,
		      const struct directory_name *b, const char *same)
{
	struct html_finding *finding = html_report_add(r, b->text, b->length);
	char kind[64];

	snprintf(kind, sizeof(kind), "the same under %s", same);
	html_report_count(r, HTML_BY_CLASS, kind, 2);
	html_report_count(r, HTML_BY_FOLDER, f->path, 2);
	count_scripts(r, a->text);
	count_scripts(r, b->text);
	if (!finding)
		return;
	finding->where = path_join(f->path, a->text);
	finding->place = strdup(b->text);
	finding->what = strdup(kind);
}

int scan_report_end(const struct scan_counts *counts, const struct check *content)
{
	char summary[400];
	int n;

	n = snprintf(summary, sizeof(summary),
		     "Folders: %" PRIu64 ", names: %" PRIu64 ", refused: %" PRIu64 ", pairs that are the same: %" PRIu64 ", refused targets of links: %" PRIu64 ".",
		     counts->folders, counts->names, counts->refused, counts->same, counts->targets);
	if (content)
		snprintf(summary + n, sizeof(summary) - n,
			 " Files: %" PRIu64 ", bytes: %" PRIu64 ", invalid files: %" PRIu64 ", errors: %" PRIu64 ".",
			 content->totals.files, content->totals.bytes,
			 content->totals.invalid, content->totals.errors);
	return html_report_close(&report, summary);
}
