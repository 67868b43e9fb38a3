/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 to UTF-16 or UTF-32 with AVX-512 (VBMI, VBMI2), for a file that says how
 * code points are written.
 *
 * The text is validated, converted and counted 64 bytes at a time, in one pass.  For
 * each byte the lowest 16 bits of a code point are computed as if its sequence ended
 * there; the bytes before are loaded again, by one and by two places off.  The low
 * bytes and the high bytes of the sequences that do end in these 64 bytes are
 * compressed apart, and then interleaved.  Sequences of four bytes have a branch of
 * their own.
 *
 * ASCII and other text have a loop each, so that only the ends of the loops are
 * mispredicted.  The first and the last bytes of a text are loaded by masks.  What has
 * little room is left to general registers.
 */
#ifndef U8C_X86_TO_WIDE_AVX512_H
#define U8C_X86_TO_WIDE_AVX512_H

#include "wide/utf16.h"
#include "x86/avx512_vector.h"

#define EACH_BYTE(b) _mm512_set1_epi8((char)(b))

/* What _mm512_ternarylogic_epi32() computes of its operands a, b and c. */
#define A_SELECTS_B_C 0xca
#define A_AND_B_OR_C 0xea

static __always_inline void zmm_store(u8 *p, __m512i v)
{
	_mm512_storeu_si512(p, v);
}

/**
 * struct window - 64 bytes of UTF-8, and those before each
 *
 * @v: the bytes.
 * @one: the byte before each.
 * @two: the byte before that.
 * @there: the bytes that are text.
 */
struct window {
	__m512i v;
	__m512i one;
	__m512i two;
	u64 there;
};

/**
 * struct points - the code points that end in a window
 *
 * @low: the lowest byte of each; with surrogates, what they are made of.
 * @high: the byte above that.
 * @top: the byte above that, where @has_four.
 * @ends: the last bytes of sequences; with surrogates, the third bytes of four too.
 * @third: the third bytes of four, where @has_four.
 * @fourth: the fourth bytes, where @has_four.
 * @has_four: whether a sequence of four bytes may end.
 */
struct points {
	__m512i low;
	__m512i high;
	__m512i top;
	u64 ends;
	u64 third;
	u64 fourth;
	bool has_four;
};

/**
 * struct target - how code points are written
 *
 * @size: bytes of a unit.
 * @big: the highest byte comes first.
 * @put: writes the points; up to 64 units.
 * @put_ascii: writes 64 bytes of ASCII.
 */
struct target {
	unsigned int size;
	bool big;
	void (*put)(const struct points *points, bool big, u8 *out);
	void (*put_ascii)(const u8 *p, bool big, u8 *out);
};

/**
 * struct way - how far a conversion from UTF-8 has come
 *
 * @state: of validation.
 * @start: of the text.
 * @p: the next byte.
 * @end: of the text.
 * @out: the next free byte.
 * @full: the end of the room.
 * @threes: third bytes so far.
 * @fours: fourth bytes.
 * @leads_of_four: whether the last window has some.
 */
struct way {
	struct state state;
	const u8 *start;
	const u8 *p;
	const u8 *end;
	u8 *out;
	u8 *full;
	u64 threes;
	u64 fours;
	u64 leads_of_four;
};

/* A bit for each byte that is @least or more. */
static __always_inline u64 zmm_not_below(__m512i v, u8 least)
{
	return _mm512_cmpge_epu8_mask(v, EACH_BYTE(least));
}

/*
 * The bytes at @p whose bit is in @which; zero for the others, which are not read.  clang
 * 14 with the address sanitizer fails on a mask that is in a general register, too.
 */
static __always_inline __m512i load_bytes(const u8 *p, u64 which)
{
	__mmask64 mask = which;

	__asm__ ("" : "+Yk" (mask));
	return _mm512_maskz_loadu_epi8(mask, p);
}

/* The last bytes of sequences, if none has four bytes. */
static __always_inline u64 find_ends(const struct window *x)
{
	return ~(zmm_not_below(x->v, 0xc0) | zmm_not_below(x->one, 0xe0));
}

