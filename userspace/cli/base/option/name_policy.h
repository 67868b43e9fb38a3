/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that make a policy for names or paths; the same for all commands
 * that judge names.
 */
#ifndef OPTION_NAME_POLICY_H
#define OPTION_NAME_POLICY_H

#include "base/option/table.h"
#include "utf8check.h"

extern const struct cli_option policy_options[];

/* Was any of these options given? */
extern bool policy_is_given;

/* As if none of these options had been given. */
void policy_forget(void);

/* The name of the policy chosen, or "default". */
const char *policy_name(void);

/* Does --refuse take this class? */
bool policy_can_refuse(unsigned int class);

/**
 * policy_find() - the policy that all options make together
 * @path: it is for paths, not names
 * @to: filled
 */
void policy_find(bool path, struct utf8check_policy *to);

/* --protect: names that no other name may be taken for. */
extern const struct cli_option protect_options[];

/**
 * protected_names_judge() - judge a name or path, with the names that were given
 * @engine: the engine that judges
 * @path: it is a path
 * @n: what is asked; its size and its protected names are set here
 *
 * Return: as utf8check_judge_name().
 */
int protected_names_judge(struct utf8check *engine, bool path, struct utf8check_check_name *n);

#endif /* OPTION_NAME_POLICY_H */
