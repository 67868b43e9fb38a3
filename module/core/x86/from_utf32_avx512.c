// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-32 to UTF-8 with AVX-512 (VBMI, VBMI2).  Sixteen units become four bytes each,
 * of which those are compressed that are there.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/intrinsics.h"
#include "x86/utf16_avx512.h"
#include "x86/x86.h"

#define EACH_U32(v) _mm512_set1_epi32((int)(v))
#define LANES 16

static __m512i zmm_swapped_32(__m512i v, bool big)
{
	const __m512i order = _mm512_set4_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607,
						0x00010203);

	return big ? _mm512_shuffle_epi8(v, order) : v;
}

static u32 any_ill_formed(__m512i v)
{
	return _mm512_cmpgt_epu32_mask(v, EACH_U32(0x10ffff)) |
	       _mm512_cmpeq_epi32_mask(_mm512_and_si512(v, EACH_U32(0xfffff800)),
				       EACH_U32(0xd800));
}

/* The UTF-8 of @units well-formed units, some from 80 on.  Return: where it ends. */
static __always_inline u8 *put_16(__m512i v, u32 from_80, unsigned int units, u8 *out)
{
	const u32 from_800 = _mm512_cmpge_epu32_mask(v, EACH_U32(0x800));
	const u32 from_10000 = _mm512_cmpge_epu32_mask(v, EACH_U32(0x10000));
	/* Eight bits each from bit 18, 12, 6 and 0 of a unit, the lowest byte first. */
	const __m512i fields = _mm512_set1_epi64(0x20262c3200060c12ll);
	__m512i x = _mm512_multishift_epi64_epi8(fields, v);
	__m512i lead = EACH_U32(0x00400000);
	u64 keep = 0x8888888888888888ull;

	lead = _mm512_mask_mov_epi32(lead, from_800, EACH_U32(0x00006000));
	lead = _mm512_mask_mov_epi32(lead, from_10000, EACH_U32(0x00000070));
	x = _mm512_ternarylogic_epi32(x, EACH_U32(0x3f3f3f3f), EACH_U32(0x80808080),
				      A_AND_B_OR_C);
	x = _mm512_or_si512(x, lead);
	x = _mm512_mask_mov_epi32(_mm512_slli_epi32(v, 24), from_80, x);
	keep |= _pdep_u64(from_80, 0x4444444444444444ull);
	keep |= _pdep_u64(from_800, 0x2222222222222222ull);
	keep |= _pdep_u64(from_10000, 0x1111111111111111ull);
	keep = _bzhi_u64(keep, 4 * units);
	units_store(out, _mm512_maskz_compress_epi8(keep, x));
	return out + __builtin_popcountll(keep);
}

static __always_inline size_t zmm_from_utf32(const u8 *in, size_t n, bool big,
					     struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	unsigned int units = LANES;
	u8 *o = to->out;

	while (end - p >= 4 && to->out_end - o >= VECTOR) {
		__m512i v;
		u32 from_80;

		if (likely(end - p >= VECTOR)) {
			v = units_load(p);
		} else {
			units = (end - p) / 4;
			v = _mm512_maskz_loadu_epi32(_bzhi_u32(~0u, units), p);
		}
		v = zmm_swapped_32(v, big);
		if (any_ill_formed(v))
			break;
		from_80 = _mm512_cmpge_epu32_mask(v, EACH_U32(0x80));
		if (from_80) {
			o = put_16(v, from_80, units, o);
		} else {
			_mm_storeu_si128((__m128i *)o, _mm512_cvtepi32_epi8(v));
			o += units;
		}
		p += 4 * units;
	}
	to->out = o;
	return p - in + u8c_from_utf32_scalar(p, end - p, big, to, NULL);
}

size_t u8c_from_utf32_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? zmm_from_utf32(in, n, true, to) : zmm_from_utf32(in, n, false, to);
}
#endif
