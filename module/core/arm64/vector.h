/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors of NEON.
 */
#ifndef U8C_ARM64_VECTOR_H
#define U8C_ARM64_VECTOR_H

#include "platform.h"

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

#endif /* U8C_ARM64_VECTOR_H */
