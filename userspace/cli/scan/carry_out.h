/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The renamings of a plan, done or undone.
 */
#ifndef SCAN_CARRY_OUT_H
#define SCAN_CARRY_OUT_H

#include "core/u8c.h"

/**
 * struct carried_out - what became of a plan
 *
 * @renamed: names that were changed.
 * @left: names that were not, and should have been.
 */
struct carried_out {
	u64 renamed;
	u64 left;
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

#endif /* SCAN_CARRY_OUT_H */
