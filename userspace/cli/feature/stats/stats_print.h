/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the text of a file consists of, printed.
 */
#ifndef STATS_STATS_PRINT_H
#define STATS_STATS_PRINT_H

#include "base/text/text_stats.h"

/* Print all that was counted in the file @name.  Return: an exit code. */
int stats_print(bool json, const char *name,
		const struct text_stats *t);

#endif /* STATS_STATS_PRINT_H */
