// SPDX-License-Identifier: GPL-2.0-only
/*
 * The implementations that need no vector registers: names are short, and callers are
 * filesystems, which may not save those.
 */
#include "u8c.h"

const struct u8c_impl *const u8c_impls[] = { &u8c_impl_scalar, NULL };

/* None is asked for. */
u32 u8c_cpu_features(void)
{
	return 0;
}
