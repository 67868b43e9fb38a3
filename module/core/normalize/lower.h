/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Small letters of ASCII in place of its capitals.  No other byte changes.
 */
#ifndef U8C_NORMALIZE_LOWER_H
#define U8C_NORMALIZE_LOWER_H

#include "impl/impl.h"

/* u8c_impl.lower for any processor; @self is ignored. */
u8c_lower_fn u8c_lower_scalar;

#endif /* U8C_NORMALIZE_LOWER_H */
