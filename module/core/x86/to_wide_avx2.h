/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 to UTF-16 or UTF-32 with AVX2, for a file that says which.
 *
 * A window of 16 bytes is looked at for what ends in 12 of them, two windows at a
 * time.  The places where sequences end are lined up by a table for six bytes, of 256
 * bytes; the bytes there, and those before, are gathered and put together.  A sequence
 * of four bytes that becomes surrogates has two such places: its third byte is the last
 * of what the high surrogate is made of.
 *
 * ASCII is converted in a loop of its own.  Where text is something else so much of it
 * is validated first as stays in the nearest cache.
 *
 * The beginning of a text, its end, and what has little room are left to general
 * registers.
 */
#ifndef U8C_X86_TO_WIDE_AVX2_H
#define U8C_X86_TO_WIDE_AVX2_H

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
/* Bytes of a window; sequences that end in these are converted. */
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

/* The places of the bits, of two windows, as bytes: places in the windows. */
static __always_inline __m256i places_of(u32 m0, u32 m1)
{
	__m128i digits = _mm_set_epi64x(digits_of(m1), digits_of(m0));
	__m256i low = _mm256_cvtepu8_epi16(digits);

	/* Two digits of each byte become a byte each. */
	low = _mm256_or_si256(low, _mm256_slli_epi16(low, 4));
	low = _mm256_and_si256(low, _mm256_set1_epi8(15));
	return _mm256_add_epi8(low, _mm256_set1_epi8(OVERLAP));
}

/* Bytes that are validated at once. */
#define PART 2048

/**
 * struct constants - the constants of the way from UTF-8
 *
 * @low_byte: of each unit.
 * @not_two: below it, signed, are units whose high byte is a continuation.
 * @ascii: the values of one byte.
 * @last: the bits of the last byte after its tag.
 * @before: the bits of the byte before that one after its tag.
 * @two_back: from a place to that of the byte two before.
 * @four: the first lead of four bytes.
 * @lead: above it, signed, are bytes that begin a sequence.
 * @three: the first lead of three bytes.
 * @own: the places in a window of the leads that have their third bytes there.
 * @wide: units have 32 bits.
 * @big: the high byte of a unit comes first.
 */
struct constants {
	__m256i low_byte;
	__m256i not_two;
	__m256i ascii;
	__m256i last;
	__m256i before;
	__m256i two_back;
	__m256i four;
	__m256i lead;
	__m256i three;
	__m256i own;
	bool wide;
	bool big;
};

#define IS_OWN(i) ((i) >= 1 && (i) <= 2 * STRIDE ? 0xff : 0)
#define OWN_ROW(h, l) IS_OWN(0x##h##l),
static const u8 own_leads[VECTOR] = { SIXTEEN(0, OWN_ROW) SIXTEEN(1, OWN_ROW) };

static __always_inline void set_constants(struct constants *g, bool wide, bool big)
{
	g->wide = wide;
	g->big = big;
	g->low_byte = KEPT(0xff);
	g->not_two = KEPT(0xc000);
	g->ascii = KEPT(0x7f);
	g->last = KEPT(0x3f);
	g->before = KEPT(0x0fc0);
	g->two_back = KEPT(0x0202);
	g->four = KEPT(0xf0f0);
	g->lead = KEPT(0xbfbf);
	g->three = KEPT(0xe0e0);
	g->own = ymm_load(own_leads);
}

/**
 * struct way - how far the way from UTF-8 has come
 *
 * @p: the next byte.
 * @end: of the text.
 * @valid: text up to here is well-formed.
 * @out: the next free byte.
 * @full: the end of the room.
 * @threes: third bytes, but for those of @late.
 * @fours: fourth bytes.
 * @late: third bytes since text was validated; each byte is a counter.
 */
struct way {
	const u8 *p;
	const u8 *end;
	const u8 *valid;
	u8 *out;
	u8 *full;
	u64 threes;
	u64 fours;
	__m256i late;
};

