/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What `scan --fix` does: better names, found in whole trees, and given by a plan.
 */
#ifndef RENAME_FIX_H
#define RENAME_FIX_H

#include <sys/stat.h>
#include "feature/rename/new_name.h"
#include "feature/rename/rename_plan.h"
#include "base/file/tree_walk.h"
#include "base/text/name_collisions.h"
#include "base/types.h"
#include "print/json.h"
#include "utf8check.h"

/**
 * struct renamed_name - a name that is to be changed
 *
 * @device: the device of its directory.
 * @folder: the inode of its directory.
 * @number: which renaming of the plan this is, from 0.
 * @from: the name before, ended by a NUL.
 * @to: the name after; in the same memory.
 */
struct renamed_name {
	dev_t device;
	ino_t folder;
	size_t number;
	const char *from;
	const char *to;
};

/**
 * struct fix - what is done with the names of trees
 *
 * @rules: what makes a name a good one.
 * @of_targets: what is refused in the targets of symbolic links, which are paths.
 * @same: which names are the same: no new name is the same as another one there.
 * @numbers: where two names are the same already, one gets a number.
 * @json: print JSON.
 * @plan: gets each renaming; or NULL.
 * @found: how many names should be changed, and can.
 * @links: how many links have targets in which these names are.
 * @left: how many names and targets should be changed, and cannot.
 * @has_links: there are symbolic links.
 * @renamed: the names that should be changed, and can, for tsearch(3).
 * @status: exit code so far.
 * @root: the absolute path of the current tree; owned.
 * @root_length: bytes of the path by which the tree was named.
 */
struct fix {
	struct name_rules rules;
	struct utf8check_policy of_targets;
	enum collision_form same;
	bool numbers;
	bool json;
	struct plan_writer *plan;
	u64 found;
	u64 links;
	u64 left;
	bool has_links;
	void *renamed;
	int status;
	char *root;
	size_t root_length;
};

/* What becomes of a name in a directory; or NULL. */
const struct renamed_name *renamed_names_find(const struct fix *f,
					      const struct stat *folder, const char *name);

/* Is a name like this changed in any directory? */
bool renamed_names_has(const struct fix *f, const char *name);

/* Find better names in a directory; print and plan them. */
void fix_folder(struct fix *f, const struct folder *folder);

/* Find the links of a directory, after the better names of all trees. */
void fix_links(struct fix *f, const struct folder *folder);

/* The absolute path of a directory of the current tree, to be freed. */
char *fix_absolute_path(const struct fix *f, const struct folder *folder);

/**
 * struct fix_line - what becomes of a name, or of the target of a link, printed
 *
 * @name: the name.
 * @target: what the link of this name points to; or NULL.
 * @to: the new name or target; NULL: the old one is left.
 * @wanted: the new name without a number; or NULL.
 * @why: why the old one is left; NULL where that is @same.
 * @same: the form under which the name is the same as @other; or NULL.
 * @other: another name of the directory.
 */
struct fix_line {
	const char *name;
	const char *target;
	const char *to;
	const char *wanted;
	const char *why;
	const char *same;
	const char *other;
};

/* Print it, and count what is left. */
void fix_print(struct fix *f, const struct folder *folder, const struct fix_line *line);

/**
 * struct carried_out - what became of a plan
 *
 * @renamed: names that were changed.
 * @links: links whose targets were changed.
 * @left: names and links that should have been changed, and were not.
 * @ended: the signal that ended it before all was done; or 0.
 */
struct carried_out {
	u64 renamed;
	u64 links;
	u64 left;
	int ended;
};

/**
 * carry_out() - do what is not done of a plan, or undo what was done
 * @name: the plan
 * @undo: undo
 * @c: filled
 *
 * What is already done is seen from the names that are there.  So a plan may be
 * carried out again, also after a run that was killed at any moment.
 *
 * Return: an exit code.
 */
int carry_out(const char *name, bool undo, struct carried_out *c);

/**
 * fix_trees() - find better names in trees, and give them
 * @fix: what makes a name a good one, and how it is printed
 * @trees: the trees, ended by NULL
 * @plan: the file for the plan; NULL: a new one, where one is needed
 * @yes: rename; else only print, and write the plan where @plan names one
 *
 * Return: an exit code.
 */
int fix_trees(struct fix *fix, char **trees, const char *plan, bool yes);

/* Do the rest of a plan, or undo what was done of it.  Return: an exit code. */
int fix_by_plan(const char *plan, bool undo);

#endif /* RENAME_FIX_H */
