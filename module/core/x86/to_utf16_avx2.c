// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-16 with AVX2.
 *
 * The places where sequences end are found as in to_utf16_avx512.c, and lined
 * up by a table for six bytes, of 256 bytes.  A window of 16 bytes is looked at
 * for what ends in 12 of them, two windows at a time.
 */
#ifndef __CHECKER__
#include "x86/utf16_avx2.h"

/*
 * Which of six bytes a bit is set for, lined up as hexadecimal digits, the
 * first one lowest.
 */
#define SIX_PLACES(m) \
	((HAS(m, 5) ? 5ull : 0) << 4 * COUNT(m, 5) | \
	 (HAS(m, 4) ? 4ull : 0) << 4 * COUNT(m, 4) | \
	 (HAS(m, 3) ? 3ull : 0) << 4 * COUNT(m, 3) | \
	 (HAS(m, 2) ? 2ull : 0) << 4 * COUNT(m, 2) | \
	 (HAS(m, 1) ? 1ull : 0) << 4 * COUNT(m, 1))
#define COUNT(m, i) __builtin_popcount((m) & ((1 << (i)) - 1))
#define ROW_PLACES(h, l) SIX_PLACES(0x##h##l),
static const u32 place_rows[64] = {
	SIXTEEN(0, ROW_PLACES) SIXTEEN(1, ROW_PLACES)
	SIXTEEN(2, ROW_PLACES) SIXTEEN(3, ROW_PLACES)
};

#define WINDOW 16
/* Bytes of a window that were taken before but belong to what may end next. */
#define OVERLAP 3
/* Bytes of a window where something may end that is known to. */
#define STRIDE 12
/* The bits of two strides, and of these those of each third byte. */
#define ALL_ENDS 0xffffffu
#define THREES 0x249249u

/* The places of up to twelve bits of @m, four bits for each. */
static __always_inline u64 digits_of(u32 m)
{
	u64 high = place_rows[m >> 6] + 0x666666u;

	return place_rows[m & 63] | high << 4 * __builtin_popcount(m & 63);
}

/* These of two windows as bytes, where the windows have them. */
static __always_inline __m256i places_of(u32 m0, u32 m1)
{
	__m128i digits = _mm_set_epi64x(digits_of(m1), digits_of(m0));
	__m256i low = _mm256_cvtepu8_epi16(digits);

	/* Two digits of each byte become a byte each. */
	low = _mm256_or_si256(low, _mm256_slli_epi16(low, 4));
	low = _mm256_and_si256(low, _mm256_set1_epi8(15));
	return _mm256_add_epi8(low, _mm256_set1_epi8(OVERLAP));
}

/**
 * struct gear - the constants of the way to UTF-16
 *
 * @low_byte: of each unit.
 * @not_two: below it, signed, are units whose high byte is a continuation.
 * @ascii: the values of one byte.
 * @last: the bits of the last byte after its tag.
 * @before: those of the byte before.
 * @two_back: from a place to that of the byte two before.
 * @four: the first lead of four bytes.
 * @lead: above it, signed, are bytes that begin a sequence.
 * @big: the high byte of a unit comes first.
 */
struct gear {
	__m256i low_byte;
	__m256i not_two;
	__m256i ascii;
	__m256i last;
	__m256i before;
	__m256i two_back;
	__m256i four;
	__m256i lead;
	bool big;
};

static __always_inline void take_gear(struct gear *g, bool big)
{
	g->big = big;
	g->low_byte = KEPT(0xff);
	g->not_two = KEPT(0xc000);
	g->ascii = KEPT(0x7f);
	g->last = KEPT(0x3f);
	g->before = KEPT(0x0fc0);
	g->two_back = KEPT(0x0202);
	g->four = KEPT(0xf0f0);
	g->lead = KEPT(0xbfbf);
}

/*
 * The units that end at the places @at of the two windows in @v, eight of each;
 * above each place is that of the byte before.  @pairs: there may be
 * surrogates among them.
 */
static __always_inline __m256i get(const struct gear *g, __m256i v, __m256i at,
				   bool pairs)
{
	__m256i two = _mm256_shuffle_epi8(v, at);
	__m256i first = _mm256_shuffle_epi8(v,
		_mm256_sub_epi8(at, g->two_back));
	__m256i longer = _mm256_cmpgt_epi16(_mm256_and_si256(two, g->low_byte),
					    g->ascii);
	/* The byte before the last one is a continuation. */
	__m256i three = _mm256_cmpgt_epi16(g->not_two, two);
	__m256i w = _mm256_or_si256(
		_mm256_and_si256(two, g->last),
		_mm256_and_si256(_mm256_srli_epi16(two, 2), g->before));

	w = _mm256_or_si256(w, _mm256_and_si256(three,
						_mm256_slli_epi16(first, 12)));
	if (pairs) {
		__m256i high = have(first, EACH(0xf0), EACH(0xf0));
		__m256i low = have(first, EACH(0xf000), EACH(0xf000));
		__m256i h = _mm256_add_epi16(_mm256_srli_epi16(w, 4),
					     EACH(0xd7c0));

		w = blend(w, _mm256_or_si256(_mm256_and_si256(w, EACH(0x3ff)),
					     EACH(0xdc00)), low);
		w = blend(w, h, high);
	}
	return blend(_mm256_and_si256(two, g->ascii), w, longer);
}

/**
 * struct windows - two windows
 *
 * @v: their bytes.
 * @places: in each, where units end.
 * @units: how many they have.
 */