static __always_inline unsigned int size_of(const struct constants *g)
{
	return g->wide ? 4 : 2;
}

static __always_inline __m256i swapped_32(__m256i v, bool big)
{
	const __m256i order = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

	return big ? _mm256_shuffle_epi8(v, order) : v;
}

/* What is gathered of two windows: the lowest 16 bits, and those above that. */
struct gathered {
	__m256i low;
	__m256i top;
};

/*
 * The units that end at the places @at of the two windows in @v, eight of each;
 * above each place is that of the byte before.  @four: there may be sequences of four
 * bytes among them.
 */
static __always_inline struct gathered get(const struct constants *g, __m256i v, __m256i at,
					   bool four)
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
	struct gathered units = { .low = w };

	w = _mm256_or_si256(w, _mm256_and_si256(three,
						_mm256_slli_epi16(first, 12)));
	if (four) {
		__m256i fourth = _mm256_and_si256(have(first, EACH(0xf000), EACH(0xf000)),
						  three);
		__m256i high = have(first, EACH(0xf0), EACH(0xf0));
		__m256i h = _mm256_add_epi16(_mm256_srli_epi16(w, 4),
					     EACH(0xd7c0));

		units.top = _mm256_and_si256(fourth, _mm256_or_si256(
			_mm256_and_si256(_mm256_srli_epi16(first, 4), EACH(0x03)),
			_mm256_and_si256(_mm256_srli_epi16(first, 6), EACH(0x1c))));
		if (!g->wide) {
			w = blend(w, _mm256_or_si256(_mm256_and_si256(w, EACH(0x3ff)),
						     EACH(0xdc00)), fourth);
			w = blend(w, h, high);
		}
	}
	units.low = blend(_mm256_and_si256(two, g->ascii), w, longer);
	return units;
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

/* Writes eight units: 16 bits of each are in @low, and those above in @top. */
static __always_inline void widen_eight(const struct constants *g, __m128i low, __m128i top, bool four,
					u8 *out)
{
	if (!g->wide) {
		store_half(out, low);
	} else if (four) {
		__m256i units = _mm256_set_m128i(_mm_unpackhi_epi16(low, top),
						 _mm_unpacklo_epi16(low, top));

		ymm_store(out, swapped_32(units, g->big));
	} else {
		ymm_store(out, swapped_32(_mm256_cvtepu16_epi32(low), g->big));
	}
}

/* Writes eight units of each window, which end at the places @at. */
static __always_inline void get_eight(const struct constants *g,
				      const struct windows *w, __m256i at,
				      bool four, u8 *out)
{
	struct gathered units = get(g, w->v, at, four);
	__m256i low = ymm_swapped(units.low, g->big && !g->wide);

	/* The second window's units may begin before the eighth of the first. */
	widen_eight(g, _mm256_castsi256_si128(low), _mm256_castsi256_si128(units.top), four, out);
	widen_eight(g, _mm256_extracti128_si256(low, 1), _mm256_extracti128_si256(units.top, 1),
		    four, out + size_of(g) * w->units[0]);
}

/*
 * Writes windows in which every unit has three bytes, the first of them ending @late bytes
 * after the place where it could.
 */
static __always_inline u8 *get_threes(const struct constants *g, __m256i v,
				      unsigned int late, u8 *out)
{
	const __m256i places = _mm256_broadcastsi128_si256(_mm_setr_epi8(
		3, 2, 6, 5, 9, 8, 12, 11, 3, 2, 3, 2, 3, 2, 3, 2));
	__m256i at = _mm256_add_epi8(places, _mm256_set1_epi8(late));
	__m256i low = ymm_swapped(get(g, v, at, false).low, g->big && !g->wide);
	const __m128i none = _mm_setzero_si128();

	/* Four units of each window. */
	widen_eight(g, _mm_unpacklo_epi64(_mm256_castsi256_si128(low),
		_mm256_extracti128_si256(low, 1)), none, false, out);
	return out + 8 * size_of(g);
}

