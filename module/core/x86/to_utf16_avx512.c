// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-16 with AVX-512.  The third byte of four becomes a high surrogate, the
 * fourth a low one.
 */
#ifndef __CHECKER__
#include "x86/to_wide_avx512.h"

#define EACH(unit) _mm512_set1_epi16((short)(unit))

static __always_inline __m512i swapped_16(__m512i v, bool big)
{
	return big ? _mm512_shldi_epi16(v, v, 8) : v;
}

/* @v with surrogates in the places @high and @low. */
static __always_inline __m512i put_surrogates(__m512i v, __mmask32 high, __mmask32 low)
{
	__m512i h = _mm512_add_epi16(_mm512_srli_epi16(v, 4), EACH(0xd7c0));

	v = _mm512_mask_mov_epi16(v, low, _mm512_ternarylogic_epi32(v, EACH(0x03ff),
		EACH(0xdc00), A_AND_B_OR_C));
	return _mm512_mask_mov_epi16(v, high, h);
}

static __always_inline void zmm_put_utf16(const struct points *points, bool big, u8 *out)
{
	/* The quarters in the order in which unpacking takes them of each half. */
	const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
	__m512i low = _mm512_permutexvar_epi64(order, points->low);
	__m512i high = _mm512_permutexvar_epi64(order, points->high);
	__m512i a = _mm512_unpacklo_epi8(low, high), b = _mm512_unpackhi_epi8(low, high);

	if (points->has_four) {
		u64 third = _pext_u64(points->third, points->ends);
		u64 fourth = _pext_u64(points->fourth, points->ends);

		a = put_surrogates(a, third, fourth);
		b = put_surrogates(b, third >> 32, fourth >> 32);
	}
	zmm_store(out, swapped_16(a, big));
	zmm_store(out + VECTOR, swapped_16(b, big));
}

static void zmm_ascii_to_utf16(const u8 *p, bool big, u8 *out)
{
	unsigned int i;

	for (i = 0; i < VECTOR; i += VECTOR / 2)
		zmm_store(out + 2 * i, swapped_16(_mm512_cvtepu8_epi16(
			_mm256_loadu_si256((const __m256i *)(p + i))), big));
}

size_t u8c_to_utf16_avx512(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
			   const struct u8c_wide_impl *self)
{
	const struct target units = { 2, big, zmm_put_utf16, zmm_ascii_to_utf16 };

	return zmm_to_wide(in, n, to, units, u8c_to_utf16_scalar);
}
#endif
