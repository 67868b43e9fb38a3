/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The report of a scan as HTML: scan --html.
 */
#ifndef SCAN_SCAN_REPORT_H
#define SCAN_SCAN_REPORT_H

#include "print/html_report.h"
#include "scan/judge.h"

/*
 * Begin a report, which is written to the file @name; @rules get it.  Return: an exit
 * code, after a message where the file cannot be opened.
 */
int scan_report_begin(struct scan_rules *rules, const char *name);

/*
 * Write the page; @content: what was found in files, or NULL.  Return: an exit code,
 * after a message where the file cannot be written.
 */
int scan_report_end(const struct scan_counts *counts, const struct check *content);

/* A name is refused. */
void scan_report_name(struct html_report *r, const struct folder *f,
		      const struct directory_name *name,
		      const struct utf8check_verdict *v);

/* Two names are the same under a form. */
void scan_report_pair(struct html_report *r, const struct folder *f,
		      const struct directory_name *a,
		      const struct directory_name *b, const char *same);

#endif /* SCAN_SCAN_REPORT_H */
