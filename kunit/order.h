/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The order of texts against the reference: plain C, run by the KUnit suites,
 * the tests in userspace and the fuzzer.
 */
#ifndef U8C_ORDER_H
#define U8C_ORDER_H

#include "reference.h"
#include "sample.h"

/* Room for a random text. */
#define U8C_ORDER_MAX 96

/* Bytes for which it matters where a sequence starts, and what is before it. */
static const u8 u8c_order_bytes[] = {
	0x00, 0x41, 0x80, 0xa0, 0xb0, 0xbf, 0xc0, 0xd8, 0xdc, 0xe2, 0xed, 0xf0,
	0xf4, 0xff,
};

/* Pieces whose meaning depends on what is before or after them, in each encoding. */
static const struct {
	u8 bytes[8];
	u8 n;
} u8c_order_pieces[] = {
	{ "A", 1 }, { "\xed\xa0\x80", 3 }, { "\xed\xb0\x80", 3 },
	{ "\xed\xa0", 2 }, { "\xed\xb0", 2 }, { "\x80", 1 },
	{ "\x80\x80\x80\x80\x80\x80\x80\x80", 8 }, { "\xe2\x82", 2 },
	{ "\xe2\x82\xac", 3 }, { "\xf0\x9f\x98\x80", 4 }, { "\xc0\x80", 2 },
	{ "\xff\x81\x80\x80\x80\x80\x80\x80", 8 },
	{ "\xfd\xbf\xbf\xbf\xbf\xbf", 6 },
	{ "A\0\0\0", 4 }, { "\0\0\0A", 4 }, { "\xd8\0\xdc\0", 4 },
	{ "\0\xd8\0\xdc", 4 }, { "\0\xd8\0\0", 4 }, { "\0\xdc\0\0", 4 },
	{ "\0\0\xd8\0", 4 }, { "\0\0\xdc\0", 4 }, { "\xff\xff", 2 },
};

/*
 * Random pieces of a few kinds, at most @room bytes, so that the same kinds meet
 * often.
 */
static inline size_t u8c_order_text(struct u8c_chance *c, u8 *p, size_t room)
{
	u32 kinds = 1 + u8c_chance_below(c, 4), first = u8c_chance_next(c);
	size_t n = 0;

	while (n < room) {
		u32 i = (first + 5 * u8c_chance_below(c, kinds)) %
			U8C_ARRAY_SIZE(u8c_order_pieces);
		size_t part = u8c_order_pieces[i].n;

		if (part > room - n)
			part = room - n;
		memcpy(p + n, u8c_order_pieces[i].bytes, part);
		n += part;
	}
	return n;
}

/**
 * struct u8c_order_case - two texts
 *
 * @a: the first text.
 * @an: its bytes.
 * @b: the second text.
 * @bn: its bytes.
 */
struct u8c_order_case {
	u8 a[U8C_ORDER_MAX];
	size_t an;
	u8 b[U8C_ORDER_MAX];
	size_t bn;
};

/* Two texts that begin alike, mostly ill-formed, and differ in a byte or so. */
static inline void u8c_order_chance(struct u8c_chance *c,
				    struct u8c_order_case *t)
{
	u32 spoiled = u8c_chance_below(c, 3);

	t->an = u8c_order_text(c, t->a, u8c_chance_below(c, U8C_ORDER_MAX + 1));
	memcpy(t->b, t->a, t->an);
	t->bn = t->an;
	if (u8c_chance_below(c, 2))
		t->bn -= u8c_chance_below(c, t->an < 9 ? t->an + 1 : 9);
	for (; t->bn && spoiled; spoiled--) {
		u32 i = u8c_chance_below(c, sizeof(u8c_order_bytes));

		t->b[u8c_chance_below(c, t->bn)] = u8c_order_bytes[i];
	}
}

