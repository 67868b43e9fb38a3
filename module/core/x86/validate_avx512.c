// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation and counting with AVX-512.  Errors are looked for once in a block.
 */
#ifndef __CHECKER__
#include "x86/avx512_vector.h"
#include "vec/count_vector.h"

#define BLOCK (8 * VECTOR)

/*
 * Mixed text is taken in chunks.  If more than DENSE vectors of a chunk are in pairs that
 * are not ASCII, ASCII is not looked for in the next DENSE_BYTES.
 */
#define CHUNK (8 * BLOCK)
#define DENSE 54
#define DENSE_BYTES (8 * CHUNK)
/* Bytes before the first chunk. */
#define FIRST (2 * BLOCK)

/*
 * There is an error after @p or in a sequence that is open there, or the text
 * ends in one: where does it begin?
 */
static noinline size_t zmm_locate(const u8 *start, const u8 *p, const u8 *end)
{
	struct state s;

	p -= p - start < 3 ? p - start : 3;
	while (p > start && u8c_is_continuation(*p))
		p--;
	zmm_begin(&s);
	for (; p < end; p += VECTOR) {
		size_t left = end - p;

		zmm_step(&s, zmm_load_part(p, left < VECTOR ? left : VECTOR));
		if (zmm_wrong(&s))
			break;
	}
	return place(&s, start, p, end);
}

/*
 * Are samples of the block at @p ASCII?  General registers look at them, which are idle: where
 * the answer is no, as in most text that is not ASCII, the vectors are not tested.
 */
static bool seems_ascii(const u8 *p)
{
	u64 seen = 0;
	unsigned int i;

	for (i = 0; i < BLOCK; i += VECTOR)
		seen |= u8c_load64(p + i);
	return !(seen & U8C_HIGH_BITS);
}

static __always_inline bool zmm_is_ascii(const u8 *p)
{
	__m512i any = _mm512_or_si512(zmm_load(p), zmm_load(p + VECTOR));
	unsigned int i;

	for (i = 2 * VECTOR; i < BLOCK; i += 2 * VECTOR)
		any = _mm512_ternarylogic_epi32(any, zmm_load(p + i),
						zmm_load(p + i + VECTOR), 0xfe);
	return !_mm512_movepi8_mask(any);
}

/* Skips blocks of ASCII. */
static __always_inline const u8 *zmm_skip_ascii(const u8 *p, const u8 *end)
{
	while (end - p >= BLOCK && zmm_is_ascii(p))
		p += BLOCK;
	return p;
}

static __always_inline bool are_two_zmm_ascii(const u8 *p)
{
	return !_mm512_movepi8_mask(_mm512_or_si512(zmm_load(p), zmm_load(p + VECTOR)));
}

/*
 * Takes the chunk at @p, in which ASCII and other text take turns.  To treat all of it as not
 * ASCII costs time, and so does each mispredicted branch.  So there are two loops, one over
 * pairs of vectors that are ASCII and one over the others; only their ends are mispredicted.
 * Return: how many vectors were in pairs that are not ASCII.
 */
static __always_inline unsigned int step_mixed(struct state *s, const u8 *p)
{
	const u8 *end = p + CHUNK, *from;
	size_t others = 0;

	while (p < end) {
		for (from = p; p < end && !are_two_zmm_ascii(p); p += 2 * VECTOR)
			step_2(s, zmm_load(p), zmm_load(p + VECTOR));
		others += p - from;
		if (p == end)
			break;
		collect_open(s);
		/* It was ASCII when it was loaded. */
		do
			p += 2 * VECTOR;
		while (p < end && are_two_zmm_ascii(p));
	}
	return others / VECTOR;
}

/* Are two blocks of the chunk at @p as dense as a chunk that has too many others? */
static __always_inline bool zmm_is_dense(const u8 *p)
{
	unsigned int i, others = 0;

	for (i = 0; i < 2 * BLOCK; i += 2 * VECTOR)
		others += are_two_zmm_ascii(p + i) ? 0 : 2;
	return others * CHUNK > DENSE * 2 * BLOCK;
}

