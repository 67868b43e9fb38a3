// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries and order: every boundary of the text is found from every place, and
 * the two halves of the text have one order.
 */
#include "fuzz.h"
#include "kunit/order.h"
#include "kunit/reference.h"

struct text {
	const u8 *p;
	size_t n;
};

/* Return: the length.  @cp is above all code points for an ill-formed sequence. */
static size_t take(struct u8c_coding *c, const struct text *t, u64 *cp)
{
	struct utf8check_error e;
	int length = u8c_ref_sequence(c, t->p, t->n, true, cp, &e);

	c->after_high = length && *cp >= 0xd800 && *cp <= 0xdbff;
	if (length)
		return length;
	*cp = ~0ull;
	return e.length;
}

void fuzz_compare(const struct fuzz_input *in)
{
	size_t half = in->n / 2;
	struct u8c_order_case t = { .an = half, .bn = in->n - half };
	struct u8c_difference d;
	struct u8c_coding c;
	const char *differs;

	if (t.bn > U8C_ORDER_MAX || !fuzz_coding(in, &c))
		return;
	memcpy(t.a, in->p, t.an);
	memcpy(t.b, in->p + half, t.bn);
	/* The halves hardly ever begin with the same bytes, so copy some. */
	if (in->forks & 1)
		memcpy(t.b, t.a, t.an - t.an / 4);
	differs = u8c_try_order(&c, &t);
	if (differs)
		fuzz_found(in, differs);
	u8c_differ(&c, u8c_text(t.a, t.an), u8c_text(t.a, t.an), &d);
	if (d.order)
		fuzz_found(in, "compare with itself");
}

/* From each place in the well-formed sequence at @start, both its ends are found. */
static void resync(const struct fuzz_input *in, const struct u8c_coding *c,
		   size_t start, size_t length)
{
	size_t at;

	for (at = start; at < start + length; at++) {
		size_t next = u8c_next_boundary(c, in->p, in->n, at);

		if (next != (at == start ? start : start + length))
			fuzz_found(in, "next boundary");
		if (u8c_previous_boundary(c, in->p, in->n, at) != start)
			fuzz_found(in, "previous boundary");
	}
}

void fuzz_boundaries(const struct fuzz_input *in)
{
	struct u8c_coding c, now;
	size_t at = 0, length;
	u64 cp;

	if (!fuzz_coding(in, &c))
		return;
	now = c;
	for (; at < in->n; at += length) {
		struct text rest = { in->p + at, in->n - at };

		length = take(&now, &rest, &cp);
		if (cp == ~0ull)
			return;
	}
	for (at = 0; at < in->n; at += length) {
		struct text rest = { in->p + at, in->n - at };

		length = take(&now, &rest, &cp);
		resync(in, &c, at, length);
	}
}

/* The bytes around a place say what the whole text says. */
void fuzz_windows(const struct fuzz_input *in)
{
	struct u8c_coding c;
	const char *differs;

	if (!fuzz_coding(in, &c))
		return;
	differs = u8c_try_window(&c, in->p, in->n, in->forks % (in->n + 1));
	if (differs)
		fuzz_found(in, differs);
}
