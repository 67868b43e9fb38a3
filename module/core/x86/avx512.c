// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation and counting with AVX-512.  Errors are looked for once a block.
 */
#ifndef __CHECKER__
#include "avx512.h"

#define BLOCK (4 * VECTOR)

/*
 * There is an error behind @p or in a sequence that is open there, or the text
 * ends in one: where does it begin?
 */
static noinline size_t locate(const u8 *start, const u8 *p, const u8 *end)
{
	struct state s;

	p -= p - start < 3 ? p - start : 3;
	while (p > start && u8c_is_continuation(*p))
		p--;
	begin(&s);
	for (; p < end; p += VECTOR) {
		size_t left = end - p;

		step(&s, load_part(p, left < VECTOR ? left : VECTOR));
		if (wrong(&s))
			break;
	}
	return place(&s, start, p, end);
}

size_t u8c_valid_up_to_avx512(const u8 *p, size_t n)
{
	const u8 *start = p, *end = p + n, *rest;
	struct state s;

	begin(&s);
	if (n <= VECTOR) {
		step(&s, load_part(p, n));
		if (likely(!wrong(&s) && !is_open(&s)))
			return n;
		return place(&s, p, p, p + n);
	}
	if (n >= 4 * BLOCK) {
		step_head(&s, p, to_line(p));
		if (unlikely(wrong(&s)))
			return locate(start, p, end);
		p += to_line(p);
	}
	for (; end - p >= BLOCK; p += BLOCK) {
		__m512i a = load(p), b = load(p + VECTOR);
		__m512i c = load(p + 2 * VECTOR), d = load(p + 3 * VECTOR);
		__m512i any = _mm512_ternarylogic_epi32(a, b,
			_mm512_or_si512(c, d), 0xfe);

		if (!_mm512_movepi8_mask(any)) {
			if (unlikely(is_open(&s)))
				return locate(start, p, end);
			s.leads = _mm512_setzero_si512();
			continue;
		}
		step(&s, a);
		step(&s, b);
		step(&s, c);
		step(&s, d);
		if (unlikely(wrong(&s)))
			return locate(start, p, end);
	}
	for (rest = p; end - p >= VECTOR; p += VECTOR)
		step(&s, load(p));
	step(&s, load_part(p, end - p));
	if (likely(!wrong(&s) && !is_open(&s)))
		return n;
	return locate(start, rest, end);
}

#define COUNT u8c_count_avx512
#define LINES u8c_lines_avx512
#include "../counting.h"
#endif
