// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-32 and back with AVX2: by UTF-16, in parts that stay in the nearest
 * cache.  Eight units at a time are made longer or shorter, if none is above U+FFFF
 * or all are; others one by one.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include <immintrin.h>
#include "utf16/utf16.h"
#include "utf32/utf32.h"
#include "x86/x86.h"

#define EACH_U16(unit) _mm_set1_epi16((short)(unit))
#define EACH_U32(unit) _mm256_set1_epi32((int)(unit))
#define LANES 8
/* Bytes of UTF-8 that are converted at once, and units of UTF-32. */
#define TO_PART 448
#define FROM_PART 192
/* Of less there is no use in vectors. */
#define TO_LEAST 64

static __always_inline __m256i swapped(__m256i v, bool big)
{
	const __m256i order = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

	return big ? _mm256_shuffle_epi8(v, order) : v;
}

static __always_inline void store(u8 *p, __m256i v)
{
	_mm256_storeu_si256((__m256i *)p, v);
}

static __always_inline void store_half(u8 *p, __m128i v)
{
	_mm_storeu_si128((__m128i *)p, v);
}

/* Is unit & @mask == @value for all four units of 32 bits? */
static __always_inline bool are_all(__m128i v, u32 mask, u32 value)
{
	__m128i same = _mm_cmpeq_epi32(_mm_and_si128(v, _mm_set1_epi32((int)mask)),
				       _mm_set1_epi32((int)value));

	return _mm_movemask_epi8(same) == 0xffff;
}

static __always_inline bool any_surrogate(__m128i v)
{
	return _mm_movemask_epi8(_mm_cmpeq_epi16(_mm_and_si128(v, EACH_U16(0xf800)),
						 EACH_U16(0xd800)));
}

/* The @n units of @units, well-formed, as UTF-32.  Return: where that ends. */
static __always_inline u8 *widen(const u16 *units, size_t n, bool big, u8 *out)
{
	const u16 *end = units + n;

	while (units < end) {
		__m128i v = _mm_loadu_si128((const __m128i *)units);

		if (likely(!any_surrogate(v))) {
			size_t some = end - units < LANES ? end - units : LANES;

			store(out, swapped(_mm256_cvtepu16_epi32(v), big));
			units += some;
			out += 4 * some;
		} else if (end - units >= LANES && are_all(v, 0xfc00fc00, 0xdc00d800)) {
			__m128i high = _mm_slli_epi32(_mm_and_si128(v, _mm_set1_epi32(0x3ff)), 10);
			__m128i low = _mm_and_si128(_mm_srli_epi32(v, 16), _mm_set1_epi32(0x3ff));

			v = _mm_add_epi32(_mm_or_si128(high, low), _mm_set1_epi32(0x10000));
			store(out, swapped(_mm256_castsi128_si256(v), big));
			units += LANES;
			out += 2 * LANES;
		} else {
			u32 cp = *units++;

			if (u8c_is_high_surrogate(cp) && units < end)
				cp = u8c_join_surrogates(cp, *units++);
			if (big)
				cp = __builtin_bswap32(cp);
			__builtin_memcpy(out, &cp, sizeof(cp));
			out += 4;
		}
	}
	return out;
}

/* ASCII at @p, 32 bytes at a time; @out has room.  Return: how much there was. */
static __always_inline size_t widen_ascii(const u8 *p, size_t n, bool big, u8 *out)
{
	size_t done, i;

	for (done = 0; n - done >= 4 * LANES; done += 4 * LANES) {
		__m256i v = _mm256_loadu_si256((const __m256i *)(p + done));

		if (_mm256_movemask_epi8(v))
			break;
		for (i = done; i < done + 4 * LANES; i += LANES)
			store(out + 4 * i, swapped(_mm256_cvtepu8_epi32(
				_mm_loadl_epi64((const __m128i *)(p + i))), big));
	}
	return done;
}

