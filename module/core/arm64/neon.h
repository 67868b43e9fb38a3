/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of u8c_impl_neon.
 */
#ifndef U8C_ARM64_NEON_H
#define U8C_ARM64_NEON_H

#include "impl/impl.h"

extern const struct u8c_validate_impl u8c_validate_neon;
u8c_candidates_fn u8c_candidates_neon;
u8c_lower_fn u8c_lower_neon;
u8c_find_bytes_fn u8c_find_bytes_neon;

#endif /* U8C_ARM64_NEON_H */