struct windows {
	__m256i v;
	__m256i places;
	unsigned int units[2];
};

/* Eight units of each window, which end at the places @at. */
static __always_inline void get_eight(const struct gear *g,
				      const struct windows *w, __m256i at,
				      bool pairs, u8 *out)
{
	__m256i units = swapped(get(g, w->v, at, pairs), g->big);

	/* The second may begin before the first is full. */
	store_half(out, _mm256_castsi256_si128(units));
	store_half(out + 2 * w->units[0], _mm256_extracti128_si256(units, 1));
}

/*
 * Windows in which every unit has three bytes, the first of them ending @late
 * bytes after the place where it could.
 */
static __always_inline u8 *get_threes(const struct gear *g, __m256i v,
				      unsigned int late, u8 *out)
{
	const __m256i places = _mm256_broadcastsi128_si256(_mm_setr_epi8(
		3, 2, 6, 5, 9, 8, 12, 11, 3, 2, 3, 2, 3, 2, 3, 2));
	__m256i at = _mm256_add_epi8(places, _mm256_set1_epi8(late));
	__m256i units = swapped(get(g, v, at, false), g->big);

	/* Four of each. */
	store_half(out, _mm_unpacklo_epi64(_mm256_castsi256_si128(units),
		_mm256_extracti128_si256(units, 1)));
	return out + WINDOW;
}

/* The units of 24 bytes after @p, of which @v are the first 32. */
static __always_inline u8 *get_windows(const struct gear *g, const u8 *p,
				       __m256i v, u8 *out)
{
	u32 leads = _mm256_movemask_epi8(_mm256_cmpgt_epi8(v, g->lead));
	u32 four = _mm256_movemask_epi8(_mm256_cmpeq_epi8(v,
		_mm256_max_epu8(v, g->four)));
	/*
	 * Where the next one begins, and the third bytes of four; and a bit
	 * after them all, as there is none in a text that has changed.
	 */
	u32 ends = (leads >> 1 | four << 2) >> OVERLAP | 1u << 31;
	const u32 some = (1u << STRIDE) - 1;
	__m256i before, low;
	struct windows w;

	w.v = _mm256_loadu2_m128i((const __m128i *)(p + STRIDE),
				  (const __m128i *)p);
	if (!four &&
	    (ends & ALL_ENDS) == (THREES << __builtin_ctz(ends) & ALL_ENDS))
		return get_threes(g, w.v, __builtin_ctz(ends), out);
	w.units[0] = __builtin_popcount(ends & some);
	w.units[1] = __builtin_popcount(ends >> STRIDE & some);
	w.places = places_of(ends & some, ends >> STRIDE & some);
	before = _mm256_sub_epi8(w.places, _mm256_set1_epi8(1));
	low = _mm256_unpacklo_epi8(w.places, before);
	if (unlikely(w.units[0] > 8 || w.units[1] > 8)) {
		/* In the order in which they overlap. */
		get_eight(g, &w, _mm256_unpackhi_epi8(w.places, before), true,
			  out + 2 * 8);
		get_eight(g, &w, low, true, out);
	} else if (four) {
		get_eight(g, &w, low, true, out);
	} else {
		get_eight(g, &w, low, false, out);
	}
	return out + 2 * (w.units[0] + w.units[1]);
}

/* ASCII from @p on; @out has room. */
static __always_inline size_t get_ascii(const u8 *p, const u8 *end, bool big,
					u8 *out, const u8 *full)
{
	size_t n = 0;

	for (; end - p >= VECTOR && full - out >= 2 * VECTOR; p += VECTOR) {
		__m256i v = load(p);

		if (_mm256_movemask_epi8(v))
			break;
		store(out, swapped(_mm256_cvtepu8_epi16(
			_mm256_castsi256_si128(v)), big));
		store(out + VECTOR, swapped(_mm256_cvtepu8_epi16(
			_mm256_extracti128_si256(v, 1)), big));
		out += 2 * VECTOR;
		n += VECTOR;
	}
	return n;
}

/* What get_windows() may write. */
#define GET_ROOM 96

static __always_inline size_t to_utf16(const u8 *in, size_t n, bool big,
				       struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n, *full = to->out_end;
	u8 *out = to->out, *o;
	size_t some, begun;
	struct gear g;

	take_gear(&g, big);
	/* A window begins after what is taken for it. */
	begun = n < OVERLAP ? n : OVERLAP;
	while (begun < n && u8c_is_continuation(in[begun]))
		begun++;
	p += u8c_to_utf16_scalar(p, begun, big, to, NULL);
	o = to->out;
	if (p < in + OVERLAP)
		return p - in;
	while (end - p >= VECTOR - OVERLAP && full - o >= GET_ROOM) {
		__m256i v = load(p - OVERLAP);

		if (!_mm256_movemask_epi8(v)) {
			some = get_ascii(p, end, big, o, full);
			p += some;
			o += 2 * some;
			if (some)
				continue;
		}
		o = get_windows(&g, p - OVERLAP, v, o);
		p += 2 * STRIDE;
	}
	/* Back to the start of a sequence, and over its high surrogate. */
	for (some = 0; some < 3 && p < end && u8c_is_continuation(*p); some++)
		p--;
	if (some == 3 && o > out)
		o -= 2;
	to->out = o;
	return p - in + u8c_to_utf16_scalar(p, end - p, big, to, NULL);
}

size_t u8c_to_utf16_avx2(const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to,
			 const struct u8c_impl *self)
{
	return big ? to_utf16(in, n, true, to) : to_utf16(in, n, false, to);
}
#endif