/* Takes DENSE_BYTES at most, but nothing after a block that is wrong. */
static __always_inline const u8 *step_dense(struct state *s, const u8 *p,
					    const u8 *end)
{
	if (end - p > DENSE_BYTES)
		end = p + DENSE_BYTES;
	for (; end - p >= BLOCK; p += BLOCK) {
		step_8(s, p);
		if (unlikely(zmm_wrong(s)))
			break;
	}
	return p;
}

/*
 * Takes all chunks of a text, while it is valid.  It has its own function, so that short
 * texts do not pay for its registers.  Return: where the text ends, less than a chunk
 * before @end, or a block or chunk with an error.
 */
static noinline const u8 *step_chunks(struct state *state, const u8 *p,
				      const u8 *end)
{
	struct state s = *state;
	bool dense = zmm_is_dense(p);
	const u8 *from = p;

	while (end - p >= CHUNK && likely(!is_wrong(&s))) {
		from = p;
		if (seems_ascii(p) && zmm_is_ascii(p)) {
			collect_open(&s);
			p = zmm_skip_ascii(p + BLOCK, end);
		} else if (dense) {
			p = step_dense(&s, p, end);
			from = p;	/* the wrong block, if there is one */
			dense = end - p >= CHUNK && zmm_is_dense(p);
		} else {
			dense = step_mixed(&s, p) > DENSE;
			p += CHUNK;
		}
	}
	*state = s;
	return is_wrong(&s) ? from : p;
}

/* Takes blocks up to @end, while they are valid.  Return: the first that was not taken. */
static __always_inline const u8 *step_blocks(struct state *s, const u8 *p, const u8 *end)
{
	while (end - p >= BLOCK) {
		if (seems_ascii(p) && zmm_is_ascii(p)) {
			collect_open(s);
			if (unlikely(is_wrong(s)))
				break;
			p = zmm_skip_ascii(p + BLOCK, end);
			continue;
		}
		step_8(s, p);
		if (unlikely(zmm_wrong(s)))
			break;
		p += BLOCK;
	}
	return p;
}

/* Is a text of a vector or more, and less than a block, ASCII? */
static __always_inline bool is_ascii_part(const u8 *p, size_t n)
{
	__m512i any = zmm_load(p + n - VECTOR);
	size_t i;

	/* General registers find most text that is not ASCII. */
	if ((u8c_load64(p) | u8c_load64(p + n - sizeof(u64))) & U8C_HIGH_BITS)
		return false;
	for (i = 0; i + VECTOR < n; i += VECTOR)
		any = _mm512_or_si512(any, zmm_load(p + i));
	return !_mm512_movepi8_mask(any);
}

static size_t valid_up_to_avx512(const u8 *p, size_t n,
				 const struct u8c_validate_impl *self)
{
	const u8 *start = p, *end = p + n, *rest;
	struct state s;

	if (n > VECTOR && n < BLOCK && is_ascii_part(p, n))
		return n;
	zmm_begin(&s);
	if (n <= VECTOR) {
		zmm_step(&s, zmm_load_part(p, n));
		if (likely(!zmm_wrong(&s) && !zmm_is_open(&s)))
			return n;
		return place(&s, p, p, p + n);
	}
	if (n >= 2 * BLOCK) {
		step_head(&s, p, to_line(p));
		if (unlikely(zmm_wrong(&s)))
			return zmm_locate(start, p, end);
		p += to_line(p);
	}
	/* The first bytes are in no chunk: where errors are dense, one is there. */
	if (end - p >= 2 * CHUNK) {
		p = step_blocks(&s, p, p + FIRST);
		if (likely(!is_wrong(&s)))
			p = step_chunks(&s, p, end);
	}
	if (likely(!is_wrong(&s)))
		p = step_blocks(&s, p, end);
	if (unlikely(is_wrong(&s)))
		return zmm_locate(start, p, end);
	for (rest = p; end - p >= VECTOR; p += VECTOR)
		zmm_step(&s, zmm_load(p));
	/* It ends in a NUL, which completes nothing. */
	zmm_step(&s, zmm_load_part(p, end - p));
	if (likely(!zmm_wrong(&s)))
		return n;
	return zmm_locate(start, rest, end);
}

const struct u8c_validate_impl u8c_validate_avx512 = {
	.valid_up_to = valid_up_to_avx512,
	.count = count_vector,
	.lines = lines_vector,
	.copy_valid = u8c_copy_valid_avx512,
	.replace = u8c_replace_avx512,
};
#endif
