// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Repair without vector registers: eight bytes are copied at once, of which only
 * the ASCII at their start is taken, then some sequences one by one; where there was
 * no error for a while the text is passed over by the automaton.
 *
 * A sequence is measured, copied and counted by loads of their own.  In a text that changes
 * they may not match, but a length is always 1 to 4, and a reason is one of those that are
 * counted.
 */
#include "validate/validate.h"

/* Sequences of a step: the text and the room that are left must be enough for these. */
#define SEQUENCES 16
/* Steps without an error before text is passed over. */
#define QUIET 4

/* May @b be the second byte after the lead @a, E0..F4 (Table 3-7)? */
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
 * The maximal subpart or the well-formed sequence at @p, four bytes of which
 * can be read.  Return: its length; @whole says which.
 */
static __always_inline unsigned int measure(const u8 *p, bool *whole)
{
	*whole = false;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 1;
	if (p[0] < 0xe0) {
		*whole = u8c_is_continuation(p[1]);
		return *whole ? 2 : 1;
	}
	if (!is_second(p[0], p[1]))
		return 1;
	if (!u8c_is_continuation(p[2]))
		return 2;
	*whole = p[0] < 0xf0 || u8c_is_continuation(p[3]);
	return 3 + (p[0] >= 0xf0 && *whole);
}

/* Copies text up to the first error, or as far as the room goes. */
static void pass_valid(const struct u8c_validate_impl *self, struct u8c_replacement *r)
{
	size_t n = r->end - r->in, room = r->out_end - r->out;

	n = self->copy_valid(r->in, n < room ? n : room, r->out, r->by_length,
			     self);
	r->in += n;
	r->out += n;
}

/* Copies or replaces up to sixteen sequences.  Return: whether one was ill-formed. */
static __always_inline bool replace_step(struct u8c_replacement *r)
{
	const u8 *in = r->in;
	u8 *out = r->out;
	unsigned int many, n;
	bool whole, bad = false;

	for (many = 0; many < SEQUENCES && *in >= 0x80; many++) {
		n = measure(in, &whole);
		if (likely(whole)) {
			__builtin_memcpy(out, in, 4);
			r->by_length[n - 1]++;
			out += n;
		} else {
			r->by_reason[u8c_ill_formed_reason(in[0], in[1])]++;
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

void u8c_replace_scalar(struct u8c_replacement *caller,
			const struct u8c_validate_impl *self)
{
	struct u8c_replacement r = *caller;
	unsigned int quiet = 0;

	while (r.end - r.in >= U8C_REPAIR_TEXT &&
	       r.out_end - r.out >= U8C_REPAIR_ROOM) {
		u64 high = u8c_load64_le(r.in) & U8C_HIGH_BITS;
		unsigned int n = high ? __builtin_ctzll(high) / 8 : 8;
		const u8 *last = r.in;

		__builtin_memcpy(r.out, r.in, 8);
		r.in += n;
		r.out += n;
		r.by_length[0] += n;
		quiet = replace_step(&r) ? 0 : quiet + 1;
		if (quiet == QUIET) {
			pass_valid(self, &r);
			quiet = 0;
		}
		if (r.in == last)	/* the text has changed between the loads */
			break;
	}
	caller->in = r.in;
	caller->out = r.out;
}
