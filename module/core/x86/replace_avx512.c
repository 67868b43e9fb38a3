// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Text that is copied while it is validated, and repair, with AVX-512.
 */
#ifndef __CHECKER__
#include "x86/avx512_vector.h"
#include "vec/replace_vector.h"

#define BLOCK (4 * VECTOR)

/*
 * Text is taken in chunks, the first ones short, as an error may be near.  If more than
 * DENSE of 100 bytes of a chunk are in pairs that are not ASCII, ASCII is not looked for in
 * the next DENSE_CHUNKS.
 */
#define FIRST_CHUNK (4 * VECTOR)
#define CHUNK (32 * VECTOR)
#define DENSE 84
#define DENSE_CHUNKS 16

/**
 * struct tally - leads of a text, by what they are
 *
 * In well-formed text the numbers of sequences of each length follow from these.
 *
 * @leads: from C0 on.
 * @threes: from E0 on.
 * @fours: F0 to F4; others have no class that says so.
 */
struct tally {
	u64 leads;
	u64 threes;
	u64 fours;
};

static u64 from(__m512i v, u8 least)
{
	return _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)least));
}

/* Counts leads among the bytes of @v whose bit is in @which. */
static __always_inline void tally(struct tally *t, __m512i v, u64 which)
{
	t->leads += __builtin_popcountll(from(v, 0xc0) & which);
	t->threes += __builtin_popcountll(from(v, 0xe0) & which);
	t->fours += __builtin_popcountll(from(v, 0xf0) & ~from(v, 0xf5) & which);
}

/* The sequences of @n bytes of well-formed text. */
static void count_window(const struct tally *t, size_t n,
					 u64 *by_length)
{
	by_length[0] += n - 2 * t->leads - t->threes - t->fours;
	by_length[1] += t->leads - t->threes;
	by_length[2] += t->threes - t->fours;
	by_length[3] += t->fours;
}

/**
 * struct counters - leads of a chunk
 *
 * Each byte of a vector is a counter.
 *
 * @leads: from C0 on.
 * @threes: from E0 on.
 * @fours: F0 to F4, where they are counted with the others.
 * @classes: of all leads, joined, where they are not.
 */
struct counters {
	__m512i leads;
	__m512i threes;
	__m512i fours;
	__m512i classes;
};

/**
 * struct kind - what is done with a chunk; known when this is compiled
 *
 * @copy: it is copied.
 * @fours: leads of four bytes are counted with the others, as the chunk before had some.
 */
struct kind {
	bool copy;
	bool fours;
};

/* @counters, and one more for each byte whose bit is in @which. */
static __m512i one_more(__m512i counters, u64 which)
{
	return _mm512_mask_sub_epi8(counters, which, counters, _mm512_set1_epi8(-1));
}

static u64 fours_of(__m512i v)
{
	return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8((char)0xf0)),
				      _mm512_set1_epi8(5));
}

static u64 sum(__m512i bytes)
{
	return _mm512_reduce_add_epi64(_mm512_sad_epu8(bytes, _mm512_setzero_si512()));
}

/* What is known of the text so far. */
struct passed {
	struct state state;
	struct tally tally;
};

/*
 * Takes the text from @p on, where a block ends in front of it that left @g; it holds the
 * first error, or less than a block.  Return: how much of the text from @start on is
 * well-formed; what of it is after @p was copied to @out.
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

		zmm_step(s, v);
		if (zmm_wrong(s) || (p + n == end && zmm_is_open(s)))
			good = start + place(s, start, p, p + n);
		if (good < p) {
			/* Do not count a sequence that is open in front of @p. */
			__m512i gone = zmm_load_part(good, p - good);
			struct tally less = { 0 };

			tally(&less, gone, _bzhi_u64(~0ull, p - good));
			t->leads -= less.leads;
			t->threes -= less.threes;
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
 * Takes the first bytes, so that all stores after them are aligned: a store that is not
 * touches two lines of the cache.  Return: how many; 0 when one is wrong.
 */
static __always_inline size_t pass_head(const u8 *p, u8 *out, struct state *s,
					struct tally *t)
{
	size_t n = to_line(out);
	__m512i v = step_head(s, p, n);
	u64 which = n ? ~0ull << (VECTOR - n) : 0;

	if (unlikely(zmm_wrong(s))) {
		zmm_begin(s);
		return 0;
	}
	tally(t, v, which);
	_mm512_mask_storeu_epi8(out + n - VECTOR, which, v);
	return n;
}

/**
 * struct pair - two vectors of the text
 *
 * What is judged is what is written.
 *
 * @a: the first.
 * @b: the one after it.
 */
struct pair {
	__m512i a;
	__m512i b;
};

static __always_inline struct pair load_pair(const u8 *p)
{
	return (struct pair){ zmm_load(p), zmm_load(p + VECTOR) };
}

static __always_inline bool window_is_ascii(struct pair v)
{
	return !_mm512_movepi8_mask(_mm512_or_si512(v.a, v.b));
}

