/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is printed about the code points of a file.
 */
#ifndef STATS_H
#define STATS_H

#include "feature/stats/file_stats.h"

/**
 * struct stats - what the command works with
 *
 * @json: --json was given.
 * @file: the file at hand.
 */
struct stats {
	bool json;
	struct file_stats file;
};

/* Print all about the file @name.  Returns an exit code. */
int stats_print(const struct stats *s, const char *name);

#endif /* STATS_H */
