// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, and small letters, with NEON.
 */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "arm64/neon.h"
#include "arm64/vector.h"

typedef u16 halves __attribute__((vector_size(VECTOR)));

/* A bit for bit 7 of each byte: the product moves them all to the highest. */
static __always_inline u64 signs(vector v)
{
	words w = (words)(v >> 7);

	return w[0] * 0x0102040810204080ull >> 56 |
	       w[1] * 0x0102040810204080ull >> 56 << 8;
}

static __always_inline vector max(vector a, vector b)
{
	__asm__ ("umax %0.16b, %0.16b, %1.16b" : "+w" (a) : "w" (b));
	return a;
}

#define SHUFFLE(table, index) shuffle(table, index)
#define MAX(a, b) max(a, b)
#define SIGNS(v) signs(v)
#define SIXTEEN(p) load(p)

#include "normalize/candidates_shuffle.h"

u64 u8c_candidates_neon(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			const struct u8c_form_impl *self)
{
	return mark(form, p, n, bits);
}

void u8c_lower_neon(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vectors(p, n, out, self);
}

bool u8c_find_bytes_neon(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			 const struct u8c_form_impl *self)
{
	return find_bytes(set, p, n, bits);
}
#endif
