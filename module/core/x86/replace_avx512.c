// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that is copied while it is validated, and repair, with AVX-512.
 */
#ifndef __CHECKER__
#include "x86/avx512.h"
#include "validate/replace_masks.h"

#define BLOCK (4 * VECTOR)

/**
 * struct tally - bytes of a text, by what they are
 *
 * In well-formed text the numbers of leads of each length follow from these.
 *
 * @leads: from C0 on.
 * @continuations: 80..BF.
 * @fours: from F0 on.
 */
struct tally {
	u64 leads;
	u64 continuations;
	u64 fours;
};

static __always_inline u64 fours_of(__m512i v)
{
	return _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xf0));
}

/* Of the bytes of @v whose bit is in @which, all but those from F0 on. */
static __always_inline void tally_most(struct tally *t, __m512i v, u64 which)
{
	const __m512i c0 = _mm512_set1_epi8((char)0xc0);

	t->leads += __builtin_popcountll(_mm512_cmpge_epu8_mask(v, c0) & which);
	t->continuations +=
		__builtin_popcountll(_mm512_cmplt_epi8_mask(v, c0) & which);
}

static __always_inline void tally(struct tally *t, __m512i v, u64 which)
{
	tally_most(t, v, which);
	t->fours += __builtin_popcountll(fours_of(v) & which);
}

/* A block; most have nothing from F0 on. */
static __always_inline void tally_block(struct tally *t, const __m512i v[4])
{
	__m512i most = _mm512_max_epu8(_mm512_max_epu8(v[0], v[1]),
				       _mm512_max_epu8(v[2], v[3]));

	tally_most(t, v[0], ~0ull);
	tally_most(t, v[1], ~0ull);
	tally_most(t, v[2], ~0ull);
	tally_most(t, v[3], ~0ull);
	if (!fours_of(most))
		return;
	t->fours += __builtin_popcountll(fours_of(v[0])) +
		    __builtin_popcountll(fours_of(v[1])) +
		    __builtin_popcountll(fours_of(v[2])) +
		    __builtin_popcountll(fours_of(v[3]));
}

/* The sequences of @n bytes of well-formed text. */
static __always_inline void count(const struct tally *t, size_t n,
				  u64 *by_length)
{
	u64 three = t->continuations - t->leads - 2 * t->fours;

	by_length[0] += n - t->leads - t->continuations;
	by_length[1] += t->leads - three - t->fours;
	by_length[2] += three;
	by_length[3] += t->fours;
}

/* What is known of the text so far. */
struct passed {
	struct state state;
	struct tally tally;
};

/*
 * The text from @p on, where a block ends in front of it that left @g; it holds
 * the first error, or less than a block.  Return: how much of the text from
 * @start on is well-formed; what of it is after @p was copied to @out.
 */
static noinline size_t pass_rest(const u8 *start, const u8 *p, const u8 *end,
				 u8 *out, struct passed *g)
{
	struct state *s = &g->state;
	struct tally *t = &g->tally;

	for (;; p += VECTOR) {
		size_t n = end - p < VECTOR ? end - p : VECTOR;
		u64 which = _bzhi_u64(~0ull, n);
		__m512i v = _mm512_maskz_loadu_epi8(which, p);
		const u8 *good = p + n;

		step(s, v);
		if (wrong(s) || (p + n == end && is_open(s)))
			good = start + place(s, start, p, p + n);
		if (good < p) {
			/* A sequence that is open in front of @p. */
			__m512i gone = load_part(good, p - good);
			struct tally less = { 0 };

			tally(&less, gone, _bzhi_u64(~0ull, p - good));
			t->leads -= less.leads;
			t->continuations -= less.continuations;
			t->fours -= less.fours;
			return good - start;
		}
		which = _bzhi_u64(~0ull, good - p);
		tally(t, v, which);
		if (out)
			_mm512_mask_storeu_epi8(out + (p - start), which, v);
		if (good < p + VECTOR)
			return good - start;
	}
}

/*
 * The first bytes, so that all stores after them are aligned: one that is not
 * touches two lines of the cache.  Return: how many; 0 when one is wrong.
 */
static __always_inline size_t pass_head(const u8 *p, u8 *out, struct state *s,
					struct tally *t)
{
	size_t n = to_line(out);
	__m512i v = step_head(s, p, n);
	u64 which = n ? ~0ull << (VECTOR - n) : 0;

	if (unlikely(wrong(s))) {
		begin(s);
		return 0;
	}
	tally(t, v, which);
	_mm512_mask_storeu_epi8(out + n - VECTOR, which, v);
	return n;
}

static __always_inline size_t pass(const u8 *p, size_t n, u8 *out, bool copy,
				   u64 *by_length)
{
	const u8 *start = p, *end = p + n;
	struct passed g = { .tally = { 0 } };
	size_t done;

	begin(&g.state);
	if (copy && n >= 2 * BLOCK)
		p += pass_head(p, out, &g.state, &g.tally);
	for (; end - p >= BLOCK; p += BLOCK) {
		__m512i v[4] = { load(p), load(p + VECTOR),
				 load(p + 2 * VECTOR), load(p + 3 * VECTOR) };
		__m512i any = _mm512_ternarylogic_epi32(v[0], v[1],
			_mm512_or_si512(v[2], v[3]), 0xfe);
		const struct state before = g.state;
		bool ascii = !_mm512_movepi8_mask(any);

		if (ascii && unlikely(is_open(&g.state)))
			break;
		if (ascii) {
			g.state.leads = _mm512_setzero_si512();
		} else {
			/* What is judged is what is written. */
			step_2(&g.state, v[0], v[1]);
			step_2(&g.state, v[2], v[3]);
			if (unlikely(wrong(&g.state))) {
				g.state = before;
				break;
			}
			tally_block(&g.tally, v);
		}
		if (copy) {
			u8 *to = out + (p - start);

			_mm512_storeu_si512(to, v[0]);
			_mm512_storeu_si512(to + VECTOR, v[1]);
			_mm512_storeu_si512(to + 2 * VECTOR, v[2]);
			_mm512_storeu_si512(to + 3 * VECTOR, v[3]);
		}
	}
	done = pass_rest(start, p, end, copy ? out : NULL, &g);
	count(&g.tally, done, by_length);
	return done;
}

