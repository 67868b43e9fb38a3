// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-16 to UTF-8, and whether it is well-formed, with AVX2.
 *
 * It is taken 32 units at a time, as from_wide_avx2.h says.  The tables have 256 rows
 * of 16 bytes each, 8 KiB for both, of which text of one script touches a few rows.
 */
#ifndef __CHECKER__
#include "x86/from_wide_avx2.h"

/*
 * The tables.  The places that are kept are lined up in a 64-bit number, a
 * hexadecimal digit each, the first one lowest; a row has a byte for each.
 */
/* Unit @i before what is lined up: its bytes 2i, if bit @i says so, 2i + 1. */
#define TWO(r, m, i) \
	((r) << (4 + 4 * HAS(m, i)) | \
	 (HAS(m, i) ? (2 * (i) + 1) << 4 | 2 * (i) : 2 * (i) + 1))
#define TWO_TWO(r, m, i) TWO(TWO(r, m, (i) + 1), m, i)
#define EIGHT_UNITS(m) \
	TWO_TWO(TWO_TWO(TWO_TWO(TWO_TWO(0ull, m, 6), m, 4), m, 2), m, 0)

/*
 * Unit @i before what is lined up: its last byte, 4i + 3, and those before it that it has,
 * by the bits 2i and 2i + 1: one more, two where both are set, or all three.
 */
#define FOUR_BYTES(i) \
	((4ull * (i) + 3) << 12 | (4 * (i) + 2) << 8 | (4 * (i) + 1) << 4 | 4 * (i))
#define MORE(m, i) (HAS(m, 2 * (i) + 1) ? 3 - HAS(m, 2 * (i)) : HAS(m, 2 * (i)))
#define THREE(r, m, i) \
	((r) << (4 + 4 * MORE(m, i)) | FOUR_BYTES(i) >> (12 - 4 * MORE(m, i)))
#define FOUR_UNITS(m) \
	THREE(THREE(THREE(THREE(0ull, m, 3), m, 2), m, 1), m, 0)

#define NAME_TWO(h, l) two_##h##l = EIGHT_UNITS(0x##h##l),
#define NAME_THREE(h, l) three_##h##l = FOUR_UNITS(0x##h##l),
enum { ALL(NAME_TWO) };
enum { ALL(NAME_THREE) };

#define ROW_TWO(h, l) ROW(two_##h##l)
#define ROW_THREE(h, l) ROW(three_##h##l)
const u8 u8c_two_rows[256][16] __aligned(16) = { ALL(ROW_TWO) };
const u8 u8c_three_rows[256][16] __aligned(16) = { ALL(ROW_THREE) };

static __always_inline __m256i ymm_load_units(const u8 *p, bool big)
{
	return ymm_swapped(ymm_load(p), big);
}

/* Surrogates that stand alone, or whose other half is in the next vector; two bits a unit. */
static u32 ymm_are_alone(u32 high, u32 low)
{
	return (low & ~(high << 2)) | (high & ~(low >> 2));
}

/*
 * Writes units with surrogates among them: all units, or all but the last one, if that is a
 * high surrogate.  Return: how many; 0 where a surrogate stands alone.
 */
static __always_inline unsigned int ymm_put_pairs(const struct tools *t, __m256i v,
						  u8 **out, size_t *pairs)
{
	static const u16 but_last[UNITS] __aligned(VECTOR) = {
		~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0, ~0,
	};
	struct halves found = {
		.high = have(v, EACH(0xfc00), t->d800),
		.low = have(v, EACH(0xfc00), EACH(0xdc00)),
	};
	u32 h = mask_of(found.high), l = mask_of(found.low), alone = ymm_are_alone(h, l);
	unsigned int units = UNITS;

	if (alone) {
		if (alone != 3u << 30 || !(h >> 31))
			return 0;
		/* The last unit becomes NUL, which is one byte, the last. */
		units--;
		v = _mm256_and_si256(v, ymm_load((const u8 *)but_last));
		found.high = _mm256_and_si256(found.high, ymm_load((const u8 *)but_last));
	}
	*out = put(t, v, &found, *out) - (UNITS - units);
	*pairs += __builtin_popcount(l) / 2;
	return units;
}

static __always_inline size_t ymm_from_utf16(const u8 *in, size_t n, bool big,
					     struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n, *full = to->out_end;
	unsigned int units;
	size_t pairs = 0;
	struct tools t;
	u8 *o = to->out;

	take(&t);
	while (end - p >= 2 * VECTOR && full - o >= 2 * PUT_ROOM) {
		__m256i v = ymm_load_units(p, big), next = ymm_load_units(p + VECTOR, big);
		__m256i both = _mm256_or_si256(v, next), surrogates;

		if (!any(both, t.from_80)) {
			v = _mm256_packus_epi16(v, next);
			ymm_store(o, _mm256_permute4x64_epi64(v, 0xd8));
			o += 2 * UNITS;
			p += 2 * VECTOR;
			continue;
		}
		if (!any(both, t.from_800)) {
			o = put_below_800(&t, v, o);
			o = put_below_800(&t, next, o);
			p += 2 * VECTOR;
			continue;
		}
		surrogates = _mm256_or_si256(have(v, t.from_800, t.d800),
					     have(next, t.from_800, t.d800));
		if (_mm256_testz_si256(surrogates, surrogates)) {
			o = put(&t, v, NULL, o);
			o = put(&t, next, NULL, o);
			p += 2 * VECTOR;
			continue;
		}
		units = ymm_put_pairs(&t, v, &o, &pairs);
		if (!units)
			break;
		p += 2 * units;
	}
	to->out = o;
	to->pairs += pairs;
	return p - in + u8c_from_utf16_scalar(p, end - p, big, to, NULL);
}

size_t u8c_from_utf16_avx2(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to,
			   const struct u8c_wide_impl *self)
{
	return big ? ymm_from_utf16(in, n, true, to) :
		     ymm_from_utf16(in, n, false, to);
}

static __always_inline size_t ymm_valid_utf16(const u8 *p, size_t n, bool big,
					      size_t *pairs)
{
	size_t good = 0, found = 0;

	while (n - good >= VECTOR) {
		__m256i v = ymm_load_units(p + good, big);
		__m256i surrogates = have(v, EACH(0xf800), EACH(0xd800));
		u32 high, low, alone;

		if (_mm256_testz_si256(surrogates, surrogates)) {
			good += VECTOR;
			continue;
		}
		high = mask_of(have(v, EACH(0xfc00), EACH(0xd800)));
		low = mask_of(surrogates) & ~high;
		alone = ymm_are_alone(high, low);
		if (alone && (alone != 3u << 30 || !(high >> 31)))
			break;
		/* Half a pair at the end belongs to the next vector. */
		good += alone ? VECTOR - 2 : VECTOR;
		found += __builtin_popcount(low) / 2;
	}
	*pairs += found;
	return good + u8c_valid_utf16_scalar(p + good, n - good, big, pairs,
					     NULL);
}

size_t u8c_valid_utf16_avx2(const u8 *p, size_t n, bool big, size_t *pairs,
			    const struct u8c_wide_impl *self)
{
	return big ? ymm_valid_utf16(p, n, true, pairs) :
		     ymm_valid_utf16(p, n, false, pairs);
}
#endif
