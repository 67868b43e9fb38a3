/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The report of a check or a scan as one page of HTML.
 */
#ifndef REPORT_H
#define REPORT_H

#include "base/file/findings.h"

enum report_kind { REPORT_CHECK, REPORT_SCAN, REPORT_SCAN_CONTENT };

/**
 * report_begin() - begin a report
 * @kind: what is reported
 * @name: of the file for the page; must stay.  A pipe or a device is written to; any
 *	other file gets the whole page or stays as it is.
 *
 * Return: who is to be told of what is found; NULL after a message.
 */
const struct findings *report_begin(enum report_kind kind, const char *name);

/* The file that the page will replace; NULL where there is none. */
const struct stat *report_old(void);

/*
 * Write the page; @summary: a sentence about all of it.  Return: CLI_WELL, or CLI_TROUBLE
 * after a message.
 */
int report_end(const char *summary);

#endif /* REPORT_H */
