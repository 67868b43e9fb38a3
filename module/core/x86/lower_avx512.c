// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Small letters with AVX-512.
 */
#ifndef __CHECKER__
#include "x86/x86.h"

#define VECTOR 64
typedef u8 vector __attribute__((vector_size(VECTOR)));

#include "normalize/lower_vector.h"

void u8c_lower_avx512(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vectors(p, n, out, self);
}
#endif
