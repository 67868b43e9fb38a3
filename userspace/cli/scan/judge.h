/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names in a directory, judged.
 */
#ifndef SCAN_JUDGE_H
#define SCAN_JUDGE_H

#include <stdio.h>
#include "command/check.h"
#include "print/html_report.h"
#include "scan/name_collisions.h"
#include "scan/tree_walk.h"
#include "utf8check.h"
#include "core/u8c.h"

/**
 * struct scan_counts - what was seen in names
 *
 * @folders: directories.
 * @names: names in them.
 * @refused: names that the policy refuses.
 * @same: pairs of names that are the same.
 * @status: exit code so far.
 */
struct scan_counts {
	u64 folders;
	u64 names;
	u64 refused;
	u64 same;
	int status;
};

/**
 * struct scan_rules - how names are judged
 *
 * @engine: who judges.
 * @policy: what is refused.
 * @same: enum collision_form: which names are the same.
 * @json: print JSON.
 * @null: print exact paths only, each ended by NUL.
 * @content: how the texts of regular files are judged, in the caller's thread, with
 *	all that is found in files; or NULL.
 * @report: gets what is found too, from one thread; or NULL.
 */
struct scan_rules {
	struct utf8check *engine;
	struct utf8check_policy policy;
	u8 same;
	bool json;
	bool null;
	struct check *content;
	struct html_report *report;
};

/**
 * struct judging - a directory that is being judged
 *
 * @rules: how.
 * @f: the directory.
 * @counts: what is seen is added.
 * @to: where it is printed.
 */
struct judging {
	const struct scan_rules *rules;
	const struct folder *f;
	struct scan_counts *counts;
	FILE *to;
};

/* Before its first name: count it, or say why not all of it could be read. */
void judge_begin(struct judging *j);

/* Judge a name. */
void judge_name(struct judging *j, const struct directory_name *name);

/* After its last name: find the names that are the same. */
void judge_end(struct judging *j);

/* A message about the directory, and exit code 2. */
void folder_trouble(const struct folder *f, struct scan_counts *counts, int err);

/* The path of a name in the directory, to be freed; NULL without memory. */
char *folder_path_of(const struct folder *f, const struct directory_name *name);

#endif /* SCAN_JUDGE_H */
