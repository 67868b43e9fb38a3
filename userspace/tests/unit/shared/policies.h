/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths under a policy.
 */
#ifndef TESTS_POLICIES_H
#define TESTS_POLICIES_H

#include "core/u8c.h"

/* The core's verdict. */
void judge(const u8 *p, size_t n, bool path,
	   const struct utf8check_policy *policy, struct utf8check_verdict *v);

/* Fails where the core's verdict or findings are not those of the reference. */
void try_policy(const u8 *p, size_t n, bool path,
		const struct utf8check_policy *policy);

#endif /* TESTS_POLICIES_H */
