/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 to UTF-16 or UTF-32 with AVX2, for a file that says which.
 *
 * 32 bytes are converted at a time, whatever they are.  For each byte the lowest 16 bits
 * of a code point are computed as if its sequence ended there; the bytes before are
 * loaded again, by one, two and three places off.  Of each eight of these units those
 * whose sequences do end there are lined up by a table of 256 rows.  A sequence of four
 * bytes that becomes surrogates has two such places: its third byte is the last of what
 * the high surrogate is made of.
 *
 * ASCII is converted in a loop of its own, where there is enough of it.  Other text is
 * validated first, as much as stays in the nearest cache.
 *
 * The beginning of a text, its end, and what has little room are left to general
 * registers.
 */
#ifndef U8C_X86_TO_WIDE_AVX2_H
#define U8C_X86_TO_WIDE_AVX2_H

#include "wide/utf16.h"
#include "wide/utf32.h"
#include "x86/utf16_avx2.h"

/* For eight bits, the places of the units whose bits are set, in to_utf16_avx2.c. */
extern const u8 u8c_end_rows[256][16];

/* Bytes before those that are converted that belong to what may end there. */
#define OVERLAP 3
/* Bytes after them: whether the last one ends a sequence is seen in the next one. */
#define AFTER 1
/* Bytes that are validated at once. */
#define PART 2048

/**
 * struct constants - the constants of conversions from UTF-8
 *
 * @lead: above continuations, signed.
 * @three: the first lead of three bytes.
 * @value: the bits of a byte after a tag.
 * @ascii: the bits of the last byte.
 * @weights: of the byte before it, and its own.
 */
struct constants {
	__m256i lead;
	__m256i three;
	__m256i value;
	__m256i ascii;
	__m256i weights;
};

static __always_inline void set_constants(struct constants *g)
{
	g->lead = KEPT(0xc0c0);
	g->three = KEPT(0xe0e0);
	g->value = KEPT(0x3f3f);
	g->ascii = KEPT(0x7f7f);
	g->weights = KEPT(0x0140);
}

/**
 * struct way - how far a conversion from UTF-8 has come
 *
 * @g: the constants.
 * @p: the next byte.
 * @end: of the text.
 * @valid: text up to here is well-formed.
 * @out: the next free byte.
 * @full: the end of the room.
 * @wide: units have 32 bits.
 * @big: the highest byte of a unit comes first.
 * @threes: third bytes, but for those of @late.
 * @fours: fourth bytes.
 * @ends_in_third: the byte before @p is the third of four.
 * @late: third bytes since text was validated; each byte is a counter.
 */
struct way {
	struct constants g;
	const u8 *p;
	const u8 *end;
	const u8 *valid;
	u8 *out;
	u8 *full;
	bool wide;
	bool big;
	u64 threes;
	u64 fours;
	u32 ends_in_third;
	__m256i late;
};

static __always_inline unsigned int size_of(const struct way *w)
{
	return w->wide ? 4 : 2;
}

#define EACH_BYTE(b) _mm256_set1_epi8((char)(b))

/* FF for each byte that is its byte in @least, or more. */
static __always_inline __m256i ymm_not_below(__m256i v, __m256i least)
{
	return _mm256_cmpeq_epi8(v, _mm256_max_epu8(v, least));
}

static __always_inline __m256i swapped_32(__m256i v, bool big)
{
	const __m256i order = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

	return big ? _mm256_shuffle_epi8(v, order) : v;
}

/**
 * struct bytes - what is known of each of 32 bytes
 *
 * @last: the bits of the byte, if it ends a sequence.
 * @middle: the bits of the byte before, if that belongs to the sequence.
 * @first: above them the bits of the byte two places before.
 * @top: above these those of a sequence of four bytes; for UTF-32.
 * @third: FF for the third byte of four, which is what a high surrogate is made of.
 * @fourth: FF for the fourth byte, where the low one is.
 */
