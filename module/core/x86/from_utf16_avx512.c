// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-16 to UTF-8, and whether it is well-formed, with AVX-512 (VBMI, VBMI2): 32 units
 * at a time, as from_wide_avx512.h says.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include "x86/from_wide_avx512.h"

static __m512i zmm_load_units(const u8 *p, bool big)
{
	return units_swapped(units_load(p), big);
}

static u32 zmm_are_high(__m512i v)
{
	return _mm512_cmpeq_epi16_mask(_mm512_and_si512(v, EACH(0xfc00)),
				       EACH(0xd800));
}

static __always_inline u32 are_low(__m512i v)
{
	return _mm512_cmpeq_epi16_mask(_mm512_and_si512(v, EACH(0xfc00)),
				       EACH(0xdc00));
}

/* Surrogates that stand alone, or whose other half is in the next vector. */
static u32 zmm_are_alone(u32 high, u32 low)
{
	return (low & ~(high << 1)) | (high & ~(low >> 1));
}

/* @two with the two bytes of each unit of a pair. */
static __m512i zmm_join(__m512i two, __m512i v, u32 high, u32 low)
{
	/* The unit before each unit. */
	__m512i lanes = _mm512_alignr_epi32(v, v, 15);
	__m512i before = _mm512_shldi_epi32(v, lanes, 16);
	/* A high one's bits, the code point's plane from 1 on. */
	__m512i cp = _mm512_add_epi16(v, EACH(0x40));
	__m512i first = _mm512_ternarylogic_epi32(EACH(0x3f00),
		_mm512_slli_epi16(cp, 6), _mm512_srli_epi16(cp, 8),
		A_SELECTS_B_C);

	first = _mm512_ternarylogic_epi32(first, EACH(0x3f07), EACH(0x80f0),
					  A_AND_B_OR_C);
	two = _mm512_mask_mov_epi16(two, high, first);
	/* Two bits of the high one in the low one's first byte. */
	before = _mm512_ternarylogic_epi32(EACH(0x0030),
		_mm512_slli_epi16(before, 4), two, A_SELECTS_B_C);
	return _mm512_mask_mov_epi16(two, low, before);
}

/**
 * struct way - how far a conversion from UTF-16 has come
 *
 * @p: the next unit.
 * @out: the next free byte.
 * @pairs: how many there were.
 */
struct way {
	const u8 *p;
	u8 *out;
	size_t pairs;
};

/*
 * Writes units with surrogates among them, up to the first that stands alone or whose other
 * half is not here.  Return: false where one stands alone.
 */
static __always_inline bool zmm_put_pairs(const struct tools *t, struct way *w,
					  __m512i v, unsigned int units)
{
	u32 high = zmm_are_high(v), low = are_low(v), alone = zmm_are_alone(high, low);
	u32 there = ~0u, longer, three;
	unsigned int good = units;
	__m512i two;

	if (alone) {
		good = __builtin_ctz(alone);
		/* Makes the compiler branch, which is predicted: the next load must not wait. */
		__asm__ ("" : "+r" (good));
		there = _bzhi_u32(~0u, good);
		high &= there;
		low &= there;
	}
	longer = _mm512_mask_test_epi16_mask(there, v, t->from_80);
	three = _mm512_mask_test_epi16_mask(there, v, t->from_800) & ~high & ~low;
	two = zmm_last_two(t, v, longer & ~three & ~low);
	two = zmm_join(two, v, high, low);
	two = _mm512_mask_mov_epi16(_mm512_slli_epi16(v, 8), longer, two);
	w->out = three ? zmm_put_three(t, two, first_of_three(t, v, three), good, w->out) :
			 put_bytes(two, good, w->out);
	w->p += 2 * good;
	w->pairs += __builtin_popcount(low);
	/* The last unit of a whole vector can be half a pair. */
	return good == units || (good && good == UNITS - 1);
}

/*
 * Writes units below 800, two vectors at a time: a mispredicted branch costs more than it
 * saves.  Only 64 units of ASCII have one.
 */
static __always_inline void zmm_put_below_800(const struct tools *t, struct way *w,
					      const u8 *end, const u8 *full, bool big)
{
	const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);

	for (; end - w->p >= 2 * VECTOR && full - w->out >= PUT_ROOM; w->p += 2 * VECTOR) {
		__m512i a = zmm_load_units(w->p, big), b = zmm_load_units(w->p + VECTOR, big);
		__m512i both = _mm512_or_si512(a, b);

		if (_mm512_test_epi16_mask(both, t->from_800))
			return;
		if (_mm512_test_epi16_mask(both, t->from_80)) {
			w->out = zmm_put_two(t, a, UNITS, _mm512_test_epi16_mask(a, t->from_80),
					     w->out);
			w->out = zmm_put_two(t, b, UNITS, _mm512_test_epi16_mask(b, t->from_80),
					     w->out);
		} else {
			units_store(w->out, _mm512_permutexvar_epi64(order,
				_mm512_packus_epi16(a, b)));
			w->out += VECTOR;
		}
	}
}

size_t u8c_from_utf16_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to,
			     const struct u8c_wide_impl *self)
{
	const u8 *end = in + n, *full = to->out_end;
	struct way w = { in, to->out, 0 };
	unsigned int units = UNITS;
	struct tools t;

	zmm_take(&t);
	for (;;) {
		__mmask32 longer, three;
		__m512i v;

		zmm_put_below_800(&t, &w, end, full, big);
		if (end - w.p < 2 || full - w.out < PUT_ROOM)
			break;
		if (likely(end - w.p >= VECTOR)) {
			v = units_load(w.p);
		} else {
			units = (end - w.p) / 2;
			v = _mm512_maskz_loadu_epi16(_bzhi_u32(~0u, units), w.p);
		}
		v = units_swapped(v, big);
		longer = _mm512_test_epi16_mask(v, t.from_80);
		three = _mm512_test_epi16_mask(v, t.from_800);
		if (!three) {
			w.out = zmm_put_two(&t, v, units, longer, w.out);
		} else if (!_mm512_cmpeq_epi16_mask(
				   _mm512_and_si512(v, t.from_800), t.d800)) {
			w.out = zmm_put_any(&t, v, units, three, w.out);
		} else {
			if (!zmm_put_pairs(&t, &w, v, units))
				break;
			continue;
		}
		w.p += 2 * units;
	}
	to->out = w.out;
	to->pairs += w.pairs;
	return w.p - in + u8c_from_utf16_scalar(w.p, end - w.p, big, to, NULL);
}

size_t u8c_valid_utf16_avx512(const u8 *p, size_t n, bool big, size_t *pairs,
			      const struct u8c_wide_impl *self)
{
	size_t good = 0, found = 0;

	while (n - good >= VECTOR) {
		__m512i v = zmm_load_units(p + good, big);
		u32 high, low, alone;

		if (!are_surrogates(v)) {
			good += VECTOR;
			continue;
		}
		high = zmm_are_high(v);
		low = are_low(v);
		alone = zmm_are_alone(high, low);
		if (alone & ~(1u << (UNITS - 1)))
			break;
		/* Half a pair at the end belongs to the next vector. */
		good += alone ? VECTOR - 2 : VECTOR;
		found += __builtin_popcount(alone ? low & ~alone : low);
		if (alone & low)
			break;
	}
	*pairs += found;
	return good + u8c_valid_utf16_scalar(p + good, n - good, big, pairs,
					     NULL);
}
#endif