/* A step over two vectors that are counted too. */
static __always_inline void step_pair(struct state *s, struct counters *c, struct pair v,
				      struct kind k)
{
	__m512i a = zmm_look_at(s, v.a), one = s->leads, b = zmm_look_at(s, v.b);

	/* differs | a | b */
	s->differs = _mm512_ternarylogic_epi32(s->differs, a, b, 0xfe);
	c->leads = one_more(one_more(c->leads, from(v.a, 0xc0)), from(v.b, 0xc0));
	c->threes = one_more(one_more(c->threes, from(v.a, 0xe0)), from(v.b, 0xe0));
	if (k.fours)
		c->fours = one_more(one_more(c->fours, fours_of(v.a)), fours_of(v.b));
	else	/* classes | one | leads */
		c->classes = _mm512_ternarylogic_epi32(c->classes, one, s->leads, 0xfe);
}

/**
 * struct copying - text that is copied while it is validated
 *
 * @start: where the text begins.
 * @p: the next byte.
 * @end: where the text ends.
 * @out: where the text goes; NULL if nowhere.
 * @chunk: bytes of the next chunk.
 */
struct copying {
	const u8 *start;
	const u8 *p;
	const u8 *end;
	u8 *out;
	size_t chunk;
};

/* Stores @v, which is at @p. */
static __always_inline void store_pair(const struct copying *to, bool copy, const u8 *p,
				       struct pair v)
{
	u8 *out;

	if (!copy)
		return;
	out = to->out + (p - to->start);
	_mm512_storeu_si512(out, v.a);
	_mm512_storeu_si512(out + VECTOR, v.b);
}

/*
 * Takes a chunk in which ASCII and other text take turns, with a loop for each: only the ends
 * of the loops are mispredicted.  Also takes ASCII that follows the chunk.  Return: whether
 * there was little ASCII.
 */
static __always_inline bool pass_mixed(struct copying *to, struct kind k, struct state *s,
				       struct counters *c)
{
	const u8 *p = to->p, *end = p + to->chunk, *since;
	size_t others = 0;
	struct pair v;

	while (p < end) {
		for (since = p; p < end; p += 2 * VECTOR) {
			v = load_pair(p);
			if (window_is_ascii(v))
				break;
			step_pair(s, c, v, k);
			store_pair(to, k.copy, p, v);
		}
		others += p - since;
		if (p >= end)
			break;
		collect_open(s);
		/* What is after an error is taken in vain. */
		if (unlikely(is_wrong(s)))
			break;
		do {
			store_pair(to, k.copy, p, v);
			p += 2 * VECTOR;
			if (to->end - p < 2 * VECTOR)
				break;
			v = load_pair(p);
		} while (window_is_ascii(v));
	}
	to->p = p;
	return others > DENSE * to->chunk / 100;
}

static __always_inline void pass_dense(struct copying *to, struct kind k, struct state *s,
				       struct counters *c)
{
	const u8 *p = to->p, *end = p + to->chunk;

#pragma GCC unroll 2
	for (; p < end; p += 2 * VECTOR) {
		struct pair v = load_pair(p);

		step_pair(s, c, v, k);
		store_pair(to, k.copy, p, v);
	}
	to->p = p;
}

/* @dense: how many chunks more are taken without looking for ASCII in them. */
static __always_inline void pass_chunk(struct copying *to, struct kind k, struct state *s,
				       struct counters *c, unsigned int *dense)
{
	if (*dense) {
		pass_dense(to, k, s, c);
		--*dense;
	} else if (pass_mixed(to, k, s, c)) {
		*dense = DENSE_CHUNKS;
	}
}

/* Leads from F0 to F4 among the @n bytes at @p: whole pairs, not much more than a chunk. */
static noinline u64 count_fours(const u8 *p, size_t n)
{
	__m512i fours = _mm512_setzero_si512();
	size_t i;

	for (i = 0; i < n; i += VECTOR)
		fours = one_more(fours, fours_of(zmm_load(p + i)));
	return sum(fours);
}

/* Takes all chunks up to the first one with an error. */
static __always_inline void pass_chunks(struct copying *to, bool copy, struct passed *g)
{
	unsigned int dense = 0;
	u64 fours = 0;

	while (to->end - to->p >= (long)to->chunk) {
		const u8 *from = to->p;
		struct state s = g->state;
		struct counters c;

		c.leads = c.threes = c.fours = c.classes = _mm512_setzero_si512();
		if (fours)
			pass_chunk(to, (struct kind){ copy, true }, &s, &c, &dense);
		else
			pass_chunk(to, (struct kind){ copy, false }, &s, &c, &dense);
		if (unlikely(is_wrong(&s))) {
			to->p = from;
			return;
		}
		fours = sum(c.fours);
		if (_mm512_test_epi8_mask(c.classes, _mm512_set1_epi8(0x20)))
			fours = count_fours(copy ? to->out + (from - to->start) : from, to->p - from);
		g->state = s;
		g->tally.leads += sum(c.leads);
		g->tally.threes += sum(c.threes);
		g->tally.fours += fours;
		if (to->chunk < CHUNK)
			to->chunk *= 2;
	}
}

