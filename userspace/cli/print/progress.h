/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How far a walk through trees is, on a terminal.
 */
#ifndef PRINT_PROGRESS_H
#define PRINT_PROGRESS_H

#include <stdbool.h>
#include "core/u8c.h"

/**
 * struct progress - a line on the terminal that is standard error
 *
 * @wanted: standard error is a terminal.
 * @shown: the line is there.
 * @next: when it is printed next, in milliseconds.
 */
struct progress {
	bool wanted;
	bool shown;
	u64 next;
};

void progress_start(struct progress *p);

/* The line, now and then, and not in the first second. */
void progress_show(struct progress *p, u64 names, u64 folders);

/* Clear the line, so that something else can be printed. */
void progress_hide(struct progress *p);

#endif /* PRINT_PROGRESS_H */