static __always_inline size_t to_utf32(const u8 *in, size_t n, bool big,
				       struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	/* What changes meanwhile may become some units more than it has bytes. */
	u16 units[TO_PART + 6 * LANES];
	size_t part;

	/* Twice the size, with the last store, whatever there is in @units. */
	while (end - p >= TO_LEAST &&
	       (size_t)(to->out_end - to->out) >= 2 * sizeof(units)) {
		struct u8c_transcoding half = {
			.out = (u8 *)units, .out_end = (u8 *)(units + TO_PART + 5 * LANES),
		};

		part = end - p < TO_PART ? end - p : TO_PART;
		part = widen_ascii(p, part, big, to->out);
		if (part) {
			to->out += 4 * part;
			p += part;
			continue;
		}
		part = end - p < TO_PART ? end - p : TO_PART;
		while (part > TO_PART - 3 && p + part < end && u8c_is_continuation(p[part]))
			part--;
		part = u8c_to_utf16_avx2(p, part, false, &half, NULL);
		if (!part)
			break;
		/* Eight are looked at where there may be less. */
		store_half(half.out, _mm_setzero_si128());
		to->out = widen(units, (half.out - (u8 *)units) / 2, big, to->out);
		p += part;
	}
	return p - in + u8c_to_utf32_scalar(p, end - p, big, to, NULL);
}

size_t u8c_to_utf32_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to, const struct u8c_impl *self)
{
	return big ? to_utf32(in, n, true, to) : to_utf32(in, n, false, to);
}

static __always_inline bool any_of(__m256i v)
{
	return !_mm256_testz_si256(v, v);
}

/* One unit as UTF-16.  Return: its units; 0 where it is ill-formed. */
static __always_inline unsigned int narrow_one(u32 cp, u16 *out)
{
	if (cp > 0x10ffff || u8c_is_surrogate(cp))
		return 0;
	if (cp < 0x10000) {
		out[0] = cp;
		return 1;
	}
	out[0] = 0xd7c0 + (cp >> 10);
	out[1] = 0xdc00 | (cp & 0x3ff);
	return 2;
}

/*
 * Eight units of UTF-32 as UTF-16, up to the first that is ill-formed; all eight may
 * take room.  Return: how many units of UTF-16 there are.
 */
static __always_inline size_t narrow(__m256i v, u16 *out, bool *good)
{
	__m256i planes = _mm256_srli_epi32(v, 16);
	__m256i surrogates = _mm256_cmpeq_epi32(_mm256_and_si256(v, EACH_U32(0xfffff800)),
						EACH_U32(0xd800));
	u32 units[LANES];
	size_t n = 0, some;
	unsigned int i;

	*good = true;
	if (likely(!any_of(_mm256_or_si256(planes, surrogates)))) {
		v = _mm256_permute4x64_epi64(_mm256_packus_epi32(v, v), 0x08);
		store_half((u8 *)out, _mm256_castsi256_si128(v));
		return LANES;
	}
	/* All eight become pairs. */
	planes = _mm256_sub_epi32(planes, EACH_U32(1));
	if (!any_of(_mm256_andnot_si256(EACH_U32(0xf), planes))) {
		v = _mm256_sub_epi32(v, EACH_U32(0x10000));
		v = _mm256_or_si256(_mm256_srli_epi32(v, 10),
				    _mm256_slli_epi32(_mm256_and_si256(v, EACH_U32(0x3ff)), 16));
		store((u8 *)out, _mm256_or_si256(v, EACH_U32(0xdc00d800)));
		return 2 * LANES;
	}
	store((u8 *)units, v);
	for (i = 0; i < LANES; i++) {
		some = narrow_one(units[i], out + n);
		*good = some;
		if (!some)
			break;
		n += some;
	}
	return n;
}

static __always_inline size_t from_utf32(const u8 *in, size_t n, bool big,
					 struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	u16 units[2 * FROM_PART];
	bool good = true;

	while (good && end - p >= 4 * LANES) {
		struct u8c_transcoding back = { to->out, to->out_end, 0 };
		size_t left = (end - p) / 4, made = 0, taken, i;

		if (left > FROM_PART)
			left = FROM_PART;
		for (i = 0; good && i + LANES <= left; i += LANES) {
			__m256i v = _mm256_loadu_si256((const __m256i *)(p + 4 * i));

			made += narrow(swapped(v, big), units + made, &good);
		}
		taken = u8c_from_utf16_avx2((u8 *)units, 2 * made, false, &back, NULL);
		to->out = back.out;
		/* Units of UTF-16, less one for each pair: code points. */
		p += 4 * (taken / 2 - back.pairs);
		good = good && taken == 2 * made;
	}
	return p - in + u8c_from_utf32_scalar(p, end - p, big, to, NULL);
}

size_t u8c_from_utf32_avx2(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_impl *self)
{
	return big ? from_utf32(in, n, true, to) : from_utf32(in, n, false, to);
}
#endif
