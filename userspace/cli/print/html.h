/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is found by a check or a scan, as one page of HTML.
 */
#ifndef PRINT_HTML_H
#define PRINT_HTML_H

#include "print/sink.h"

enum html_kind { HTML_CHECK, HTML_SCAN, HTML_SCAN_CONTENT };

/**
 * html_open() - begin the page; there is one
 * @s: its sink
 * @kind: what is found
 * @name: of the file for the page; must stay.  A pipe or a device is written to; any
 *	other file gets the whole page or stays as it is.
 *
 * Return: false after a message.
 */
bool html_open(struct sink *s, enum html_kind kind, const char *name);

/* The file that the page will replace; NULL where there is none. */
const struct stat *html_old(void);

/* Is this the file of the page?  Then no page is written. */
bool html_is_target(const struct input *in);

#endif /* PRINT_HTML_H */
