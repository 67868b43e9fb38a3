// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Candidates, and small letters, with AVX-512 (VBMI).  The bits of the blocks are 128
 * bytes, which one permutation looks up.
 */
#ifndef __CHECKER__
#include "x86/avx512.h"
#include "x86/x86.h"
#include "vec/candidates_kept.h"

/**
 * struct state - what is known of the text so far
 *
 * @active: leads of code points that the form does not pass over.
 * @low: bits of the blocks of U+0000..U+7FFF.
 * @high: bits of the blocks of U+8000..U+FFFF.
 * @stops: bits of the blocks of which each code point stops the form.
 * @leads: u8c_lead_doubts of the form.
 * @seconds: u8c_second_doubts of the form.
 * @kept: the blocks that were needed.
 */
struct state {
	__m512i active;
	__m512i low;
	__m512i high;
	const u8 *stops;
	const u8 *leads;
	const u8 *seconds;
	struct kept kept;
};

/* A vector of the text, and what stands one, two and three bytes further. */
struct window {
	const u8 *p;
	__m512i v;
	__m512i second;
	__m512i third;
};

static __always_inline __m512i candidates_load(const u8 *p)
{
	return _mm512_loadu_si512(p);
}

/* Up to 64 bytes, NUL after them. */
static __m512i candidates_load_part(const u8 *p, const u8 *end)
{
	size_t n = p < end ? end - p : 0;

	return _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, n), p);
}

static __always_inline __m512i zmm_bit_of(__m512i v)
{
	return _mm512_permutexvar_epi8(v, _mm512_set1_epi64(BITS));
}

/* Takes the code points of blocks in which each one stops the form.  Return: the rest of @at. */
static __always_inline u64 look_at_full(struct state *s, const struct window *w,
					__m512i number, u64 at,
					struct finding *f)
{
	__m512i row = _mm512_permutex2var_epi8(candidates_load(s->stops), number,
					       candidates_load(s->stops + VECTOR));
	u64 full = _mm512_mask_test_epi8_mask(at, zmm_bit_of(w->second), row);

	full &= _mm512_cmpge_epu8_mask(w->v, _mm512_set1_epi8((char)0xe0));
	f->stops |= full;
	return at & ~full;
}

/**
 * struct block_words - the words of the blocks of a vector's leads
 *
 * @eighth: for each lead which byte of a word its code point has.
 * @second: its second byte, where it has a third.
 * @stops: that byte of the block's stops.
 * @nonstarters: that byte of the block's nonstarters.
 * @left: leads whose words were not found yet.
 */
struct block_words {
	__m512i eighth;
	__m512i second;
	__m512i stops;
	__m512i nonstarters;
	u64 left;
};

static __always_inline void candidates_add_zmm(struct block_words *r, const struct window *w,
					       u64 at, const struct block *b)
{
	__mmask64 same = _mm512_mask_cmpeq_epi8_mask(at, w->v,
					_mm512_set1_epi32(b->lead));

	same = _mm512_mask_cmpeq_epi8_mask(same, r->second,
					   _mm512_set1_epi32(b->second));
	r->stops = _mm512_mask_permutexvar_epi8(r->stops, same, r->eighth,
				_mm512_set1_epi64(b->stops));
	r->nonstarters = _mm512_mask_permutexvar_epi8(r->nonstarters, same,
				r->eighth, _mm512_set1_epi64(b->nonstarters));
	r->left &= ~same;
}

/* Looks at the code points of two and three bytes that begin at the bits of @at. */
static __always_inline void candidates_look_at(struct state *s, const struct window *w,
					       __m512i number, u64 at, struct finding *f)
{
	u64 from_e0 = _mm512_cmpge_epu8_mask(w->v, _mm512_set1_epi8((char)0xe0));
	__m512i last = _mm512_mask_mov_epi8(w->second, from_e0, w->third);
	__m512i bit = zmm_bit_of(last);
	struct block_words r = {
		.eighth = _mm512_srli_epi16(last, 3),
		.second = _mm512_maskz_mov_epi8(from_e0, w->second),
	};
	unsigned int i;

	/* Most code points in such blocks are Hangul. */
	if (_mm512_mask_cmpge_epu8_mask(at, w->v, _mm512_set1_epi8((char)0xea)))
		at = look_at_full(s, w, number, at, f);
	r.left = at;
	/* All kept blocks, even if no lead is left: a branch on that would be mispredicted. */
	for (i = 0; i < s->kept.count; i++)
		candidates_add_zmm(&r, w, at, &s->kept.blocks[i]);
	/* Each round takes at least one lead, even in a text that changes meanwhile. */
	while (r.left) {
		unsigned int next = __builtin_ctzll(r.left);

		candidates_add_zmm(&r, w, at, keep_block(&s->kept, w->p + next));
		r.left &= ~(1ull << next);
	}
	f->stops |= _mm512_mask_test_epi8_mask(at, r.stops, bit);
	f->nonstarters |= _mm512_mask_test_epi8_mask(at, r.nonstarters, bit);
}

