/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A rule of the guard: its policy; rules and guards printed.
 */
#ifndef GUARD_RULE_H
#define GUARD_RULE_H

#include <stdio.h>
#include "bpf/loader.h"

/* The policy that its options make becomes that of the rule. */
void guard_rule_take_policy(struct guard_rule *rule);

/* A line for each rule. */
void guard_rules_print(const struct guard_rules *rules);

/* Print "refusing, policy safe", or of which file the rules are. */
void guard_print_action(FILE *to, const struct guard_settings *s);

/* A line of 'guard status', and the rules. */
void guard_print(const struct loader_guard *g);

#endif /* GUARD_RULE_H */
