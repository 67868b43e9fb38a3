/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a symbolic link points to, part by part.
 */
#ifndef RENAME_LINK_TARGET_H
#define RENAME_LINK_TARGET_H

#include <limits.h>
#include "feature/rename/rename_plan.h"

/* Most names in a target: each has a slash after it. */
#define TARGET_NAMES (PATH_MAX / 2)

/**
 * struct link_target - a target in the making, all zero at first
 *
 * @text: the bytes, ended by a NUL.
 * @n: how many.
 * @full: there was no room for all.
 */
struct link_target {
	char text[PATH_MAX];
	size_t n;
	bool full;
};

void link_target_add(struct link_target *t, const char *p, size_t n);

/* Bytes of the name, or of the slashes, with which the rest of a target begins. */
size_t link_target_part(const char *rest);

/**
 * link_target_follow() - the target that a link should have
 * @p: the plan; its renamings say whether they are done
 * @l: the link
 * @undo: renamings are undone
 * @now: the target that it has
 * @to: set to the target that it should have
 *
 * Names whose renaming is not done stay as they are in @now.
 *
 * Return: false where @now is not the target of the plan, with any of the names in it
 * changed or not.
 */
bool link_target_follow(const struct rename_plan *p, const struct link_change *l,
			bool undo, const char *now, struct link_target *to);

#endif /* RENAME_LINK_TARGET_H */
