/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What conversions from and to UTF-16 with AVX-512 share. */
#ifndef U8C_X86_UTF16_AVX512_H
#define U8C_X86_UTF16_AVX512_H

#include "wide/utf16.h"
#include "x86/intrinsics.h"
#include "x86/x86.h"

#define VECTOR 64
#define UNITS 32

#define EACH(unit) _mm512_set1_epi16((short)(unit))

/*
 * A constant that stays in a register: gcc would make it anew at each use, which costs more
 * than the use.
 */
static inline __m512i units_kept(__m512i v)
{
	__asm__ ("" : "+v" (v));
	return v;
}

#define KEPT(unit) units_kept(EACH(unit))

/* What _mm512_ternarylogic_epi32() computes of its operands a, b and c. */
#define A_SELECTS_B_C 0xca
#define A_AND_B_OR_C 0xea
#define A_OR_B_AND_C 0xa8

#define FOUR(at, x) x(at), x((at) + 1), x((at) + 2), x((at) + 3)
#define SIXTEEN(at, x) \
	FOUR(at, x), FOUR((at) + 4, x), FOUR((at) + 8, x), FOUR((at) + 12, x)
#define THIRTY_TWO(at, x) SIXTEEN(at, x), SIXTEEN((at) + 16, x)

static inline __m512i units_load(const u8 *p)
{
	return _mm512_loadu_si512(p);
}

static __always_inline void units_store(u8 *p, __m512i v)
{
	_mm512_storeu_si512(p, v);
}

static inline __m512i units_swapped(__m512i v, bool big)
{
	return big ? _mm512_shldi_epi16(v, v, 8) : v;
}

#endif /* U8C_X86_UTF16_AVX512_H */
