// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The report of a check as HTML.
 *
 * To say in which scripts the invalid files are, each of them is read again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "feature/check/check.h"
#include "feature/stats/file_stats.h"
#include "base/text/find_errors.h"

static struct html_report report = {
	.title = "utf8check: errors in files",
	.place = "place",
	.columns = {
		[HTML_BY_REASON] = { "reason", "errors" },
		[HTML_BY_FOLDER] = { "folder", "errors" },
		[HTML_BY_SCRIPT] = { "script", "code points in invalid files" },
	},
};

int check_report_begin(struct check *c, const char *name)
{
	c->report = &report;
	return html_report_open(c->report, name);
}

void check_report_error(struct check *c, const struct utf8check_error *e)
{
	const char *reason = utf8check_reason_name(e->reason);
	struct html_finding *f = html_report_add(c->report, e->bytes, e->count);

	html_report_count(c->report, HTML_BY_REASON, reason, 1);
	if (!f)
		return;
	f->where = strdup(c->name);
	if (asprintf(&f->place, "%" PRIu64 ":%" PRIu64 ", byte %" PRIu64,
		     (u64)e->line, (u64)e->column, (u64)e->offset) < 0)
		f->place = NULL;
	f->what = strdup(reason);
}

static void count_scripts(struct check *c, struct input *in)
{
	struct file_stats *s = calloc(1, sizeof(*s));

	if (s && !input_seek(in, 0) && !file_stats_read(s, in))
		html_report_count_scripts(c->report, &s->counts);
	free(s);
}

void check_report_file(struct check *c, struct input *in,
		       const struct error_search *search)
{
	if (!search->errors)
		return;
	html_report_count_folder(c->report, c->name, search->errors);
	if (!c->charset && c->config.from == UTF8CHECK_UTF8 &&
	    S_ISREG(in->stat.st_mode))
		count_scripts(c, in);
}

int check_report_end(struct check *c)
{
	const struct check_totals *t = &c->totals;
	char summary[160];

	snprintf(summary, sizeof(summary),
		 "Files: %" PRIu64 ", bytes: %" PRIu64 ", invalid files: %" PRIu64 ", errors: %" PRIu64 ".",
		 t->files, t->bytes, t->invalid, t->errors);
	return html_report_close(c->report, summary);
}
