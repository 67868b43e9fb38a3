/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the text of a file consists of, counted and printed.
 */
#ifndef STATS_FILE_STATS_H
#define STATS_FILE_STATS_H

#include "base/text/text_stats.h"
#include "base/file/input.h"

/**
 * file_stats_read() - count a text from where its file stands, to its end
 * @t: the counts; all zero, or those of another file
 * @in: the file
 * @threads: how many may read a big file at once; the counts are the same
 *
 * Return: 0; a negative errno: then the counts say nothing.
 */
int file_stats_read(struct text_stats *t, struct input *in, unsigned int threads);

/* Print all that was counted in the file @name.  Return: an exit code. */
int stats_print(bool json, const char *name, const struct text_stats *t);

#endif /* STATS_FILE_STATS_H */
