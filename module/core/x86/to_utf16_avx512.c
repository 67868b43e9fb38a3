// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-8 to UTF-16 with AVX-512 (VBMI, VBMI2).
 *
 * It is taken 64 bytes at a time.  Each sequence has a last byte; where they are
 * is known from where the next one begins.  Their places are compressed, one
 * for each unit to be, and the two bytes up to there are gathered, and the one
 * before.  A sequence of four bytes has two such places, its third byte is the
 * last of what the high surrogate is made of.
 *
 * What has little room is left to general registers.
 */
#ifndef __CHECKER__
#include "x86/utf16_avx512.h"

#define HALF(i) ((i) / 2)
#define SAME(i) (i)

static const u8 halves[2 * VECTOR] __aligned(VECTOR) = {
	THIRTY_TWO(0, HALF), THIRTY_TWO(32, HALF),
	THIRTY_TWO(64, HALF), THIRTY_TWO(96, HALF),
};

static const u8 places[VECTOR] __aligned(VECTOR) = {
	THIRTY_TWO(0, SAME), THIRTY_TWO(32, SAME),
};

/**
 * struct window - 64 bytes of UTF-8 and what of them is taken
 *
 * @v: the bytes.
 * @ends: where the sequences that are taken end, and the third bytes of four.
 * @third: these third bytes.
 * @fourth: the ends of sequences of four.
 * @places: of @ends, one after the other.
 */
struct window {
	__m512i v;
	u64 ends;
	u64 third;
	u64 fourth;
	__m512i places;
};

/*
 * The 32 units from @from on that end at the window's places.  @three: there
 * may be some of three bytes or more.
 */
static __always_inline __m512i get(const struct window *w, unsigned int from,
				   bool three)
{
	/* The place of the last byte, and above it that of the byte before. */
	__m512i at = _mm512_add_epi8(EACH(0xff00),
		_mm512_permutexvar_epi8(load(halves + 2 * from), w->places));
	__m512i two = _mm512_permutexvar_epi8(at, w->v);
	__m512i high = _mm512_srli_epi16(two, 2), first;
	__mmask32 longer = _mm512_movepi16_mask(_mm512_slli_epi16(two, 8));

	if (!three) {
		high = _mm512_ternarylogic_epi32(EACH(0x003f), two, high,
						 A_SELECTS_B_C);
		return _mm512_mask_and_epi32(two, 0xffff, _mm512_mask_mov_epi16(
			_mm512_and_si512(two, EACH(0x7f)), longer, high),
					     EACH(0x07ff));
	}
	first = _mm512_permutexvar_epi8(_mm512_add_epi8(at, EACH(0xfefe)),
					w->v);
	/* The byte before the last one is a continuation. */
	first = _mm512_maskz_slli_epi16(
		_mm512_cmplt_epi16_mask(two, EACH(0xc000)), first, 12);
	high = _mm512_ternarylogic_epi32(EACH(0x003f), two, high,
					 A_SELECTS_B_C);
	high = _mm512_ternarylogic_epi32(EACH(0x0fff), high, first,
					 A_SELECTS_B_C);
	return _mm512_mask_mov_epi16(_mm512_and_si512(two, EACH(0x7f)), longer,
				     high);
}

/* The same where some are of four bytes: surrogates. */
static __always_inline __m512i get_pairs(const struct window *w,
					 unsigned int from)
{
	__mmask32 high = _pext_u64(w->third, w->ends) >> from;
	__mmask32 low = _pext_u64(w->fourth, w->ends) >> from;
	__m512i v = get(w, from, true);
	__m512i h = _mm512_add_epi16(_mm512_srli_epi16(v, 4), EACH(0xd7c0));

	v = _mm512_mask_mov_epi16(v, low, _mm512_ternarylogic_epi32(v,
		EACH(0x03ff), EACH(0xdc00), A_AND_B_OR_C));
	return _mm512_mask_mov_epi16(v, high, h);
}

