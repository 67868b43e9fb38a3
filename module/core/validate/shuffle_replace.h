/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that is copied while it is validated, and replacement of errors, with the
 * shuffles of shuffle.h.
 *
 * The file that includes this one defines first, beyond what shuffle.h wants,
 * BITS_7(v), a bit for bit 7 of each byte.
 */
#ifndef U8C_VALIDATE_SHUFFLE_REPLACE_H
#define U8C_VALIDATE_SHUFFLE_REPLACE_H

#include "validate/count_vector.h"
#include "validate/replace_masks.h"
#include "validate/shuffle.h"

/* u8c_impl.copy_valid; @self is ignored. */
static size_t copy_valid_shuffle(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_validate_impl *self)
{
	size_t copied;

	if (out) {
		n = scan(p, n, out, &copied);
		if (copied < n)
			memcpy(out + copied, p + copied, n - copied);
	} else {
		n = scan(p, n, NULL, &copied);
	}
	count_vector(p, n, by_length, self);
	return n;
}

/* The classes of a continuation that its lead does not allow. */
#define FORBIDDEN (OVERLONG_2 | OVERLONG_3 | SURROGATE | TOO_LARGE | OVERLONG_4)

/* A bit for each byte that is @least or more; @least is 80 or more. */
static inline u64 not_below(vector v, u8 least)
{
	const vector zero = { 0 };

	return BITS_7(SUBTRACT(v, zero + (u8)(least - 0x80)));
}

static inline void look(const u8 *p, struct masks *m)
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

/* Where every third byte is an error, so many bytes are left to general registers. */
#define DENSE_TEXT (U8C_REPAIR_TEXT + 512)

static void replace_dense(struct u8c_replacement *r, const struct masks *m,
			  const struct found *f)
{
	const u8 *end = r->end, *from = r->in;

	if (end - from > DENSE_TEXT)
		r->end = from + DENSE_TEXT;
	u8c_replace_scalar(r, &u8c_validate_scalar);
	r->end = end;
	if (r->in == from)	/* the text has changed */
		replace_found(r, m, f);
}

/* u8c_impl.replace. */
static void replace_shuffle(struct u8c_replacement *r, const struct u8c_validate_impl *self)
{
	replace_masks((struct replacer){ self->copy_valid, look, replace_dense, 28 }, r);
}

#endif /* U8C_VALIDATE_SHUFFLE_REPLACE_H */
