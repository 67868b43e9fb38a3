// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-32 to UTF-8 with AVX2: sixteen units at a time, which become units of 16 bits
 * where none is above U+FFFF.  Eight units that all are above that become four bytes
 * each; others are left to general registers, sixteen at a time.
 *
 * What has little room is left to general registers too.
 */
#ifndef __CHECKER__
#include "wide/utf32.h"
#include "x86/from_wide_avx2.h"

#define EACH_U32(unit) _mm256_set1_epi32((int)(unit))
#define LANES 8

static __m256i ymm_load_points(const u8 *p, bool big)
{
	const __m256i order = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
	__m256i v = ymm_load(p);

	return big ? _mm256_shuffle_epi8(v, order) : v;
}

/* The low 16 bits of sixteen units, if no unit has others. */
static __m256i narrow(__m256i a, __m256i b)
{
	return _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
}

/* Narrows ASCII from @p on, four vectors at a time.  Return: units. */
static __always_inline size_t narrow_ascii_32(const u8 *p, const u8 *end, bool big, u8 *out,
					      const u8 *full)
{
	size_t n = 0;

	while (end - p >= 4 * VECTOR && full - out >= VECTOR) {
		__m256i a = ymm_load_points(p, big), b = ymm_load_points(p + VECTOR, big);
		__m256i c = ymm_load_points(p + 2 * VECTOR, big), d = ymm_load_points(p + 3 * VECTOR, big);
		__m256i all = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));

		if (any(all, EACH_U32(~0x7f)))
			break;
		a = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
		ymm_store(out, _mm256_permutevar8x32_epi32(a,
			_mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
		p += 4 * VECTOR;
		out += VECTOR;
		n += VECTOR;
	}
	return n;
}

/* Are all eight units from 10000 to 10FFFF? */
static bool are_high(__m256i v)
{
	__m256i planes = _mm256_sub_epi32(_mm256_srli_epi32(v, 16), EACH_U32(1));

	return !any(planes, EACH_U32(~0xf));
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

/* What sixteen units may write. */
#define PUT_ROOM 64

/**
 * struct way - how far the way from UTF-32 has come
 *
 * @p: the next unit.
 * @end: of the text.
 * @to: the output.
 */
struct way {
	const u8 *p;
	const u8 *end;
	struct u8c_transcoding *to;
};

/* Writes sixteen units, some above U+FFFF.  Return: false if one is ill-formed. */
static __always_inline bool put_high(struct way *w, __m256i a, __m256i b, bool big)
{
	size_t done;

	if (are_high(a) && are_high(b)) {
		ymm_store(w->to->out, four_bytes(a));
		ymm_store(w->to->out + VECTOR, four_bytes(b));
		w->to->out += 2 * VECTOR;
		w->p += 2 * VECTOR;
		return true;
	}
	done = u8c_from_utf32_scalar(w->p, 2 * VECTOR, big, w->to, NULL);
	w->p += done;
	return done == 2 * VECTOR;
}

static __always_inline size_t ymm_from_utf32(const u8 *in, size_t n, bool big,
					     struct u8c_transcoding *to)
{
	struct way w = { in, in + n, to };
	struct tools t;
	size_t some;

	take(&t);
	while (w.end - w.p >= 2 * VECTOR && to->out_end - to->out >= PUT_ROOM) {
		__m256i a = ymm_load_points(w.p, big), b = ymm_load_points(w.p + VECTOR, big), v;
		__m256i all = _mm256_or_si256(a, b);

		if (any(all, EACH_U32(0xffff0000))) {
			if (!put_high(&w, a, b, big))
				break;
			continue;
		}
		v = narrow(a, b);
		if (any(all, EACH_U32(0xf800))) {
			__m256i surrogates = have(v, t.from_800, t.d800);

			if (any(surrogates, surrogates))
				break;
			to->out = put(&t, v, NULL, to->out);
			w.p += 2 * VECTOR;
		} else if (any(all, EACH_U32(0xff80))) {
			to->out = put_below_800(&t, v, to->out);
			w.p += 2 * VECTOR;
		} else {
			store_half(to->out, _mm_packus_epi16(_mm256_castsi256_si128(v),
				_mm256_extracti128_si256(v, 1)));
			to->out += UNITS;
			w.p += 2 * VECTOR;
			some = narrow_ascii_32(w.p, w.end, big, to->out, to->out_end);
			w.p += 4 * some;
			to->out += some;
		}
	}
	return w.p - in + u8c_from_utf32_scalar(w.p, w.end - w.p, big, to, NULL);
}

size_t u8c_from_utf32_avx2(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? ymm_from_utf32(in, n, true, to) : ymm_from_utf32(in, n, false, to);
}
#endif
