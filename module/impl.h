/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UTF8CHECK_IMPL_H
#define UTF8CHECK_IMPL_H

#include "core/u8c.h"

/* The implementation in use; set once, before the first caller. */
extern const struct u8c_impl *utf8check_impl;

/**
 * utf8check_impl_choose() - choose the implementation
 * @name: its name, or "auto" for the best that this CPU has
 *
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_impl_choose(const char *name);

/* 0 or -EINVAL: can a stream be configured so? */
int utf8check_errno_of_config(const struct u8c_config *config);

#endif /* UTF8CHECK_IMPL_H */
