// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries and order: every boundary of the text is found from every place, and
 * the two halves of the text have one order.
 */
#include "fuzz.h"
#include "kunit/order.h"

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

void fuzz_boundaries(const struct fuzz_input *in)
{
	struct u8c_coding c;
	const char *differs;

	if (!fuzz_coding(in, &c))
		return;
	differs = u8c_try_cuts(&c, in->p, in->n);
	if (differs)
		fuzz_found(in, differs);
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
