/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef UTF8CHECK_IMPL_H
#define UTF8CHECK_IMPL_H

#include "core/impl/impl.h"

/*
 * The implementation in use; set once, before the first caller.  One with vector
 * registers takes them only where its caller may have them; not even the kernel
 * can tell that for a BPF program.
 */
extern const struct u8c_impl *utf8check_impl;

/*
 * The best implementation with general registers only, whatever was chosen: for calls that
 * BPF programs make, which can run in the midst of the kernel's own work on a
 * task's vector registers.  Set with utf8check_impl.
 */
extern const struct u8c_impl *utf8check_impl_general;

/**
 * utf8check_impl_choose() - choose the implementation
 * @name: its name, or "auto" for the best that this CPU has
 *
 * Return: 0; -EINVAL when there is none of that name.
 */
int utf8check_impl_choose(const char *name);

#endif /* UTF8CHECK_IMPL_H */