static inline bool u8c_same_difference(const struct u8c_difference *a,
				       const struct u8c_difference *b)
{
	return a->order == b->order && a->offset == b->offset &&
	       a->cp[0] == b->cp[0] && a->cp[1] == b->cp[1] &&
	       a->length[0] == b->length[0] && a->length[1] == b->length[1];
}

/* Room for the bytes around a place. */
#define U8C_WINDOW (2 * U8C_AROUND + 4)

/* Where these begin: at a multiple of four, as units are counted from the start. */
static inline size_t u8c_window_start(size_t at)
{
	return at < U8C_AROUND ? 0 : (at - U8C_AROUND) & ~(size_t)3;
}

/* The bytes around a place, for a caller that has no more of the text. */
static inline struct u8c_text u8c_order_window(const u8 *p, size_t n,
					       size_t same, u8 *to)
{
	size_t begin = u8c_window_start(same);
	struct u8c_text w = { to, n - begin };

	if (w.n > U8C_WINDOW)
		w.n = U8C_WINDOW;
	memcpy(to, p + begin, w.n);
	return w;
}

/**
 * u8c_try_order() - compare two texts, and in the other order
 * @c: the profile and encoding of both
 * @t: the texts
 *
 * Return: NULL when the core says what the reference says, else what differs.
 */
static inline const char *u8c_try_order(const struct u8c_coding *c,
					const struct u8c_order_case *t)
{
	struct u8c_difference want, got;

	u8c_ref_differ(c, t->a, t->an, t->b, t->bn, &want);
	u8c_differ(c, u8c_text(t->a, t->an), u8c_text(t->b, t->bn), &got);
	if (!u8c_same_difference(&want, &got))
		return "order";
	u8c_differ(c, u8c_text(t->b, t->bn), u8c_text(t->a, t->an), &got);
	if (got.order != -want.order)
		return "order, the other way round";
	return NULL;
}

/* The next sequence of a text.  Return: its length; 0 where it is ill-formed. */
static inline size_t u8c_order_step(struct u8c_coding *c, const u8 *p, size_t n)
{
	struct utf8check_error e;
	u64 cp = 0;
	int length = u8c_ref_sequence(c, p, n, true, &cp, &e);

	c->after_high = u8c_is_high_surrogate(cp);
	return length;
}

/* Both ends of each sequence are found from every place in it, unless the text is ill-formed. */
static inline const char *u8c_try_cuts(const struct u8c_coding *c, const u8 *p, size_t n)
{
	struct u8c_coding now = *c;
	size_t at, start, end;

	for (at = 0; at < n; at += end) {
		end = u8c_order_step(&now, p + at, n - at);
		if (!end)
			return NULL;
	}
	now = *c;
	for (start = 0; start < n; start = end) {
		end = start + u8c_order_step(&now, p + start, n - start);
		for (at = start; at < end; at++) {
			if (u8c_next_boundary(c, p, n, at) != (at == start ? start : end))
				return "next boundary";
			if (u8c_previous_boundary(c, p, n, at) != start)
				return "previous boundary";
		}
	}
	return u8c_next_boundary(c, p, n, n) == n && u8c_previous_boundary(c, p, n, n) == n ?
	       NULL : "boundary at the end";
}

/* The bytes around a place say what the whole text says.  Return: NULL, or what differs. */
static inline const char *u8c_try_window(const struct u8c_coding *c, const u8 *p, size_t n,
					 size_t at)
{
	const size_t begin = u8c_window_start(at);
	struct u8c_place whole, part;
	u8 room[U8C_WINDOW];
	struct u8c_text w = u8c_order_window(p, n, at, room);

	if (u8c_resync(c, p, n, at, &whole) != u8c_resync(c, w.p, w.n, at - begin, &part) ||
	    whole.previous != begin + part.previous || whole.next != begin + part.next ||
	    whole.has_previous != part.has_previous)
		return "resync by a window";
	return whole.next < at || whole.previous > at ? "boundary on the wrong side" : NULL;
}

#endif /* U8C_ORDER_H */
