/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the regular files of a directory hold, judged as check does.
 */
#ifndef SCAN_JUDGE_CONTENT_H
#define SCAN_JUDGE_CONTENT_H

#include "scan/judge.h"

/**
 * judge_content() - judge the text of a file
 * @c: how
 * @f: its directory, which must be open
 * @name: its name there
 * @is_worker: @c is of a thread that keeps what it prints
 *
 * Return: an exit code; BATCH_LATER or BATCH_FULL where the caller's thread is to do
 * it: then what was printed is to be taken back.
 */
int judge_content(struct check *c, const struct folder *f,
		  const struct directory_name *name, bool is_worker);

#endif /* SCAN_JUDGE_CONTENT_H */
