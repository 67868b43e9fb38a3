// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Small letters with NEON.
 */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "arm64/neon.h"
#include "arm64/vector.h"
#include "normalize/lower_vector.h"

void u8c_lower_neon(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vectors(p, n, out, self);
}
#endif