struct bytes {
	__m256i last;
	__m256i middle;
	__m256i first;
	__m256i top;
	__m256i third;
	__m256i fourth;
};

/* Sixteen units, of the lower or the upper half of each lane. */
#define HALVES(a, b, upper) \
	((upper) ? _mm256_unpackhi_epi8(a, b) : _mm256_unpacklo_epi8(a, b))

static __always_inline __m256i join_bytes(const struct way *w, const struct bytes *b,
					  bool upper)
{
	__m256i units = _mm256_maddubs_epi16(HALVES(b->middle, b->last, upper), w->g.weights);

	return _mm256_or_si256(units, HALVES(_mm256_setzero_si256(), b->first, upper));
}

/* Makes surrogates of what third and fourth bytes of four have. */
static __always_inline __m256i ymm_put_surrogates(__m256i units, const struct bytes *b,
						  bool upper)
{
	__m256i high = _mm256_add_epi16(_mm256_srli_epi16(units, 4), EACH(0xd7c0));
	__m256i low = _mm256_or_si256(_mm256_and_si256(units, EACH(0x3ff)), EACH(0xdc00));

	units = blend(units, high, HALVES(b->third, b->third, upper));
	return blend(units, low, HALVES(b->fourth, b->fourth, upper));
}

/* Writes those of eight units that have a bit in @ends; @top: their bits from 16 on. */
static __always_inline void put_ends(struct way *w, __m128i units, __m128i top, u8 ends,
				     bool four)
{
	const __m128i row = _mm_load_si128((const __m128i *)u8c_end_rows[ends]);
	__m256i points;

	units = _mm_shuffle_epi8(units, row);
	if (w->wide) {
		points = _mm256_cvtepu16_epi32(units);
		if (four)
			points = _mm256_or_si256(points, _mm256_slli_epi32(
				_mm256_cvtepu16_epi32(_mm_shuffle_epi8(top, row)), 16));
		ymm_store(w->out, swapped_32(points, w->big));
	} else {
		store_half(w->out, units);
	}
	w->out += size_of(w) * (size_t)__builtin_popcount(ends);
}

/* Writes the units that end at the bits of @ends; @tops: bytes with their bits from 16 on. */
static __always_inline void put_vector(struct way *w, const __m256i units[2], __m256i tops,
				       u32 ends, bool four)
{
	const __m256i lower = units[0], upper = units[1];
	__m256i low_top = HALVES(tops, _mm256_setzero_si256(), false);
	__m256i high_top = HALVES(tops, _mm256_setzero_si256(), true);

	put_ends(w, _mm256_castsi256_si128(lower), _mm256_castsi256_si128(low_top), ends, four);
	put_ends(w, _mm256_castsi256_si128(upper), _mm256_castsi256_si128(high_top), ends >> 8,
		 four);
	put_ends(w, _mm256_extracti128_si256(lower, 1), _mm256_extracti128_si256(low_top, 1),
		 ends >> 16, four);
	put_ends(w, _mm256_extracti128_si256(upper, 1), _mm256_extracti128_si256(high_top, 1),
		 ends >> 24, four);
}

/* Puts in what sequences of four bytes have; @two: the bytes two places before. */
static __always_inline void find_fours(struct way *w, struct bytes *b, __m256i two)
{
	__m256i three = ymm_load(w->p - 3);

	b->third = ymm_not_below(two, EACH_BYTE(0xf0));
	b->fourth = ymm_not_below(three, EACH_BYTE(0xf0));
	/* Without what was shifted out of the byte before. */
	b->first = _mm256_and_si256(b->first, EACH_BYTE(0xf0));
	if (w->wide) {
		b->first = blend(b->first, _mm256_slli_epi16(
			_mm256_and_si256(two, EACH_BYTE(0x0f)), 4), b->fourth);
		b->top = _mm256_or_si256(
			_mm256_and_si256(_mm256_slli_epi16(three, 2), EACH_BYTE(0x1c)),
			_mm256_and_si256(_mm256_srli_epi16(two, 4), EACH_BYTE(0x03)));
		b->top = _mm256_and_si256(b->top, b->fourth);
	}
	w->fours += __builtin_popcount(_mm256_movemask_epi8(b->fourth));
}