/* Computes the two bytes of all 64 places.  @late: the third bytes, or fourth ones. */
static __always_inline void compute(const struct window *x, u64 high, u64 late,
				    struct points *points)
{
	__m512i low = _mm512_ternarylogic_epi32(EACH_BYTE(0x3f), x->v,
		_mm512_slli_epi16(x->one, 6), A_SELECTS_B_C);
	__m512i first = _mm512_maskz_mov_epi8(late, _mm512_slli_epi16(x->two, 4));

	points->low = _mm512_mask_mov_epi8(x->v, high, low);
	points->high = _mm512_maskz_mov_epi8(high, _mm512_ternarylogic_epi32(
		EACH_BYTE(0x0f), _mm512_srli_epi16(x->one, 2), first, A_SELECTS_B_C));
}

/* The bits of fourth bytes' code points from 16 on. */
static __always_inline __m512i compute_top(const struct window *x, __m512i three)
{
	__m512i second = _mm512_and_si512(_mm512_srli_epi16(x->two, 4), EACH_BYTE(3));

	return _mm512_ternarylogic_epi32(EACH_BYTE(0x1c), _mm512_slli_epi16(three, 2), second,
					 A_SELECTS_B_C);
}

static __always_inline void compress(struct points *points)
{
	points->low = _mm512_maskz_compress_epi8(points->ends, points->low);
	points->high = _mm512_maskz_compress_epi8(points->ends, points->high);
}

/* The code points that end in the bytes @there of @x, which is at @w->p. */
static __always_inline void find_with_four(struct way *w, const struct window *x, u64 there,
					   bool pairs, struct points *points)
{
	const u64 high = _mm512_movepi8_mask(x->v), late = zmm_not_below(x->two, 0xe0);
	const u64 loaded = w->p == w->start ? x->there & ~7ull : x->there;
	/* The byte three places before each. */
	__m512i three = load_bytes(w->p - 3, loaded);

	points->has_four = true;
	points->third = zmm_not_below(x->two, 0xf0) & there;
	points->fourth = zmm_not_below(three, 0xf0) & there;
	points->ends = find_ends(x) & ~zmm_not_below(x->two, 0xf0) & there;
	w->threes += __builtin_popcountll(late & there);
	w->fours += __builtin_popcountll(points->fourth);
	compute(x, high, pairs ? late : late | points->fourth, points);
	if (pairs)
		points->ends |= points->third;
	else
		points->top = _mm512_maskz_compress_epi8(points->ends, _mm512_maskz_mov_epi8(
			points->fourth, compute_top(x, three)));
	compress(points);
}

/* As find_with_four(), where no sequence has four bytes. */
static __always_inline void find(struct way *w, const struct window *x, u64 there,
				 struct points *points)
{
	const u64 high = _mm512_movepi8_mask(x->v), late = zmm_not_below(x->two, 0xe0);

	points->has_four = false;
	points->ends = find_ends(x) & there;
	w->threes += __builtin_popcountll(late & there);
	compute(x, high, late, points);
	compress(points);
}

/*
 * Converts what ends in the window at @w->p.  Return: whether all of that is
 * well-formed; where not, @w->p is where the ill-formed sequence begins, or less than
 * four bytes after it.
 */
static __always_inline bool zmm_convert(struct way *w, const struct window *x,
					const struct target to)
{
	const u64 leads_of_four = zmm_not_below(x->v, 0xf0);
	const u8 *next = w->p + VECTOR;
	u64 there = x->there, bad;
	size_t left = w->end - w->p;
	struct points points;

	w->state.differs = zmm_look_at(&w->state, x->v);
	bad = zmm_wrong(&w->state);
	if (unlikely(bad)) {
		/* NUL after the text is wrong where a sequence is open. */
		if (left > (size_t)__builtin_ctzll(bad))
			left = __builtin_ctzll(bad);
		next = u8c_sequence_of(w->start, w->p + left);
		if (next < w->p)
			return false;
		there = _bzhi_u64(there, next - w->p);
	}
	if (leads_of_four | w->leads_of_four)
		find_with_four(w, x, there, to.size == 2, &points);
	else
		find(w, x, there, &points);
	w->leads_of_four = leads_of_four;
	to.put(&points, to.big, w->out);
	w->out += to.size * __builtin_popcountll(points.ends);
	w->p = next;
	return !bad;
}

