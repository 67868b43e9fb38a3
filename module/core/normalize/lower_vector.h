/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The body of a u8c_impl.lower, for a file that has a type vector of VECTOR bytes.
 */
#ifndef U8C_NORMALIZE_LOWER_VECTOR_H
#define U8C_NORMALIZE_LOWER_VECTOR_H

#include "normalize/lower.h"

static inline void lower_vectors(const u8 *p, size_t n, u8 *out,
					  const struct u8c_form_impl *self)
{
	vector v, capitals;

	for (; n >= VECTOR; n -= VECTOR, p += VECTOR, out += VECTOR) {
		__builtin_memcpy(&v, p, sizeof(v));
		capitals = (vector)(v - 'A' < (vector){ 0 } + 26);
		v |= capitals & 0x20;
		__builtin_memcpy(out, &v, sizeof(v));
	}
	u8c_lower_scalar(p, n, out, self);
}

#endif /* U8C_NORMALIZE_LOWER_VECTOR_H */
