// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The implementations as userspace runs them, the preferred first.  The kernel
 * has a table of its own, as it must save registers first.
 */
#include "impl/impl.h"

#define AT(name) &u8c_impl_##name,

const struct u8c_impl *const u8c_impls[] = {
	U8C_IMPLS_OF_VECTORS(AT)
	&u8c_impl_scalar,
	NULL
};
