/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a command found, as one page of HTML that needs nothing else: totals in tables
 * that sort when a heading is clicked, and the findings, which are shown by pages and
 * can be filtered.
 */
#ifndef REPORT_HTML_REPORT_H
#define REPORT_HTML_REPORT_H

#include "base/types.h"
#include "base/text/text_stats.h"
#include "base/file/output.h"

/* Findings that are shown one by one, and bytes of each that are shown. */
#define HTML_FINDINGS 10000
#define HTML_BYTES 32

enum html_table {
	HTML_BY_CLASS,
	HTML_BY_REASON,
	HTML_BY_FOLDER,
	HTML_BY_SCRIPT,
	HTML_TABLES,
};

/**
 * struct html_finding - one finding; its texts are owned
 *
 * @where: the path of the file or name.
 * @place: the place in the file, or what else is known of the name.
 * @what: the reason or the classes; it is not escaped.
 * @characters: which characters they are, or how two names differ; it is not escaped.
 * @bytes: the first of the bytes.
 * @n: how many bytes there are; those after HTML_BYTES are not kept.
 */
struct html_finding {
	char *where;
	char *place;
	char *what;
	char *characters;
	u8 bytes[HTML_BYTES];
	size_t n;
};

/**
 * struct html_report - a report in the making
 *
 * @title: what the page is about.
 * @columns: of each table: what its rows are, and what is counted.
 * @place: what the findings call their second column.
 * @tables: the rows, by tsearch(3).
 * @findings: the first ones.
 * @count: how many are there.
 * @total: how many there were.
 * @failed: there was no memory for something.
 * @is_input: the page would take the place of a file that is judged.
 * @request: the file for the page.
 * @out: that file.
 */
struct html_report {
	const char *title;
	const char *columns[HTML_TABLES][2];
	const char *place;
	void *tables[HTML_TABLES];
	struct html_finding findings[HTML_FINDINGS];
	unsigned int count;
	u64 total;
	bool failed;
	bool is_input;
	struct output_request request;
	struct output out;
};

/* Count @n more in the row @key of a table, any bytes ended by NUL. */
void html_report_count(struct html_report *r, enum html_table table,
		       const char *key, u64 n);

/* Count @n more for the folder that holds @file. */
void html_report_count_folder(struct html_report *r, const char *file, u64 n);

void html_report_count_scripts(struct html_report *r, const struct text_stats *t);

/*
 * A place for the next finding, which has these bytes; its texts are to be set.  NULL
 * when there are enough.
 */
struct html_finding *html_report_add(struct html_report *r, const void *bytes, size_t n);

/**
 * html_report_open() - open the file for the page
 * @r: the report
 * @name: of the file; must stay.  A pipe or a device is written to; any other file
 *	gets the whole page or stays as it is.  "-" is standard output, which then gets
 *	nothing else.
 *
 * Return: CLI_WELL, or CLI_TROUBLE after a message.
 */
int html_report_open(struct html_report *r, const char *name);

/* The file that the page will replace; NULL where there is none. */
const struct stat *html_report_old(const struct html_report *r);

/* Is this file where the page is to be?  Then the page will not be written. */
bool html_report_replaces(struct html_report *r, const struct input *in);

/**
 * html_report_close() - write the page, and free what it was made of
 * @r: the report
 * @summary: a sentence about all of it
 *
 * Return: CLI_WELL, or CLI_TROUBLE after a message.
 */
int html_report_close(struct html_report *r, const char *summary);

#endif /* REPORT_HTML_REPORT_H */