/*
 * Of the code points of four bytes that begin at the bits of @from_f0, those of blocks
 * that the form does not pass over.
 */
static __always_inline u64 pick_4(const struct state *s, const struct window *w, u64 from_f0)
{
	__m512i third = _mm512_srli_epi16(w->third, 3), row;
	u64 same, left = 0;

	while (from_f0) {
		const u8 *p = w->p + __builtin_ctzll(from_f0);
		u32 lead = p[0], second = p[1];

		U8C_ONCE(lead);
		U8C_ONCE(second);
		row = _mm512_set1_epi64(lead == 0xf0 ?
					u8c_third_doubts[s->seconds[second & 0x3f]] : ~0ull);
		same = _mm512_mask_cmpeq_epi8_mask(from_f0, w->v, _mm512_set1_epi8(lead));
		same = _mm512_mask_cmpeq_epi8_mask(same, w->second,
						   _mm512_set1_epi8(second));
		row = _mm512_permutexvar_epi8(third, row);
		left |= _mm512_mask_test_epi8_mask(same, row, zmm_bit_of(w->third));
		/* At least one is taken, even in a text that changes meanwhile. */
		from_f0 &= ~same & (from_f0 - 1);
	}
	return left;
}

static u64 continuations_of(const u8 *p)
{
	return _mm512_cmplt_epi8_mask(candidates_load(p), _mm512_set1_epi8((char)0xc0));
}

static __always_inline u64 candidates_step(struct state *s, const struct window *w)
{
	const __m512i c0 = _mm512_set1_epi8((char)0xc0);
	const __m512i e0 = _mm512_set1_epi8((char)0xe0);
	u64 leads = _mm512_cmpge_epu8_mask(w->v, c0), doubts, from_e0, from_f0;
	struct finding f = { 0 };
	__m512i number, row;

	if (!leads && !s->kept.open)
		return 0;
	from_e0 = _mm512_cmpge_epu8_mask(w->v, e0);
	/* The lead's lowest four bits, and the highest three of the second. */
	number = _mm512_ternarylogic_epi32(_mm512_set1_epi8(0x78),
					   _mm512_slli_epi16(w->v, 3),
					   _mm512_srli_epi16(w->second, 3),
					   0xca);
	row = _mm512_permutex2var_epi8(s->low, number, s->high);
	doubts = _mm512_mask_test_epi8_mask(from_e0, row, zmm_bit_of(w->second));
	from_f0 = _mm512_cmpge_epu8_mask(w->v, _mm512_set1_epi8((char)0xf0));
	doubts &= ~from_f0;
	doubts |= _mm512_mask_test_epi8_mask(leads, c0,
			_mm512_permutexvar_epi8(w->v, candidates_load(s->leads)));
	if (from_f0) {
		u64 f0 = _mm512_mask_cmpeq_epi8_mask(from_f0, w->v,
				_mm512_set1_epi8((char)0xf0));

		row = _mm512_permutexvar_epi8(w->second, candidates_load(s->seconds));
		f0 = _mm512_mask_test_epi8_mask(f0, row, row);
		from_f0 &= doubts | f0;
		doubts &= ~from_f0;
		from_f0 = pick_4(s, w, from_f0);
		if (from_f0)
			look_at_4(s->kept.form, w->p, from_f0, &f);
	}
	if (doubts)
		candidates_look_at(s, w, number, doubts, &f);
	if (f.nonstarters | s->kept.open)
		f.stops |= after_another(&s->kept.open, f.nonstarters, continuations_of(w->p));
	return f.stops;
}