/* The units of 64 bytes, of those that end at @mask.  Return: the end. */
static __always_inline u8 *get_window(__m512i v, u64 mask, bool big, u8 *out)
{
	struct window w = { .v = v };
	u64 leads = _mm512_cmpge_epi8_mask(v, _mm512_set1_epi8((char)0xc0));
	u64 three = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xe0));
	u64 four = 0;
	unsigned int units;

	/* Where the next one begins. */
	w.ends = leads >> 1 & mask;
	if (three) {
		four = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xf0));
		w.third = four << 2 & mask;
		w.fourth = four << 3 & mask;
		w.ends |= w.third;
	}
	w.places = _mm512_maskz_compress_epi8(w.ends, load(places));
	units = __builtin_popcountll(w.ends);
	if (!three)
		store(out, swapped(get(&w, 0, false), big));
	else if (!four)
		store(out, swapped(get(&w, 0, true), big));
	else
		store(out, swapped(get_pairs(&w, 0), big));
	if (units <= UNITS)
		return out + 2 * units;
	if (!three)
		store(out + VECTOR, swapped(get(&w, UNITS, false), big));
	else
		store(out + VECTOR, swapped(get_pairs(&w, UNITS), big));
	return out + 2 * units;
}

/* ASCII from @p on; @out has room. */
static __always_inline size_t get_ascii(const u8 *p, const u8 *end, bool big,
					u8 *out, const u8 *full)
{
	size_t n = 0;

	for (; end - p >= VECTOR && full - out >= 2 * VECTOR; p += VECTOR) {
		__m512i v = load(p);

		if (_mm512_movepi8_mask(v))
			break;
		store(out, swapped(_mm512_cvtepu8_epi16(
			_mm512_castsi512_si256(v)), big));
		store(out + VECTOR, swapped(_mm512_cvtepu8_epi16(
			_mm512_extracti64x4_epi64(v, 1)), big));
		out += 2 * VECTOR;
		n += VECTOR;
	}
	return n;
}

/* What get_window() may write. */
#define GET_ROOM (2 * VECTOR)
/* Bytes of a window that were taken before but belong to what may end next. */
#define OVERLAP 3

static __always_inline size_t to_utf16(const u8 *in, size_t n, bool big,
				       struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n, *full = to->out_end;
	unsigned int done = 0;	/* bytes at @p that are taken */
	u8 *out = to->out, *o = out;
	size_t some;

	while (end - p >= VECTOR && full - o >= GET_ROOM) {
		__m512i v = load(p);

		if (!_mm512_movepi8_mask(v)) {
			some = get_ascii(p + done, end, big, o, full);
			/* No more ASCII: the text has changed, but @v has not. */
			if (done + some) {
				p += done + some;
				o += 2 * some;
				done = 0;
				continue;
			}
		}
		/* Whether the last byte ends one is not known. */
		o = get_window(v, ~0ull << done & ~0ull >> 1, big, o);
		p += VECTOR - 1 - OVERLAP;
		done = OVERLAP;
	}
	if (end - p < VECTOR && end - p > done && full - o >= GET_ROOM) {
		u64 there = _bzhi_u64(~0ull, end - p);

		o = get_window(_mm512_maskz_loadu_epi8(there, p),
			       there & ~0ull << done, big, o);
		p = end;
		done = 0;
	}
	p += done;
	/* Back to the start of a sequence, and over its high surrogate. */
	for (some = 0; some < done && p < end && u8c_is_continuation(*p); some++)
		p--;
	if (some == 3 && o > out)
		o -= 2;
	to->out = o;
	return p - in + u8c_to_utf16_scalar(p, end - p, big, to, NULL);
}

size_t u8c_to_utf16_avx512(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to,
			   const struct u8c_impl *self)
{
	return big ? to_utf16(in, n, true, to) : to_utf16(in, n, false, to);
}
#endif
