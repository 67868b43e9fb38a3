/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names in whole trees, judged.
 */
#ifndef SCAN_JUDGE_TREES_H
#define SCAN_JUDGE_TREES_H

#include "scan/judge.h"

/**
 * judge_trees() - judge the names in whole trees, and print on standard output
 * @rules: how
 * @trees: the trees, ended by NULL
 * @threads: how many judge at a time, while the caller's thread reads directories
 * @counts: filled
 *
 * What is printed does not depend on the number of threads.
 */
void judge_trees(const struct scan_rules *rules, char **trees,
		 unsigned int threads, struct scan_counts *counts);

#endif /* SCAN_JUDGE_TREES_H */
