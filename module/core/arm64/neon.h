/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The job of u8c_impl_neon that is in a file of its own.
 */
#ifndef U8C_ARM64_NEON_H
#define U8C_ARM64_NEON_H

#include "normalize/candidates.h"

void u8c_candidates_neon(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_impl *self);

#endif /* U8C_ARM64_NEON_H */
