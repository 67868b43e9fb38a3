/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What is wanted of a file whose parts are joined.
 */
#ifndef PART_MERGE_H
#define PART_MERGE_H

#include "command/check.h"
#include "io/output.h"
#include "part/partial.h"

/**
 * struct merge - what is wanted
 *
 * @check: of check, how errors are printed; of stats, its style too.
 * @request: of filter: where the output goes.
 * @summary: of filter: how many errors there were is printed too.
 * @partial: a partial result again.
 */
struct merge {
	struct check check;
	struct output_request request;
	bool summary;
	bool partial;
};

#endif /* PART_MERGE_H */