/* Converts what ends in the 32 bytes at @w->p, and reads the byte after them. */
static __always_inline void get_vector(struct way *w)
{
	const u8 *p = w->p;
	__m256i v = ymm_load(p), two = ymm_load(p - 2);
	__m256i later = _mm256_cmpgt_epi8(w->g.lead, v);
	u32 ends = ~_mm256_movemask_epi8(_mm256_cmpgt_epi8(w->g.lead, ymm_load(p + 1)));
	__m256i nibble = _mm256_subs_epu8(two, w->g.three);
	u32 third = _mm256_movemask_epi8(_mm256_slli_epi16(nibble, 3));
	struct bytes b = {
		.last = _mm256_and_si256(v, w->g.ascii),
		.middle = _mm256_and_si256(ymm_load(p - 1),
					   _mm256_and_si256(later, w->g.value)),
		.first = _mm256_slli_epi16(nibble, 4),
	};
	const bool four = third | w->ends_in_third;
	__m256i units[2];

	w->late = _mm256_sub_epi8(w->late, ymm_not_below(two, w->g.three));
	if (unlikely(four))
		find_fours(w, &b, two);
	units[0] = join_bytes(w, &b, false);
	units[1] = join_bytes(w, &b, true);
	if (unlikely(four) && !w->wide) {
		units[0] = ymm_put_surrogates(units[0], &b, false);
		units[1] = ymm_put_surrogates(units[1], &b, true);
		ends |= third;
	}
	units[0] = ymm_swapped(units[0], w->big && !w->wide);
	units[1] = ymm_swapped(units[1], w->big && !w->wide);
	if (unlikely(four) && w->wide)
		put_vector(w, units, b.top, ends, true);
	else
		put_vector(w, units, b.top, ends, false);
	w->ends_in_third = third >> 31;
	w->p += VECTOR;
}

/* Writes sixteen characters of ASCII with 32 bits each. */
static __always_inline void widen_to_32(__m128i v, bool big, u8 *out)
{
	ymm_store(out, swapped_32(_mm256_cvtepu8_epi32(v), big));
	ymm_store(out + VECTOR, swapped_32(_mm256_cvtepu8_epi32(_mm_srli_si128(v, 8)), big));
}

static __always_inline void widen_to_16(const u8 *p, bool big, u8 *out)
{
	ymm_store(out, ymm_swapped(_mm256_cvtepu8_epi16(
		_mm_loadu_si128((const __m128i *)p)), big));
}

static __always_inline void ymm_widen_ascii(const struct way *w, const u8 *p, u8 *out)
{
	__m256i v = ymm_load(p);

	if (w->wide) {
		widen_to_32(_mm256_castsi256_si128(v), w->big, out);
		widen_to_32(_mm256_extracti128_si256(v, 1), w->big, out + 2 * VECTOR);
	} else {
		widen_to_16(p, w->big, out);
		widen_to_16(p + VECTOR / 2, w->big, out + VECTOR);
	}
}

static inline bool are_two_ymm_ascii(const u8 *p)
{
	return !_mm256_movemask_epi8(_mm256_or_si256(ymm_load(p), ymm_load(p + VECTOR)));
}

/* The end of what there is room for, of whole pairs of vectors. */
static __always_inline const u8 *end_of_pairs(const struct way *w)
{
	size_t n = w->end - w->p, room = (w->full - w->out) / size_of(w);

	return w->p + (n < room ? n : room) / (2 * VECTOR) * (2 * VECTOR);
}

