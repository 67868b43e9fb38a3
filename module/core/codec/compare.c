// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The order of code points.
 *
 * To compare by code points is to decode both texts and stop at the first sequence that
 * differs.  Up to there both are the same bytes, so the place is found without decoding: the
 * first byte that differs is in that sequence, or is one that the decoder looked at after it,
 * no more than a sequence's length after its start.
 *
 * To decode from there one must know where a sequence starts, and whether the one before it
 * was a high surrogate.  So the start is sought two sequences' lengths before the byte that
 * differs.  Of the first sequence after it only its length matters, and whether it is a high
 * surrogate; neither depends on what was before it.
 */
#include "codec/boundary.h"

/* The code point at the start of a text, and how long it is. */
static unsigned int take_point_of(struct u8c_coding *c, const struct u8c_text *t,
				  u64 *cp)
{
	struct utf8check_error e;
	int len;

	*cp = U8C_NO_POINT;
	if (!t->n)
		return 0;
	len = u8c_decode(c, *t, true, cp, &e);
	c->after_high = len && u8c_is_high_surrogate(*cp);
	if (len)
		return len;
	*cp = U8C_NO_POINT;
	return e.length;
}

int u8c_compare_bytes(const u8 *a, size_t an, const u8 *b, size_t bn)
{
	int order = memcmp(a, b, an < bn ? an : bn);

	if (order)
		return order < 0 ? -1 : 1;
	return an < bn ? -1 : an > bn;
}

/* The order of the texts at their first difference, where one of them may end. */
static int order_here(const struct u8c_text *a, const struct u8c_text *b,
		      const struct u8c_difference *d)
{
	if (!d->length[0] || !d->length[1])
		return d->length[0] ? 1 : -1;
	if (d->cp[0] != d->cp[1])
		return d->cp[0] < d->cp[1] ? -1 : 1;
	if (d->cp[0] != U8C_NO_POINT)
		return 0;
	return u8c_compare_bytes(a->p, d->length[0], b->p, d->length[1]);
}

/* Decode both from @c's place on, until they differ or end. */
static void walk(struct u8c_coding c, struct u8c_text a, struct u8c_text b,
		 struct u8c_difference *d)
{
	struct u8c_coding other = c;

	for (;;) {
		d->length[0] = take_point_of(&c, &a, &d->cp[0]);
		d->length[1] = take_point_of(&other, &b, &d->cp[1]);
		d->order = order_here(&a, &b, d);
		/* Both end here only if the text changes: then the order is not 0 either. */
		if (d->order)
			return;
		a.p += d->length[0];
		a.n -= d->length[0];
		b.p += d->length[1];
		b.n -= d->length[1];
		d->offset += d->length[0];
	}
}

/*
 * Where a sequence starts at or before @at, in any text.  A byte that is no
 * continuation starts one, unless it is in a pair, whose start is three bytes
 * before.  A lead takes seven continuations at most: the eighth stands alone.  Seven, and
 * three bytes of a pair before them, are ten.
 */
static size_t sure_start(const struct u8c_coding *c, const struct u8c_text *t,
			 size_t at)
{
	size_t start = at;

	while (!u8c_is_boundary(c, t->p, t->n, start)) {
		if (at - start == U8C_SEQUENCE_MAX + 2)
			return at;
		start--;
	}
	return start;
}

size_t u8c_same_start(const u8 *a, const u8 *b, size_t n)
{
	size_t same = 0;

	while (n - same >= sizeof(u64) &&
	       u8c_load64(a + same) == u8c_load64(b + same))
		same += sizeof(u64);
	while (same < n && a[same] == b[same])
		same++;
	return same;
}

void u8c_differ(const struct u8c_coding *c, struct u8c_text a,
		struct u8c_text b, struct u8c_difference *d)
{
	size_t same = u8c_same_start(a.p, b.p, a.n < b.n ? a.n : b.n), start = 0;
	struct u8c_coding from = *c;

	if (same == a.n && same == b.n) {
		*d = (struct u8c_difference){
			.offset = same, .cp = { U8C_NO_POINT, U8C_NO_POINT },
		};
		return;
	}
	if (same > 2 * U8C_SEQUENCE_MAX)
		start = sure_start(c, &a, same - 2 * U8C_SEQUENCE_MAX);
	if (start)
		from.after_high = false;
	d->offset = start;
	walk(from, u8c_text(a.p + start, a.n - start),
	     u8c_text(b.p + start, b.n - start), d);
}
