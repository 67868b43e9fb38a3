// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-32 to UTF-8 with AVX2: 32 units at a time, which become units of 16 bits where none is
 * above U+FFFF.  Else each becomes four bytes in its place, and a shuffle drops those that are
 * not there.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/from_wide_avx2.h"

#define EACH_U32(unit) _mm256_set1_epi32((int)(unit))

static __m256i ymm_load_points(const u8 *p, bool big)
{
	const __m256i order = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
	__m256i v = ymm_load(p);

	return big ? _mm256_shuffle_epi8(v, order) : v;
}

/* The bits of each unit of @v that are @bits when the unit is shifted right by @by. */
static __always_inline __m256i right(__m256i v, int by, u32 bits)
{
	return _mm256_and_si256(_mm256_srli_epi32(v, by), EACH_U32(bits));
}

static __always_inline __m256i left(__m256i v, int by, u32 bits)
{
	return _mm256_and_si256(_mm256_slli_epi32(v, by), EACH_U32(bits));
}

/* The UTF-8 of units that have four bytes each. */
static __m256i four_bytes(__m256i v)
{
	__m256i first = _mm256_or_si256(right(v, 18, 0x07), right(v, 4, 0x3f00));
	__m256i last = _mm256_or_si256(left(v, 10, 0x3f0000), left(v, 24, 0x3f000000));

	return _mm256_or_si256(_mm256_or_si256(first, last), EACH_U32(0x808080f0));
}

/* Are all units Unicode scalar values? */
static bool are_scalar_values(__m256i v)
{
	__m256i high = _mm256_cmpeq_epi32(_mm256_max_epu32(v, EACH_U32(0x110000)), v);
	__m256i surrogates = _mm256_cmpeq_epi32(_mm256_and_si256(v, EACH_U32(0xfffff800)),
						EACH_U32(0xd800));

	high = _mm256_or_si256(high, surrogates);
	return _mm256_testz_si256(high, high);
}

/* Writes four units; the bits of @m are as u8c_three_rows has them. */
static __always_inline u8 *put_quarter(__m128i bytes, u8 m, u8 *out)
{
	/* Four bytes are three more than a byte, and have a bit in @m. */
	return put_four(bytes, m, out) + 2 * __builtin_popcount(m & ~(m << 1) & 0xaa);
}

/* Writes eight units of any length. */
static u8 *put_points(__m256i v, u8 *out)
{
	__m256i from_80 = _mm256_cmpgt_epi32(v, EACH_U32(0x7f));
	__m256i from_800 = _mm256_cmpgt_epi32(v, EACH_U32(0x7ff));
	__m256i from_10000 = _mm256_cmpgt_epi32(v, EACH_U32(0xffff));
	__m256i bytes = four_bytes(v), m;

	/* The tags of first bytes that have others before them in four bytes. */
	bytes = _mm256_or_si256(bytes, _mm256_andnot_si256(from_10000, EACH_U32(0x6000)));
	bytes = _mm256_or_si256(bytes, _mm256_andnot_si256(from_800, EACH_U32(0x400000)));
	bytes = blend(_mm256_slli_epi32(v, 24), bytes, from_80);
	/* Two bits for each unit. */
	m = _mm256_blend_epi16(_mm256_andnot_si256(from_10000, from_80), from_800, 0xaa);
	m = _mm256_packs_epi16(m, m);
	out = put_quarter(_mm256_castsi256_si128(bytes), mask_of(m), out);
	return put_quarter(_mm256_extracti128_si256(bytes, 1), mask_of(m) >> 16, out);
}

static __always_inline size_t ymm_from_utf32(const u8 *in, size_t n, bool big,
					     struct u8c_transcoding *to)
{
	const __m256i order = ymm_kept(_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
	const __m256i from_80 = ymm_kept(EACH_U32(~0x7f));
	const u8 *p = in, *end = in + n;
	u8 *o = to->out;
	unsigned int i;
	struct tools t;

	take(&t);
	for (; end - p >= 4 * VECTOR && to->out_end - o >= 2 * PUT_ROOM; p += 4 * VECTOR) {
		__m256i a = ymm_load_points(p, big), b = ymm_load_points(p + VECTOR, big);
		__m256i c = ymm_load_points(p + 2 * VECTOR, big);
		__m256i d = ymm_load_points(p + 3 * VECTOR, big);
		__m256i all = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
		__m256i v, next, surrogates;

		if (!any(all, from_80)) {
			v = _mm256_packus_epi16(_mm256_packus_epi32(a, b),
						_mm256_packus_epi32(c, d));
			ymm_store(o, _mm256_permutevar8x32_epi32(v, order));
			o += 2 * UNITS;
			continue;
		}
		if (any(all, EACH_U32(0xffff0000))) {
			if (!are_scalar_values(a) || !are_scalar_values(b) ||
			    !are_scalar_values(c) || !are_scalar_values(d))
				break;
			o = put_points(b, put_points(a, o));
			o = put_points(d, put_points(c, o));
			continue;
		}
		v = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
		next = _mm256_permute4x64_epi64(_mm256_packus_epi32(c, d), 0xd8);
		if (!any(all, EACH_U32(0xf800))) {
			for (i = 0; i < 2; i++, v = next)
				o = put_below_800(&t, v, o);
			continue;
		}
		surrogates = _mm256_or_si256(have(v, t.from_800, t.d800),
					     have(next, t.from_800, t.d800));
		if (any(surrogates, surrogates))
			break;
		for (i = 0; i < 2; i++, v = next)
			o = put(&t, v, NULL, o);
	}
	to->out = o;
	return p - in + u8c_from_utf32_scalar(p, end - p, big, to, NULL);
}

size_t u8c_from_utf32_avx2(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? ymm_from_utf32(in, n, true, to) : ymm_from_utf32(in, n, false, to);
}
#endif
