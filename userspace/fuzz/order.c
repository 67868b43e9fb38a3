// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries and order: every boundary of the text is found from everywhere,
 * and the order is one: of two texts, the one half and the other.
 */
#include "fuzz.h"
#include "kunit/reference_profile.h"

struct text {
	const u8 *p;
	size_t n;
};

/* Return: the length; the code point, or one past all and the bytes. */
static size_t take(struct u8c_coding *c, const struct text *t, u64 *cp)
{
	struct u8c_error e;
	int length = u8c_ref_sequence(c, t->p, t->n, true, cp, &e);

	c->after_high = length && *cp >= 0xd800 && *cp <= 0xdbff;
	if (length)
		return length;
	*cp = ~0ull;
	return e.length;
}

static int sign(long long x)
{
	return (x > 0) - (x < 0);
}

static int compare_bytes(const struct text *a, const struct text *b)
{
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (a->p[i] != b->p[i])
			return sign((int)a->p[i] - (int)b->p[i]);
	return sign((long long)a->n - (long long)b->n);
}

static int compare_slowly(const struct u8c_coding *c, struct text a,
			  struct text b)
{
	struct u8c_coding ca = *c, cb = *c;

	while (a.n && b.n) {
		struct text first = { a.p, 0 }, second = { b.p, 0 };
		u64 x, y;
		int order;

		first.n = take(&ca, &a, &x);
		second.n = take(&cb, &b, &y);
		order = x < y ? -1 : x > y;
		if (!order && x == ~0ull)
			order = compare_bytes(&first, &second);
		if (order)
			return order;
		a.p += first.n;
		a.n -= first.n;
		b.p += second.n;
		b.n -= second.n;
	}
	return sign((long long)a.n - (long long)b.n);
}

static void compare(const struct fuzz_input *in, const struct u8c_coding *c)
{
	struct text a = { in->p, in->n / 2 };
	struct text b = { in->p + a.n, in->n - a.n };
	int want = compare_slowly(c, a, b);

	if (sign(u8c_compare(c, a.p, a.n, b.p, b.n)) != want)
		fuzz_found(in, "compare");
	if (sign(u8c_compare(c, b.p, b.n, a.p, a.n)) != -want)
		fuzz_found(in, "compare, the other way round");
	if (u8c_compare(c, a.p, a.n, a.p, a.n))
		fuzz_found(in, "compare with itself");
}

/* From within the well-formed sequence at @start both its ends are found. */
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

static void boundaries(const struct fuzz_input *in, const struct u8c_coding *c)
{
	struct u8c_coding now = *c;
	size_t at = 0, length;
	u64 cp;

	for (; at < in->n; at += length) {
		struct text rest = { in->p + at, in->n - at };

		length = take(&now, &rest, &cp);
		if (cp == ~0ull)
			return;
	}
	for (at = 0; at < in->n; at += length) {
		struct text rest = { in->p + at, in->n - at };

		length = take(&now, &rest, &cp);
		resync(in, c, at, length);
	}
}

void fuzz_order(const struct fuzz_input *in)
{
	struct u8c_coding c = {
		.encoding = in->config.from, .profile = in->config.profile,
	};
	size_t at = in->n ? in->forks % (in->n + 1) : 0;

	if (c.encoding >= U8C_AUTO || c.profile >= U8C_PROFILES)
		return;
	compare(in, &c);
	boundaries(in, &c);
	if (u8c_next_boundary(&c, in->p, in->n, at) < at ||
	    u8c_previous_boundary(&c, in->p, in->n, at) > at)
		fuzz_found(in, "boundary on the wrong side");
}
