/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What conversions from and to UTF-16 and UTF-32 with AVX2 share. */
#ifndef U8C_X86_UTF16_AVX2_H
#define U8C_X86_UTF16_AVX2_H

#include "wide/utf16.h"
#include "x86/intrinsics.h"
#include "x86/x86.h"

#define VECTOR 32

#define EACH(unit) _mm256_set1_epi16((short)(unit))

/* For tables with a row for every set of some bits. */
#define HAS(m, i) ((u64)(m) >> (i) & 1)

#define SIXTEEN(h, x) \
	x(h, 0) x(h, 1) x(h, 2) x(h, 3) x(h, 4) x(h, 5) x(h, 6) x(h, 7) \
	x(h, 8) x(h, 9) x(h, a) x(h, b) x(h, c) x(h, d) x(h, e) x(h, f)

#define ALL(x) \
	SIXTEEN(0, x) SIXTEEN(1, x) SIXTEEN(2, x) SIXTEEN(3, x) \
	SIXTEEN(4, x) SIXTEEN(5, x) SIXTEEN(6, x) SIXTEEN(7, x) \
	SIXTEEN(8, x) SIXTEEN(9, x) SIXTEEN(a, x) SIXTEEN(b, x) \
	SIXTEEN(c, x) SIXTEEN(d, x) SIXTEEN(e, x) SIXTEEN(f, x)

/* A row's bytes, each of them a hexadecimal digit of a number, the first one lowest. */
#define FOUR_DIGITS(n) (n) & 15, (n) >> 4 & 15, (n) >> 8 & 15, (n) >> 12 & 15
#define ROW(n) \
	{ FOUR_DIGITS((u64)(n)), FOUR_DIGITS((u64)(n) >> 16), \
	  FOUR_DIGITS((u64)(n) >> 32), FOUR_DIGITS((u64)(n) >> 48) },

static inline __m256i ymm_load(const u8 *p)
{
	return _mm256_loadu_si256((const __m256i *)p);
}

static __always_inline void ymm_store(u8 *p, __m256i v)
{
	_mm256_storeu_si256((__m256i *)p, v);
}

static __always_inline void store_half(u8 *p, __m128i v)
{
	_mm_storeu_si128((__m128i *)p, v);
}

static __always_inline __m256i ymm_swapped(__m256i v, bool big)
{
	return big ? _mm256_or_si256(_mm256_slli_epi16(v, 8),
				     _mm256_srli_epi16(v, 8)) : v;
}

/*
 * @b where @mask has bit 7 of a byte, else @a.  gcc 12 makes the intrinsic a comparison of
 * chars with zero, which is never true where char is unsigned, as in the kernel.
 */
static inline __m256i blend(__m256i a, __m256i b, __m256i mask)
{
	__m256i chosen;

	__asm__ ("vpblendvb %3, %2, %1, %0"
		 : "=x" (chosen) : "x" (a), "x" (b), "x" (mask));
	return chosen;
}

/*
 * A constant that stays where it is: gcc would make it anew at each use, which costs more than
 * the use.
 */
static inline __m256i ymm_kept(__m256i v)
{
	__asm__ ("" : "+x" (v));
	return v;
}

#define KEPT(unit) ymm_kept(EACH(unit))

/* FFFF for each unit that has @value in @bits. */
static __always_inline __m256i have(__m256i v, __m256i bits, __m256i value)
{
	return _mm256_cmpeq_epi16(_mm256_and_si256(v, bits), value);
}

#endif /* U8C_X86_UTF16_AVX2_H */
