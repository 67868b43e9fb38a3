// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Repair without vector registers: eight bytes are copied at once, then as much
 * as was ASCII counts, and some sequences one by one; where there was no error
 * for a while the text is passed over by the automaton.
 */
#include "validate.h"

/* Of a step: they and their output must fit what is left at least. */
#define SEQUENCES 16
/* Steps without an error before text is passed over. */
#define QUIET 4

/* May @b be the second byte behind the lead @a, E0..F4 (Table 3-7)? */
static __always_inline bool is_second(u8 a, u8 b)
{
	if (!u8c_is_continuation(b))
		return false;
	switch (a) {
	case 0xe0:
		return b >= 0xa0;
	case 0xed:
		return b < 0xa0;
	case 0xf0:
		return b >= 0x90;
	case 0xf4:
		return b < 0x90;
	default:
		return true;
	}
}

/*
 * The maximal subpart or the well-formed sequence that the bytes of @w begin
 * with, the first one lowest.  Return: its length; @whole says which.
 */
static __always_inline unsigned int measure(u32 w, bool *whole)
{
	u8 a = w, b = w >> 8, c = w >> 16, d = w >> 24;

	*whole = false;
	if (a < 0xc2 || a > 0xf4)
		return 1;
	if (a < 0xe0) {
		*whole = u8c_is_continuation(b);
		return *whole ? 2 : 1;
	}
	if (!is_second(a, b))
		return 1;
	if (!u8c_is_continuation(c))
		return 2;
	*whole = a < 0xf0 || u8c_is_continuation(d);
	return 3 + (a >= 0xf0 && *whole);
}

/* Text without errors, as far as it and the room go. */
static void pass(struct u8c_repair *r)
{
	size_t n = r->end - r->in, room = r->out_end - r->out;

	n = u8c_pass_scalar(r->in, n < room ? n : room, r->out, r->by_length);
	r->in += n;
	r->out += n;
}

/* Sixteen sequences at most.  Return: whether one was ill-formed. */
static __always_inline bool step(struct u8c_repair *r)
{
	const u8 *in = r->in;
	u8 *out = r->out;
	unsigned int many, n;
	bool whole, bad = false;

	for (many = 0; many < SEQUENCES; many++) {
		u32 w = u8c_load32_le(in);

		U8C_ONCE(w);
		if ((w & 0xff) < 0x80)
			break;
		n = measure(w, &whole);
		if (likely(whole)) {
			__builtin_memcpy(out, in, 4);
			r->by_length[n - 1]++;
			out += n;
		} else {
			r->by_reason[u8c_reason_of(w, w >> 8)]++;
			__builtin_memcpy(out, "\xef\xbf\xbd", 3);
			out += 3;
			bad = true;
		}
		in += n;
	}
	r->in = in;
	r->out = out;
	return bad;
}

void u8c_repair_scalar(struct u8c_repair *caller)
{
	struct u8c_repair r = *caller;
	unsigned int quiet = 0;

	while (r.end - r.in >= U8C_REPAIR_TEXT &&
	       r.out_end - r.out >= U8C_REPAIR_ROOM) {
		u64 high = u8c_load64_le(r.in) & U8C_HIGH_BITS;
		unsigned int n = high ? __builtin_ctzll(high) / 8 : 8;

		__builtin_memcpy(r.out, r.in, 8);
		r.in += n;
		r.out += n;
		r.by_length[0] += n;
		quiet = step(&r) ? 0 : quiet + 1;
		if (quiet == QUIET) {
			pass(&r);
			quiet = 0;
		}
	}
	caller->in = r.in;
	caller->out = r.out;
}
