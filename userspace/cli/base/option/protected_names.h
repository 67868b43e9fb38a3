/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * --protect: names that no other name may be taken for.
 */
#ifndef OPTION_PROTECTED_NAMES_H
#define OPTION_PROTECTED_NAMES_H

#include "base/option/table.h"
#include "utf8check.h"

extern const struct cli_option protect_options[];

/**
 * protected_names_judge() - judge a name or path, with the names that were given
 * @engine: who judges
 * @path: it is a path
 * @n: what is asked; its size and its protected names are set here
 *
 * Return: as utf8check_judge_name().
 */
int protected_names_judge(struct utf8check *engine, bool path, struct utf8check_check_name *n);

#endif /* OPTION_PROTECTED_NAMES_H */
