// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-32 and back with AVX-512 (VBMI, VBMI2).
 *
 * UTF-8 is looked at 64 bytes at a time.  The places where sequences begin are
 * compressed; for sixteen of them at once the four bytes from there on are gathered,
 * the first one highest, and shifted until the last byte of the sequence is lowest.
 * Two multiplications add the bytes up, each by its weight, tags and all; what the
 * tags come to is known from the length and is taken away.  A sequence that begins
 * in the last three bytes is left to the next 64, which begin there.
 *
 * Of UTF-32 sixteen units become four bytes each, of which those are compressed
 * that are there.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include <immintrin.h>
#include "utf16/utf16.h"
#include "utf32/utf32.h"
#include "x86/utf16_avx512.h"
#include "x86/x86.h"

#define EACH_U32(v) _mm512_set1_epi32((int)(v))
#define LANES 16
/* A sequence that begins in so many bytes also ends in the vector. */
#define WHOLE (VECTOR - 3)
/* What one vector of UTF-8 may become. */
#define TO_ROOM (4 * VECTOR)

#define QUARTER(i) ((i) / 4)
#define SAME(i) (i)

/* 0 to 63, each four times. */
static const u8 quarters[4 * VECTOR] __aligned(VECTOR) = {
	THIRTY_TWO(0, QUARTER), THIRTY_TWO(32, QUARTER),
	THIRTY_TWO(64, QUARTER), THIRTY_TWO(96, QUARTER),
	THIRTY_TWO(128, QUARTER), THIRTY_TWO(160, QUARTER),
	THIRTY_TWO(192, QUARTER), THIRTY_TWO(224, QUARTER),
};

static const u8 places[VECTOR] __aligned(VECTOR) = {
	THIRTY_TWO(0, SAME), THIRTY_TWO(32, SAME),
};

/*
 * By the highest four bits of the lead: how many of 32 bits come after the
 * sequence, and what its tag bits add up to.
 */
static const u32 bits_after[LANES] __aligned(VECTOR) = {
	24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 16, 16, 8, 0,
};

static const u32 tags[LANES] __aligned(VECTOR) = {
	[12] = 0x3080, 0x3080, 0xe2080, 0x3c82080,
};

static __always_inline __m512i swapped_32(__m512i v, bool big)
{
	const __m512i order = _mm512_set4_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607,
						0x00010203);

	return big ? _mm512_shuffle_epi8(v, order) : v;
}

/* The sixteen code points that begin at @begins[@from] on. */
static __always_inline __m512i get_16(__m512i v, __m512i begins, unsigned int from)
{
	__m512i at = _mm512_permutexvar_epi8(load(quarters + 4 * from), begins);
	__m512i x = _mm512_permutexvar_epi8(_mm512_add_epi8(at, EACH_U32(0x00010203)), v);
	__m512i lead = _mm512_srli_epi32(x, 28);

	x = _mm512_srlv_epi32(x, _mm512_permutexvar_epi32(lead, load((const u8 *)bits_after)));
	/* By 40 and 1, then by 1000 and 1 (hex). */
	x = _mm512_maddubs_epi16(x, _mm512_set1_epi16(0x4001));
	x = _mm512_madd_epi16(x, EACH_U32(0x10000001));
	return _mm512_sub_epi32(x, _mm512_permutexvar_epi32(lead, load((const u8 *)tags)));
}

/* The code points that begin at the bits of @starts.  Return: where they end. */
static __always_inline u8 *get_window(__m512i v, u64 starts, bool big, u8 *out)
{
	__m512i begins = _mm512_maskz_compress_epi8(starts, load(places));
	unsigned int count = __builtin_popcountll(starts);

	store(out, swapped_32(get_16(v, begins, 0), big));
	store(out + VECTOR, swapped_32(get_16(v, begins, LANES), big));
	if (count > 2 * LANES) {
		store(out + 2 * VECTOR, swapped_32(get_16(v, begins, 2 * LANES), big));
		store(out + 3 * VECTOR, swapped_32(get_16(v, begins, 3 * LANES), big));
	}
	return out + 4 * count;
}

static __always_inline void get_ascii(const u8 *p, bool big, u8 *out)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		store(out + VECTOR * i, swapped_32(_mm512_cvtepu8_epi32(
			_mm_loadu_si128((const __m128i *)(p + LANES * i))), big));
}

static __always_inline u64 find_starts(__m512i v)
{
	return _mm512_cmpge_epi8_mask(v, _mm512_set1_epi8((char)0xc0));
}

static __always_inline size_t to_utf32(const u8 *in, size_t n, bool big,
				       struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	unsigned int i;
	u8 *o = to->out;
	u64 there;

	while (end - p >= VECTOR && to->out_end - o >= TO_ROOM) {
		__m512i v = load(p);

		if (!_mm512_movepi8_mask(v)) {
			get_ascii(p, big, o);
			o += TO_ROOM;
			p += VECTOR;
			continue;
		}
		o = get_window(v, _bzhi_u64(find_starts(v), WHOLE), big, o);
		p += WHOLE;
	}
	if (p < end && end - p < VECTOR && to->out_end - o >= TO_ROOM) {
		__m512i v;

		there = _bzhi_u64(~0ull, end - p);
		v = _mm512_maskz_loadu_epi8(there, p);
		o = get_window(v, find_starts(v) & there, big, o);
		p = end;
	}
	/* The rest of a sequence that began before. */
	for (i = 0; i < 3 && p < end && p > in && u8c_is_continuation(*p); i++)
		p++;
	to->out = o;
	return p - in + u8c_to_utf32_scalar(p, end - p, big, to, NULL);
}

size_t u8c_to_utf32_avx512(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_impl *self)
{
	return big ? to_utf32(in, n, true, to) : to_utf32(in, n, false, to);
}

static __always_inline u32 any_ill_formed(__m512i v)
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
	store(out, _mm512_maskz_compress_epi8(keep, x));
	return out + __builtin_popcountll(keep);
}

static __always_inline size_t from_utf32(const u8 *in, size_t n, bool big,
					 struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	unsigned int units = LANES;
	u8 *o = to->out;

	while (end - p >= 4 && to->out_end - o >= VECTOR) {
		__m512i v;
		u32 from_80;

		if (likely(end - p >= VECTOR)) {
			v = load(p);
		} else {
			units = (end - p) / 4;
			v = _mm512_maskz_loadu_epi32(_bzhi_u32(~0u, units), p);
		}
		v = swapped_32(v, big);
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
			     struct u8c_transcoding *to, const struct u8c_impl *self)
{
	return big ? from_utf32(in, n, true, to) : from_utf32(in, n, false, to);
}
#endif