/* Writes the units of 24 bytes at @way->p; @v are the 32 bytes that begin three before it. */
static __always_inline void get_windows(const struct constants *g, struct way *way, __m256i v)
{
	const u8 *p = way->p - OVERLAP;
	u8 *out = way->out;
	u32 leads = _mm256_movemask_epi8(_mm256_cmpgt_epi8(v, g->lead));
	__m256i late = _mm256_cmpeq_epi8(v, _mm256_max_epu8(v, g->three));
	u32 four = _mm256_movemask_epi8(_mm256_cmpeq_epi8(v,
		_mm256_max_epu8(v, g->four)));
	/*
	 * The last bytes of sequences, and the third bytes of four; and a bit after them
	 * all, as a text that has changed may have none.
	 */
	u32 ends = (leads >> 1 | (g->wide ? 0 : four << 2)) >> OVERLAP | 1u << 31;
	const u32 some = (1u << STRIDE) - 1;
	__m256i before, low;
	struct windows w;

	way->p += 2 * STRIDE;
	way->late = _mm256_sub_epi8(way->late, _mm256_and_si256(late, g->own));
	w.v = _mm256_loadu2_m128i((const __m128i *)(p + STRIDE),
				  (const __m128i *)p);
	if (!four &&
	    (ends & ALL_ENDS) == (THREES << __builtin_ctz(ends) & ALL_ENDS)) {
		way->out = get_threes(g, w.v, __builtin_ctz(ends), out);
		return;
	}
	w.units[0] = __builtin_popcount(ends & some);
	w.units[1] = __builtin_popcount(ends >> STRIDE & some);
	w.places = places_of(ends & some, ends >> STRIDE & some);
	before = _mm256_sub_epi8(w.places, _mm256_set1_epi8(1));
	low = _mm256_unpacklo_epi8(w.places, before);
	if (unlikely(w.units[0] > 8 || w.units[1] > 8)) {
		/* In the order in which they overlap. */
		get_eight(g, &w, _mm256_unpackhi_epi8(w.places, before), true,
			  out + 8 * size_of(g));
		get_eight(g, &w, low, true, out);
	} else if (four) {
		get_eight(g, &w, low, true, out);
	} else {
		get_eight(g, &w, low, false, out);
	}
	way->fours += __builtin_popcount(four & ALL_ENDS);
	way->out += size_of(g) * (w.units[0] + w.units[1]);
}

static __always_inline void ymm_widen_ascii(const struct constants *g, const u8 *p, u8 *out)
{
	unsigned int i;

	for (i = 0; i < VECTOR && !g->wide; i += VECTOR / 2)
		ymm_store(out + 2 * i, ymm_swapped(_mm256_cvtepu8_epi16(
			_mm_loadu_si128((const __m128i *)(p + i))), g->big));
	for (i = 0; i < VECTOR && g->wide; i += VECTOR / 4)
		ymm_store(out + 4 * i, swapped_32(_mm256_cvtepu8_epi32(
			_mm_loadl_epi64((const __m128i *)(p + i))), g->big));
}

/* What get_windows() may write, in units. */
#define GET_ROOM 48

static __always_inline bool ymm_has_room(const struct constants *g, const struct way *w)
{
	return w->full - w->out >= GET_ROOM * size_of(g);
}

/* Is the vector at @p ASCII, and is the one after it? */
static inline bool ymm_is_ascii(const u8 *p)
{
	return !_mm256_movemask_epi8(ymm_load(p));
}

static inline bool are_two_ymm_ascii(const u8 *p)
{
	return !_mm256_movemask_epi8(_mm256_or_si256(ymm_load(p), ymm_load(p + VECTOR)));
}

/* The end of what there is room for, of whole pairs of vectors. */
static __always_inline const u8 *end_of_pairs(const struct constants *g, const struct way *w)
{
	size_t n = w->end - w->p, room = (w->full - w->out) / size_of(g);

	return w->p + (n < room ? n : room) / (2 * VECTOR) * (2 * VECTOR);
}

