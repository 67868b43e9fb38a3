/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is wanted of a file whose parts are joined.
 */
#ifndef PART_MERGE_H
#define PART_MERGE_H

#include "command/check.h"
#include "part/partial.h"

/**
 * struct merge - what is wanted
 *
 * @check: of check, how errors are printed; of stats, its style too.
 * @output: of filter: the file that is written; NULL: standard output.
 * @summary: of filter: how many errors there were is printed too.
 * @partial: a partial result again.
 */
struct merge {
	struct check check;
	const char *output;
	bool summary;
	bool partial;
};

#endif /* PART_MERGE_H */
