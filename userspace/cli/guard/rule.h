/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A rule of the guard: its policy, and the rule printed.
 */
#ifndef GUARD_RULE_H
#define GUARD_RULE_H

#include <stdio.h>
#include "bpf/guard.h"

/* The policy that its options make becomes that of the rule. */
void guard_rule_take_policy(struct guard_rule *rule);

/* "refusing, policy safe", of a rule or of a guard that has one rule. */
void guard_rule_print_action(FILE *to, const struct guard_rule *rule);

/* Where it holds: ", of uid 1000" and the like; nothing where it holds everywhere. */
void guard_rule_print_scope(const struct guard_rule *rule);

/* A line for each rule. */
void guard_rules_print(const struct guard_rules *rules);

#endif /* GUARD_RULE_H */