/* Converts ASCII, two vectors at a time. */
static __always_inline void get_ascii(struct way *w)
{
	const u8 *end = end_of_pairs(w);
	const long size = size_of(w);

	for (; w->p < end && are_two_ymm_ascii(w->p); w->p += 2 * VECTOR) {
		ymm_widen_ascii(w, w->p, w->out);
		ymm_widen_ascii(w, w->p + VECTOR, w->out + VECTOR * size);
		w->out += 2 * VECTOR * size;
	}
}

/* Sums up @late, before each PART: a PART has less than 255 vectors, so no counter is full. */
static __always_inline void count_late(struct way *w)
{
	__m256i sums = _mm256_sad_epu8(w->late, _mm256_setzero_si256());
	__m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums),
				    _mm256_extracti128_si256(sums, 1));

	w->threes += _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1);
	w->late = _mm256_setzero_si256();
}

/* How many vectors are valid, with the byte after them, and have room. */
static __always_inline size_t vectors_ready(const struct way *w)
{
	size_t n = w->valid > w->p ? w->valid - w->p - AFTER : 0;
	size_t room = (w->full - w->out) / size_of(w);

	return (n < room ? n : room) / VECTOR;
}

/* Validates more text where there is less than a vector. */
static __always_inline void ymm_validate(struct way *w)
{
	size_t n;

	if (w->valid - w->p >= VECTOR + AFTER)
		return;
	count_late(w);
	if (w->valid < w->p)
		w->valid = w->p;
	n = w->end - w->valid;
	w->valid += u8c_validate_avx2.valid_up_to(w->valid, n < PART ? n : PART, NULL);
}

static __always_inline void get_all(struct way *w)
{
	size_t n;

	for (;;) {
		get_ascii(w);
		ymm_validate(w);
		n = vectors_ready(w);
		if (!n)
			break;
		/* Where two more are there, they may be ASCII. */
		do {
			get_vector(w);
			n--;
		} while (n && (n & 1 || !are_two_ymm_ascii(w->p)));
	}
}

/* Bytes that general registers convert first: vectors are loaded from before them on. */
static __always_inline size_t before_vectors(const u8 *in, size_t n)
{
	size_t begun = n < OVERLAP ? n : OVERLAP;

	while (begun < n && begun < 2 * OVERLAP && u8c_is_continuation(in[begun]))
		begun++;
	return begun;
}

/* As u8c_to_utf16_scalar(), or u8c_to_utf32_scalar(): these do the beginning and the end. */
static __always_inline size_t ymm_to_wide(const u8 *in, size_t n, struct u8c_transcoding *to,
					  bool wide, bool big)
{
	u8c_transcode_fn *general = wide ? u8c_to_utf32_scalar : u8c_to_utf16_scalar;
	struct way w = {
		.p = in, .end = in + n, .out = to->out, .full = to->out_end,
		.wide = wide, .big = big, .late = _mm256_setzero_si256(),
	};
	const u8 *from = in, *back;
	u8 *out;

	set_constants(&w.g);
	get_ascii(&w);
	if (w.p == in) {
		from += general(in, before_vectors(in, n), big, to, NULL);
		if (from < in + OVERLAP)
			return from - in;
		w.p = from;
		w.out = to->out;
	}
	out = to->out;
	w.valid = w.p;
	get_all(&w);
	count_late(&w);
	/* Back to the start of a sequence, and over its high surrogate. */
	back = u8c_sequence_of(from, w.p);
	if (w.p - back == 3 && w.threes) {
		w.threes--;
		/* Text that has changed meanwhile may have none. */
		if (!wide && w.out > out)
			w.out -= 2;
	}
	w.p = back;
	to->out = w.out;
	u8c_count_converted(to, w.p - from, (w.out - out) / size_of(&w) - (wide ? 0 : w.fours),
			    w.threes - w.fours, w.fours);
	return w.p - in + general(w.p, w.end - w.p, big, to, NULL);
}

#endif /* U8C_X86_TO_WIDE_AVX2_H */