/* Converts ASCII, two vectors at a time, and then one. */
static __always_inline void get_ascii(const struct constants *g, struct way *w)
{
	const u8 *p = w->p, *end = end_of_pairs(g, w);
	const long size = size_of(g);
	u8 *out = w->out;

	for (; p < end && are_two_ymm_ascii(p); p += 2 * VECTOR, out += 2 * VECTOR * size) {
		ymm_widen_ascii(g, p, out);
		ymm_widen_ascii(g, p + VECTOR, out + VECTOR * size);
	}
	if (w->end - p >= VECTOR && w->full - out >= VECTOR * size && ymm_is_ascii(p)) {
		ymm_widen_ascii(g, p, out);
		p += VECTOR;
		out += VECTOR * size;
	}
	w->p = p;
	w->out = out;
}

/* Sums up @late, before each PART: a PART has less than 255 windows, so no counter is full. */
static __always_inline void count_late(struct way *w)
{
	__m256i sums = _mm256_sad_epu8(w->late, _mm256_setzero_si256());
	__m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums),
				    _mm256_extracti128_si256(sums, 1));

	w->threes += _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1);
	w->late = _mm256_setzero_si256();
}

/* Validates more text.  Return: whether there is enough for get_windows(). */
static __always_inline bool ymm_is_valid(struct way *w)
{
	size_t n;

	if (likely(w->valid - w->p >= VECTOR - OVERLAP))
		return true;
	count_late(w);
	if (w->valid < w->p)
		w->valid = w->p;
	n = w->end - w->valid;
	w->valid += u8c_validate_avx2.valid_up_to(w->valid, n < PART ? n : PART, NULL);
	return w->valid - w->p >= VECTOR - OVERLAP;
}

static __always_inline void get_all(const struct constants *g, struct way *w)
{
	while (w->end - w->p >= VECTOR - OVERLAP && ymm_has_room(g, w)) {
		const u8 *last = w->p;

		if (ymm_is_ascii(last - OVERLAP)) {
			get_ascii(g, w);
			if (w->p > last)
				continue;
		}
		if (unlikely(!ymm_is_valid(w)))
			break;
		get_windows(g, w, ymm_load(last - OVERLAP));
	}
}

/* Bytes that general registers convert first: a window begins before the bytes it converts. */
static __always_inline size_t before_windows(const u8 *in, size_t n)
{
	size_t begun = n < OVERLAP ? n : OVERLAP;

	while (begun < n && begun < 2 * OVERLAP && u8c_is_continuation(in[begun]))
		begun++;
	return begun;
}

/* As u8c_to_utf16_scalar(); @general converts the beginning and the end. */
static __always_inline size_t ymm_to_wide(const u8 *in, size_t n, struct u8c_transcoding *to,
					  const struct constants *g, u8c_transcode_fn *general)
{
	struct way w = { .p = in, .end = in + n, .out = to->out, .full = to->out_end };
	const u8 *from = in, *back;
	u8 *out;

	get_ascii(g, &w);
	if (w.p == in) {
		from += general(in, before_windows(in, n), g->big, to, NULL);
		if (from < in + OVERLAP)
			return from - in;
		w.p = from;
		w.out = to->out;
	}
	out = to->out;
	w.valid = w.p;
	w.late = _mm256_setzero_si256();
	get_all(g, &w);
	count_late(&w);
	/* Back to the start of a sequence, and over its high surrogate. */
	back = u8c_sequence_of(from, w.p);
	if (w.p - back == 3 && w.threes) {
		w.threes--;
		/* Text that has changed meanwhile may have none. */
		if (!g->wide && w.out > out)
			w.out -= 2;
	}
	w.p = back;
	to->out = w.out;
	u8c_count_converted(to, w.p - from, (w.out - out) / size_of(g) - (g->wide ? 0 : w.fours),
			    w.threes - w.fours, w.fours);
	return w.p - in + general(w.p, w.end - w.p, g->big, to, NULL);
}

#endif /* U8C_X86_TO_WIDE_AVX2_H */
