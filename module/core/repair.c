// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Repair without vector registers: eight bytes are copied at once, then as much
 * as was ASCII counts, or one sequence.
 */
#include "platform.h"
#include "repair.h"

#define HIGH_BITS 0x8080808080808080ull

static __always_inline bool is_continuation(u8 b)
{
	return (b & 0xc0) == 0x80;
}

/* May @b be the second byte behind the lead @a, E0..F4 (Table 3-7)? */
static __always_inline bool is_second(u8 a, u8 b)
{
	if (!is_continuation(b))
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
		*whole = is_continuation(p[1]);
		return *whole ? 2 : 1;
	}
	if (!is_second(p[0], p[1]))
		return 1;
	if (!is_continuation(p[2]))
		return 2;
	*whole = p[0] < 0xf0 || is_continuation(p[3]);
	return 3 + (p[0] >= 0xf0 && *whole);
}

void u8c_repair_scalar(struct u8c_repair *r)
{
	const u8 *in = r->in;
	u8 *out = r->out;

	while (r->end - in >= U8C_REPAIR_TEXT &&
	       r->out_end - out >= U8C_REPAIR_ROOM) {
		u64 high = u8c_load64_le(in) & HIGH_BITS;
		unsigned int n = high ? __builtin_ctzll(high) / 8 : 8, many;
		bool whole;

		__builtin_memcpy(out, in, 8);
		in += n;
		out += n;
		r->by_length[0] += n;
		for (many = 0; many < 16 && *in >= 0x80; many++) {
			n = measure(in, &whole);
			if (likely(whole)) {
				__builtin_memcpy(out, in, 4);
				r->by_length[n - 1]++;
				out += n;
			} else {
				r->by_reason[u8c_reason_of(in[0], in[1])]++;
				__builtin_memcpy(out, "\xef\xbf\xbd", 3);
				out += 3;
			}
			in += n;
		}
	}
	r->in = in;
	r->out = out;
}
