// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-32 to UTF-8 with AVX-512 (VBMI, VBMI2): 64 units at a time, which become units of 16
 * bits where none is above U+FFFF.  Else, and at the end of a text, sixteen units become four
 * bytes each, and a compression drops those that are not there.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/from_wide_avx512.h"

#define EACH_U32(v) _mm512_set1_epi32((int)(v))
#define LANES 16

static __m512i zmm_swapped_32(__m512i v, bool big)
{
	const __m512i order = _mm512_set4_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607,
						0x00010203);

	return big ? _mm512_shuffle_epi8(v, order) : v;
}

static __always_inline __m512i zmm_load_points(const u8 *p, bool big)
{
	return zmm_swapped_32(units_load(p), big);
}

/* The low 16 bits of 32 units that have no others. */
static __always_inline __m512i narrow(const __m512i order, __m512i a, __m512i b)
{
	return _mm512_permutexvar_epi64(order, _mm512_packus_epi32(a, b));
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

/**
 * struct way - how far a conversion from UTF-32 has come
 *
 * @p: the next unit.
 * @end: of the text.
 * @out: the next free byte.
 * @full: the end of the room.
 */
struct way {
	const u8 *p;
	const u8 *end;
	u8 *out;
	u8 *full;
};

/* Writes 32 units that all are below 10000 and no surrogates. */
static __always_inline u8 *put_narrowed(const struct tools *t, __m512i v, bool any_three,
					u8 *out)
{
	if (!any_three)
		return zmm_put_two(t, v, UNITS, _mm512_test_epi16_mask(v, t->from_80), out);
	return zmm_put_any(t, v, UNITS, _mm512_test_epi16_mask(v, t->from_800), out);
}

/* Writes units below 10000, four vectors at a time, until there is something else. */
static __always_inline void put_below_10000(const struct tools *t, struct way *w, bool big)
{
	const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
	const __m512i from_80 = units_kept(EACH_U32(~0x7f));
	const __m512i from_800 = units_kept(EACH_U32(~0x7ff));
	unsigned int i;

	for (; w->end - w->p >= 4 * VECTOR && w->full - w->out >= 2 * PUT_ROOM;
	     w->p += 4 * VECTOR) {
		__m512i a = zmm_load_points(w->p, big), b = zmm_load_points(w->p + VECTOR, big);
		__m512i c = zmm_load_points(w->p + 2 * VECTOR, big);
		__m512i d = zmm_load_points(w->p + 3 * VECTOR, big);
		__m512i all = _mm512_ternarylogic_epi32(a, b, _mm512_or_si512(c, d), 0xfe);
		__m512i v, next;
		bool three;

		if (_mm512_test_epi32_mask(all, EACH_U32(0xffff0000)))
			return;
		v = narrow(order, a, b);
		next = narrow(order, c, d);
		if (!_mm512_test_epi32_mask(all, from_80)) {
			units_store(w->out, _mm512_permutexvar_epi64(order,
				_mm512_packus_epi16(v, next)));
			w->out += VECTOR;
			continue;
		}
		three = _mm512_test_epi32_mask(all, from_800);
		if (three && (are_surrogates(v) | are_surrogates(next)))
			return;
		for (i = 0; i < 2; i++, v = next)
			w->out = put_narrowed(t, v, three, w->out);
	}
}

size_t u8c_from_utf32_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	struct way w = { in, in + n, to->out, to->out_end };
	unsigned int units = LANES;
	struct tools t;

	zmm_take(&t);
	for (;;) {
		__m512i v;

		put_below_10000(&t, &w, big);
		if (w.end - w.p < 4 || w.full - w.out < VECTOR)
			break;
		if (likely(w.end - w.p >= VECTOR)) {
			v = units_load(w.p);
		} else {
			units = (w.end - w.p) / 4;
			v = _mm512_maskz_loadu_epi32(_bzhi_u32(~0u, units), w.p);
		}
		v = zmm_swapped_32(v, big);
		if (any_ill_formed(v))
			break;
		w.out = put_16(v, _mm512_cmpge_epu32_mask(v, EACH_U32(0x80)), units, w.out);
		w.p += 4 * units;
	}
	to->out = w.out;
	return w.p - in + u8c_from_utf32_scalar(w.p, w.end - w.p, big, to, NULL);
}
#endif