size_t u8c_copy_valid_avx512(const u8 *p, size_t n, u8 *out, u64 *by_length,
			     const struct u8c_impl *self)
{
	return out ? pass(p, n, out, true, by_length) :
		     pass(p, n, NULL, false, by_length);
}

static __always_inline void look(const u8 *p, struct masks *m)
{
	__m512i v = load(p);
	struct state s;

	begin(&s);
	step(&s, v);
	m->high = _mm512_movepi8_mask(v);
	m->leads = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xc0));
	m->three = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xe0));
	m->four = _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)0xf0));
	m->none = m->leads &
		  (_mm512_cmplt_epu8_mask(v, _mm512_set1_epi8((char)0xc2)) |
		   _mm512_cmpgt_epu8_mask(v, _mm512_set1_epi8((char)0xf4)));
	/* The range of what is no continuation means nothing. */
	m->forbidden = (_mm512_test_epi8_mask(s.forbidden,
		_mm512_set1_epi8(LOW | MIDDLE | HIGH)) & m->high & ~m->leads) >> 1;
}

static __always_inline void count_reasons(struct u8c_replacement *r, __m512i v,
					  const struct masks *m, u64 bad)
{
#define IS(b) _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)(b)))
#define FROM(v, b) _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)(b)))
	const u64 special = bad & m->leads & (m->none | m->forbidden);
	const __m512i second = load(r->in + 1);
	/* Five and six bytes, as they once were. */
	const u64 too_low = (IS(0xf8) & ~FROM(second, 0x88)) | (IS(0xfc) & ~FROM(second, 0x84));
	const u64 overlong = special & (~FROM(v, 0xc2) | IS(0xe0) | IS(0xf0) |
					(too_low & FROM(second, 0x80)));
	const u64 surrogate = special & IS(0xed), invalid = special & FROM(v, 0xfe);

	r->by_reason[UTF8CHECK_UNEXPECTED_CONTINUATION] += count_bits(bad & ~m->leads);
	r->by_reason[UTF8CHECK_TRUNCATED] += count_bits(bad & m->leads & ~special);
	r->by_reason[UTF8CHECK_OVERLONG] += count_bits(overlong);
	r->by_reason[UTF8CHECK_SURROGATE] += count_bits(surrogate);
	r->by_reason[UTF8CHECK_INVALID_BYTE] += count_bits(invalid);
	r->by_reason[UTF8CHECK_OUT_OF_RANGE] +=
		count_bits(special & ~overlong & ~surrogate & ~invalid);
#undef IS
#undef FROM
}

/* Each of the 64 bytes has room for three: the first of them, of 16 bytes. */
#define FIRST_OF_THREE 0x0000249249249249ull

#define THREE(x) x, x, x
#define SIX(x) THREE(x), THREE((x) + 1)

static const u8 thirds[VECTOR] __aligned(VECTOR) = {
	SIX(0), SIX(2), SIX(4), SIX(6), SIX(8), SIX(10), SIX(12), SIX(14),
};

#define U_FFFD 0xef, 0xbf, 0xbd
#define FOUR_TIMES(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__

/* U+FFFD sixteen times. */
static const u8 replacements[VECTOR] __aligned(VECTOR) = {
	FOUR_TIMES(U_FFFD), FOUR_TIMES(U_FFFD), FOUR_TIMES(U_FFFD), FOUR_TIMES(U_FFFD),
};

/* Many errors: 16 bytes at a time, whatever they are. */
static __always_inline void write_dense(struct u8c_replacement *r, const struct masks *m,
					const struct found *f)
{
	const __m512i v = load(r->in);
	const __m512i replacement = load(replacements);
	const u64 whole = first_bits(f->n) & ~f->bad & ~f->more;
	unsigned int i;

	count_whole(r, m, f);
	count_reasons(r, v, m, f->bad);
	for (i = 0; i < VECTOR; i += 16) {
		const u64 bad = 7 * _pdep_u64(f->bad >> i & 0xffff, FIRST_OF_THREE);
		const u64 keep = bad | _pdep_u64(whole >> i & 0xffff, FIRST_OF_THREE);
		__m512i x = _mm512_permutexvar_epi8(_mm512_add_epi8(load(thirds),
			_mm512_set1_epi8((char)i)), v);

		x = _mm512_mask_mov_epi8(x, bad, replacement);
		_mm512_storeu_si512(r->out, _mm512_maskz_compress_epi8(keep, x));
		r->out += __builtin_popcountll(keep);
	}
	r->in += f->n;
}

void u8c_replace_avx512(struct u8c_replacement *r, const struct u8c_impl *self)
{
	replace_masks((struct replacer){ u8c_copy_valid_avx512, look, write_dense, 5 }, r);
}
#endif
