// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The order of texts, by its definition.
 */
#include "reference_order.h"
#include "reference_profile.h"

static unsigned int take(struct u8c_coding *c, const u8 *p, size_t n, u64 *cp)
{
	struct utf8check_error e;
	int length;

	*cp = ~(u64)0;
	if (!n)
		return 0;
	length = u8c_ref_sequence(c, p, n, true, cp, &e);
	c->after_high = length && *cp >= 0xd800 && *cp <= 0xdbff;
	if (length)
		return length;
	*cp = ~(u64)0;
	return e.length;
}

/* Orders by the bytes that are left; a text that has none is first. */
static int order_bytes(const u8 *a, size_t an, const u8 *b, size_t bn)
{
	size_t i;

	for (i = 0; i < an && i < bn; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return an < bn ? -1 : an > bn;
}

void u8c_ref_differ(const struct u8c_coding *c, const u8 *a, size_t an,
		    const u8 *b, size_t bn, struct u8c_difference *d)
{
	struct u8c_coding ca = *c, cb = *c;

	d->offset = 0;
	for (;;) {
		d->length[0] = take(&ca, a, an, &d->cp[0]);
		d->length[1] = take(&cb, b, bn, &d->cp[1]);
		if (!d->length[0] || !d->length[1] || d->cp[0] == d->cp[1])
			d->order = order_bytes(a, d->length[0], b, d->length[1]);
		else
			d->order = d->cp[0] < d->cp[1] ? -1 : 1;
		if (d->order || !d->length[0])
			return;
		a += d->length[0];
		an -= d->length[0];
		b += d->length[1];
		bn -= d->length[1];
		d->offset += d->length[0];
	}
}
