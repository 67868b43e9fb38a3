// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, and small letters, with SSSE3.
 */
#ifndef __CHECKER__
#include "x86/x86.h"

#define VECTOR 16
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef u16 halves __attribute__((vector_size(VECTOR)));
typedef u64 words __attribute__((vector_size(VECTOR)));
typedef char shuffled __attribute__((vector_size(VECTOR)));

#define SHUFFLE(table, index) \
	((vector)__builtin_ia32_pshufb128((shuffled)(table), (shuffled)(index)))
#if __has_builtin(__builtin_elementwise_max)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#else
#define MAX(a, b) \
	((vector)__builtin_ia32_pmaxub128((shuffled)(a), (shuffled)(b)))
#endif
#define SIGNS(v) \
	((u64)(u32)__builtin_ia32_pmovmskb128((shuffled)(v)))
#define SIXTEEN(p) load(p)

#include "normalize/candidates_shuffle.h"

u64 u8c_candidates_ssse3(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_form_impl *self)
{
	return mark(form, p, n, bits);
}

void u8c_lower_ssse3(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vectors(p, n, out, self);
}

bool u8c_find_bytes_ssse3(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			  const struct u8c_form_impl *self)
{
	return find_bytes(set, p, n, bits);
}
#endif
