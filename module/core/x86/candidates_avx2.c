// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, and small letters, with AVX2.
 */
#ifndef __CHECKER__
#include "x86/x86.h"

#define VECTOR 32
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef u16 halves __attribute__((vector_size(VECTOR)));
typedef u64 words __attribute__((vector_size(VECTOR)));
typedef char shuffled __attribute__((vector_size(VECTOR)));
/* Half of a vector, at any address. */
typedef long long half
	__attribute__((vector_size(16), aligned(1), may_alias));

#define SHUFFLE(table, index) \
	((vector)__builtin_ia32_pshufb256((shuffled)(table), (shuffled)(index)))
#if __has_builtin(__builtin_elementwise_max)
#define MAX(a, b) __builtin_elementwise_max(a, b)
#else
#define MAX(a, b) \
	((vector)__builtin_ia32_pmaxub256((shuffled)(a), (shuffled)(b)))
#endif
#define SIGNS(v) \
	((u64)(u32)__builtin_ia32_pmovmskb256((shuffled)(v)))
/* The 16 bytes at @p, in both halves; each compiler has its own name for it. */
#if __has_builtin(__builtin_ia32_vbroadcastsi256)
#define SIXTEEN(p) \
	((vector)__builtin_ia32_vbroadcastsi256(*(const half *)(p)))
#else
#define SIXTEEN(p) \
	((vector)__builtin_shufflevector(*(const half *)(p), \
					 *(const half *)(p), 0, 1, 0, 1))
#endif

#include "normalize/candidates_shuffle.h"

u64 u8c_candidates_avx2(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			const struct u8c_form_impl *self)
{
	return mark(form, p, n, bits);
}

void u8c_lower_avx2(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vectors(p, n, out, self);
}

bool u8c_find_bytes_avx2(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_form_impl *self)
{
	return find_bytes(set, p, n, bits);
}
#endif
