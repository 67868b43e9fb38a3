/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for what a policy refuses in names and paths, apart from
 * errors in their bytes: by the definition of each class.
 */
#ifndef U8C_REFERENCE_POLICY_H
#define U8C_REFERENCE_POLICY_H

#include "../module/core/u8c.h"

/**
 * u8c_ref_policy_classes() - the policy's classes in a name or path
 * @policy: what is refused
 * @p: the bytes
 * @n: how many, at most U8C_SCAN_MAX
 * @path: it is a path
 *
 * Return: those of U8C_POLICY_CLASSES that must be found.  Properties of code
 * points are taken from the core: other tests check them.
 */
u64 u8c_ref_policy_classes(const struct utf8check_policy *policy, const u8 *p,
			   size_t n, bool path);

#endif /* U8C_REFERENCE_POLICY_H */