/* Takes pairs up to the first one with an error. */
static __always_inline void pass_pairs(struct copying *to, bool copy, struct passed *g)
{
	struct state s = g->state;
	const u8 *p;

	for (p = to->p; to->end - p >= 2 * VECTOR; p += 2 * VECTOR) {
		struct pair v = load_pair(p);
		__m512i before = s.leads;

		if (window_is_ascii(v)) {
			if (unlikely(zmm_is_open(&s)))
				break;
			s.leads = _mm512_setzero_si512();
		} else {
			step_2(&s, v.a, v.b);
			if (unlikely(zmm_wrong(&s))) {
				zmm_begin(&s);
				s.leads = before;
				break;
			}
			tally(&g->tally, v.a, ~0ull);
			tally(&g->tally, v.b, ~0ull);
		}
		store_pair(to, copy, p, v);
	}
	g->state = s;
	to->p = p;
}

static __always_inline size_t pass_window(const u8 *p, size_t n, u8 *out, bool copy,
					  u64 *by_length)
{
	struct copying to = {
		.start = p, .p = p, .end = p + n, .out = out, .chunk = FIRST_CHUNK,
	};
	struct passed g = { .tally = { 0 } };
	size_t done;

	zmm_begin(&g.state);
	if (copy && n >= 2 * BLOCK)
		to.p += pass_head(p, out, &g.state, &g.tally);
	pass_chunks(&to, copy, &g);
	pass_pairs(&to, copy, &g);
	done = pass_rest(p, to.p, to.end, copy ? out : NULL, &g);
	count_window(&g.tally, done, by_length);
	return done;
}

size_t u8c_copy_valid_avx512(const u8 *p, size_t n, u8 *out, u64 *by_length,
			     const struct u8c_validate_impl *self)
{
	return out ? pass_window(p, n, out, true, by_length) :
		     pass_window(p, n, NULL, false, by_length);
}

static void look_into_window(const u8 *p, struct masks *m)
{
	__m512i v = zmm_load(p);
	struct state s;

	zmm_begin(&s);
	zmm_step(&s, v);
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

static void count_reasons(struct u8c_replacement *r, __m512i v,
					  const struct masks *m, u64 bad)
{
#define IS(b) _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)(b)))
#define FROM(v, b) _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8((char)(b)))
	const u64 special = bad & m->leads & (m->none | m->forbidden);
	const __m512i second = zmm_load(r->in + 1);
	/* Five and six bytes, as they once were. */
	const u64 too_low = (IS(0xf8) & ~FROM(second, 0x88)) | (IS(0xfc) & ~FROM(second, 0x84));
	const u64 overlong = special & (~FROM(v, 0xc2) | IS(0xe0) | IS(0xf0) |
					(too_low & FROM(second, 0x80)));
	const u64 surrogate = special & IS(0xed), invalid = special & FROM(v, 0xfe);

	r->by_reason[UTF8CHECK_REASON_UNEXPECTED_CONTINUATION] += count_bits(bad & ~m->leads);
	r->by_reason[UTF8CHECK_REASON_TRUNCATED] += count_bits(bad & m->leads & ~special);
	r->by_reason[UTF8CHECK_REASON_OVERLONG] += count_bits(overlong);
	r->by_reason[UTF8CHECK_REASON_SURROGATE] += count_bits(surrogate);
	r->by_reason[UTF8CHECK_REASON_INVALID_BYTE] += count_bits(invalid);
	r->by_reason[UTF8CHECK_REASON_OUT_OF_RANGE] +=
		count_bits(special & ~overlong & ~surrogate & ~invalid);
#undef IS
#undef FROM
}

/* Each byte has room for three: the first of the three, of 16 bytes. */
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

/* Writes many errors: 16 bytes at a time, whatever they are. */
static bool write_dense(struct u8c_replacement *r, const struct masks *m,
			const struct sequences *f)
{
	const __m512i v = zmm_load(r->in);
	const __m512i replacement = zmm_load(replacements);
	const u64 whole = first_bits(f->n) & ~f->bad & ~f->more;
	unsigned int i;

	count_whole(r, m, f);
	count_reasons(r, v, m, f->bad);
	for (i = 0; i < VECTOR; i += 16) {
		const u64 bad = 7 * _pdep_u64(f->bad >> i & 0xffff, FIRST_OF_THREE);
		const u64 keep = bad | _pdep_u64(whole >> i & 0xffff, FIRST_OF_THREE);
		__m512i x = _mm512_permutexvar_epi8(_mm512_add_epi8(zmm_load(thirds),
			_mm512_set1_epi8((char)i)), v);

		x = _mm512_mask_mov_epi8(x, bad, replacement);
		_mm512_storeu_si512(r->out, _mm512_maskz_compress_epi8(keep, x));
		r->out += __builtin_popcountll(keep);
	}
	r->in += f->n;
	return true;
}

void u8c_replace_avx512(struct u8c_replacement *r, const struct u8c_validate_impl *self)
{
	replace_masks((struct replacer){ u8c_copy_valid_avx512, look_into_window, write_dense, 5 }, r);
}
#endif