/* Active leads stay; all other bytes become something less than C0. */
static __m512i active_leads(const struct state *s, const u8 *p)
{
	__m512i v = candidates_load(p);

	return _mm512_min_epu8(v, _mm512_permutexvar_epi8(v, s->active));
}

static u64 zmm_leads(__m512i v)
{
	return _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xc0));
}

static bool is_inert_4(const struct state *s, const u8 *p)
{
	__m512i a = _mm512_max_epu8(active_leads(s, p), active_leads(s, p + VECTOR));
	__m512i b = _mm512_max_epu8(active_leads(s, p + 2 * VECTOR),
				    active_leads(s, p + 3 * VECTOR));

	return !zmm_leads(_mm512_max_epu8(a, b));
}

static u64 *clear_4(u64 *marks)
{
	_mm256_storeu_si256((__m256i *)marks, _mm256_setzero_si256());
	return marks + 4;
}

/*
 * Looks at the end of the text, in a copy that has NUL after it: the last sequence may be
 * cut off, when the text has changed.
 */
static noinline u64 step_part(struct state *s, const u8 *p, const u8 *end)
{
	u8 rest[2 * VECTOR];
	struct window w = { rest, candidates_load_part(p, end), candidates_load_part(p + 1, end),
			    candidates_load_part(p + 2, end) };

	_mm512_storeu_si512(rest, w.v);
	_mm512_storeu_si512(rest + VECTOR, candidates_load_part(p + VECTOR, end));

	return candidates_step(s, &w);
}

u64 u8c_candidates_avx512(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			  const struct u8c_form_impl *self)
{
	const u8 *start = p, *end = p + n;
	struct state s = {
		.active = candidates_load(u8c_active_leads + form * VECTOR),
		.low = candidates_load(u8c_block_doubts + form * U8C_BLOCK_DOUBTS),
		.high = candidates_load(u8c_block_doubts + form * U8C_BLOCK_DOUBTS +
					VECTOR),
		.stops = u8c_block_stops + form * U8C_BLOCK_DOUBTS,
		.leads = u8c_lead_doubts + form * VECTOR,
		.seconds = u8c_second_doubts + form * VECTOR,
		.kept.form = form,
		.kept.open = 1,
	};
	struct window w;
	u64 leads, some = 0;

	for (; end - p >= VECTOR + AFTER; p += VECTOR) {
		leads = zmm_leads(active_leads(&s, p));
		if (!leads) {
			s.kept.open = 0;
			*bits++ = 0;
			for (; end - p >= 5 * VECTOR && is_inert_4(&s, p + VECTOR);
			     p += 4 * VECTOR)
				bits = clear_4(bits);
			continue;
		}
		w = (struct window){ p, candidates_load(p), candidates_load(p + 1), candidates_load(p + 2) };
		/* Of text with few letters that are not ASCII. */
		if (count_bits(leads) <= FEW_LEADS &&
		    !_mm512_mask_cmpge_epu8_mask(leads, w.v, _mm512_set1_epi8((char)0xe0)))
			*bits = mark_few(&s.kept, p, leads, continuations_of);
		else
			*bits = candidates_step(&s, &w);
		some |= (u64)!!*bits++ << (p - start) / VECTOR % 64;
	}
	for (; p < end; p += VECTOR) {
		*bits = step_part(&s, p, end);
		some |= (u64)!!*bits++ << (p - start) / VECTOR % 64;
	}
	return some;
}

void u8c_lower_avx512(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	lower_vector(p, n, out, self);
}

bool u8c_find_bytes_avx512(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_form_impl *self)
{
	const __m512i rows = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)set->rows));
	/* By the high half of a byte, the bit of struct u8c_byte_set. */
	const __m512i halves = _mm512_set4_epi32(0x08040201, 0, 0x40000000, 0x00002010);
	const __m512i low = _mm512_set1_epi8(0xf);
	u64 any = 0;
	__m512i v, high;

	for (; n; n -= VECTOR, p += VECTOR) {
		v = candidates_load(p);
		high = _mm512_and_si512(_mm512_srli_epi16(v, 4), low);
		any |= *bits++ = _mm512_test_epi8_mask(
			_mm512_shuffle_epi8(rows, _mm512_and_si512(v, low)),
			_mm512_shuffle_epi8(halves, high));
	}
	return any;
}
#endif
