/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Better names for what is in whole trees.
 */
#ifndef SCAN_FIX_H
#define SCAN_FIX_H

#include "scan/new_name.h"
#include "scan/rename_plan.h"
#include "scan/judge.h"

/**
 * struct fix - what is done with the names of trees
 *
 * @rules: what makes a name a good one.
 * @json: print JSON.
 * @plan: gets each renaming; or NULL.
 * @found: how many names should be changed, and can.
 * @left: how many should be changed, and cannot.
 * @counts: what was seen.
 * @root: the absolute path of the tree at hand; owned.
 * @root_length: bytes of the path by which the tree was named.
 */
struct fix {
	struct name_rules rules;
	bool json;
	struct plan_writer *plan;
	u64 found;
	u64 left;
	struct scan_counts counts;
	char *root;
	size_t root_length;
};

/* Find better names in whole trees, ended by NULL, and print and plan them. */
void fix_trees(struct fix *f, char **trees);

#endif /* SCAN_FIX_H */
