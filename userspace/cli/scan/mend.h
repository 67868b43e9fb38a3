/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names in whole trees, mended.
 */
#ifndef SCAN_MEND_H
#define SCAN_MEND_H

#include "scan/fix.h"

/**
 * mend_trees() - find better names in trees, and give them
 * @fix: what makes a name a good one, and how it is printed
 * @trees: the trees, ended by NULL
 * @plan: the file for the plan; NULL: a new one, where one is needed
 * @yes: rename; else only print, and write the plan where @plan names one
 *
 * Return: an exit code.
 */
int mend_trees(struct fix *fix, char **trees, const char *plan, bool yes);

/* Do the rest of a plan, or undo what was done of it.  Return: an exit code. */
int mend_by_plan(const char *plan, bool undo);

#endif /* SCAN_MEND_H */