/* Converts the first bytes of a text, or the last ones, 64 at most, with NUL after them. */
static __always_inline bool convert_edge(struct way *w, const struct target to)
{
	const size_t left = w->end - w->p;
	const u64 there = _bzhi_u64(~0ull, left < VECTOR ? left : VECTOR);
	const bool first = w->p == w->start;
	const struct window x = {
		.v = load_bytes(w->p, there),
		.one = load_bytes(w->p - 1, first ? there & ~1ull : there),
		.two = load_bytes(w->p - 2, first ? there & ~3ull : there),
		.there = there,
	};

	if (!zmm_convert(w, &x, to))
		return false;
	if (left < VECTOR)
		w->p = w->end;
	return true;
}

static __always_inline bool zmm_has_room(const struct way *w, const struct target to)
{
	return w->full - w->out >= VECTOR * to.size;
}

/* Is there a whole window, and room? */
static __always_inline bool zmm_fits(const struct way *w, const struct target to)
{
	return w->end - w->p >= VECTOR && zmm_has_room(w, to);
}

/* Converts ASCII, of which at least one window has been seen. */
static __always_inline void convert_ascii(struct way *w, const struct target to)
{
	w->leads_of_four = 0;
	w->state.leads = _mm512_setzero_si512();
	do {
		to.put_ascii(w->p, to.big, w->out);
		w->p += VECTOR;
		w->out += VECTOR * to.size;
	} while (zmm_fits(w, to) && !_mm512_movepi8_mask(zmm_load(w->p)));
}

/* Converts all windows that fit.  Return: as zmm_convert(). */
static __always_inline bool convert_windows(struct way *w, const struct target to)
{
	while (zmm_fits(w, to)) {
		struct window x = { .v = zmm_load(w->p), .there = ~0ull };

		if (!_mm512_movepi8_mask(x.v)) {
			if (zmm_is_open(&w->state))
				return false;
			convert_ascii(w, to);
			continue;
		}
		x.one = zmm_load(w->p - 1);
		x.two = zmm_load(w->p - 2);
		if (!zmm_convert(w, &x, to))
			return false;
	}
	return true;
}

/* As u8c_to_utf16_scalar(); @general converts the end. */
static __always_inline size_t zmm_to_wide(const u8 *in, size_t n, struct u8c_transcoding *caller,
					  const struct target to, u8c_transcode_fn *general)
{
	struct way w = {
		.start = in, .p = in, .end = in + n, .out = caller->out, .full = caller->out_end,
	};
	const u8 *begun;
	bool good = true;

	zmm_begin(&w.state);
	/* The first bytes, windows, and the last bytes: at most twice. */
	while (good && w.p < w.end && zmm_has_room(&w, to))
		good = convert_edge(&w, to) && convert_windows(&w, to);
	/* Back to the start of a sequence, and over its high surrogate. */
	begun = u8c_sequence_of(in, w.p);
	if (w.p - begun == 3 && w.threes) {
		w.threes--;
		/* Text that has changed meanwhile may have none. */
		if (to.size == 2 && w.out > caller->out)
			w.out -= 2;
	}
	w.p = begun;
	u8c_count_converted(caller, w.p - in, (w.out - caller->out) / to.size -
			    (to.size == 2 ? w.fours : 0), w.threes - w.fours, w.fours);
	caller->out = w.out;
	return w.p - in + general(w.p, w.end - w.p, to.big, caller, NULL);
}

#endif /* U8C_X86_TO_WIDE_AVX512_H */
