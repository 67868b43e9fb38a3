/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The jobs of u8c_impl_neon that are in files of their own, and what all files use.
 */
#ifndef U8C_ARM64_NEON_H
#define U8C_ARM64_NEON_H

#include "normalize/candidates.h"

u8c_candidates_fn u8c_candidates_neon;
u8c_lower_fn u8c_lower_neon;

#define VECTOR 16
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef u64 words __attribute__((vector_size(VECTOR)));

/*
 * Spelled here, as the compiler's header of intrinsics has types of its own that
 * the kernel's do not agree with.  TBL counts its entries from the lowest byte, so
 * this is for little endian.
 */
static __always_inline vector shuffle(vector table, vector index)
{
	vector v;

	__asm__ ("tbl %0.16b, {%1.16b}, %2.16b"
		 : "=w" (v) : "w" (table), "w" (index));
	return v;
}

#endif /* U8C_ARM64_NEON_H */
