/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that make a policy for names or paths.
 */
#ifndef OPTION_NAME_POLICY_H
#define OPTION_NAME_POLICY_H

#include <stdbool.h>
#include "utf8check.h"

enum policy_item {
	POLICY_NAME,
	POLICY_REFUSE,
	POLICY_NOT_FIRST,
	POLICY_NOT_INSIDE,
	POLICY_NOT_LAST,
	POLICY_ITEMS
};

/**
 * struct policy - what the command line has said so far
 *
 * All zero is the default policy.
 *
 * @name: of the policy; NULL for "default".
 * @more: refused beside what that one refuses.
 */
struct policy {
	const char *name;
	struct utf8check_policy more;
};

/**
 * policy_set() - one option into a policy
 * @policy: the policy
 * @item: which option
 * @word: its value; must stay
 *
 * Return: true; false after a message.
 */
bool policy_set(struct policy *policy, enum policy_item item, const char *word);

/**
 * policy_find() - the policy that all options make together
 * @policy: the options
 * @path: it is for paths, not names
 * @to: filled
 */
void policy_find(const struct policy *policy, bool path,
		 struct utf8check_policy *to);

#endif /* OPTION_NAME_POLICY_H */
