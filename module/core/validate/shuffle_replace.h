/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that is copied while it is validated, and repair, with the shuffles of
 * shuffle.h: the body, for a file that has included that and validate/count_vector.h.  PASS
 * and REPAIR are the functions' names.
 */
#include "validate/replace_masks.h"

size_t PASS(const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	size_t copied;

	if (out)
		n = scan(p, n, out, &copied);
	else
		n = scan(p, n, NULL, &copied);
	COUNT(p, n, by_length);
	if (out && copied < n)
		memcpy(out + copied, p + copied, n - copied);
	return n;
}

/* Of the classes: those of a continuation that its lead does not allow. */
#define FORBIDDEN (OVERLONG_2 | OVERLONG_3 | SURROGATE | TOO_LARGE | OVERLONG_4)

/* A bit for each byte that is @least, 80 or more, or more. */
static __always_inline u64 not_below(vector v, u8 least)
{
	const vector zero = { 0 };

	return BITS_7(SUBTRACT(v, zero + (u8)(least - 0x80)));
}

static __always_inline void look(const u8 *p, struct masks *m)
{
	const struct tables t = tables();
	const vector zero = { 0 };
	unsigned int i;

	memset(m, 0, sizeof(*m));
	for (i = 0; i < 64; i += VECTOR) {
		vector v = load(p + i);
		vector classes = look_up(&t, v, load(p + i + 1));
		vector bad = (vector)((classes & FORBIDDEN) != zero);
		vector c0_c1 = (vector)((v & 0xfe) == zero + 0xc0);

		m->high |= (u64)BITS_7(v) << i;
		m->leads |= not_below(v, 0xc0) << i;
		m->three |= not_below(v, 0xe0) << i;
		m->four |= not_below(v, 0xf0) << i;
		m->none |= (BITS_7(c0_c1) | not_below(v, 0xf5)) << i;
		m->forbidden |= (u64)BITS_7(bad) << i;
	}
	m->forbidden &= m->leads;
}

void REPAIR(struct u8c_replacement *r)
{
	repair(r, look, PASS);
}
