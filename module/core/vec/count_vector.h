/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Counting code points and lines with vectors.
 *
 * The count of each length is that of the leads from C0, E0 and F0 on, as count.c says.  Each
 * byte of a vector is one counter, so they are added up after 255 vectors at most.
 */
#ifndef U8C_VEC_COUNT_VECTOR_H
#define U8C_VEC_COUNT_VECTOR_H

#include "validate/validate.h"

/* Bytes are joined to numbers of two, four and eight bytes. */
static __always_inline u64 sum(vector c)
{
	words two = ((words)c & 0xff) + ((words)c >> 8);
	dwords four = ((dwords)two & 0xffff) + ((dwords)two >> 16);
	qwords eight = ((qwords)four & 0xffffffff) + ((qwords)four >> 32);
	u64 total = 0;

	for (unsigned int i = 0; i < VECTOR / 8; i++)
		total += eight[i];
	return total;
}

/**
 * struct leads - leads of up to 255 vectors
 *
 * @two: from C0 on.
 * @three: from E0 on.
 * @four: from F0 on.
 */
struct leads {
	vector two;
	vector three;
	vector four;
};

static __always_inline void count_leads(struct leads *leads, vector bytes)
{
	leads->two = count_not_below(leads->two, bytes, 0xc0);
	leads->three = count_not_below(leads->three, bytes, 0xe0);
	leads->four = count_not_below(leads->four, bytes, 0xf0);
}

/* Adds the numbers of @leads to @sums. */
static __always_inline void sum_leads(const struct leads *leads, u64 *sums)
{
	sums[0] += sum(leads->two);
	sums[1] += sum(leads->three);
	sums[2] += sum(leads->four);
}

/* The sequences of @n bytes with @leads, whole sequences.  Return: how many there are. */
static inline u64 count_sequences(const u64 *leads, size_t n, u64 *by_length)
{
	u64 points = n - leads[0] - leads[1] - leads[2];

	by_length[0] += points - leads[0];
	by_length[1] += leads[0] - leads[1];
	by_length[2] += leads[1] - leads[2];
	by_length[3] += leads[2];
	return points;
}

/* Counts the leads of a vector at @p where @which has a bit. */
static inline void count_few(u64 *leads, const u8 *p, u64 which)
{
	const vector v = load(p);

	leads[0] += count_bits(where_not_below(v, 0xc0) & which);
	leads[1] += count_bits(where_not_below(v, 0xe0) & which);
	leads[2] += count_bits(where_not_below(v, 0xf0) & which);
}

/* u8c_validate_impl.count; @self is ignored. */
static u64 count_vector(const u8 *p, size_t n, u64 *by_length, const struct u8c_validate_impl *self)
{
	u64 sums[3] = { 0 };
	size_t left = n;

	if (n < VECTOR)
		return u8c_count_scalar(p, n, by_length, NULL);
	while (left >= VECTOR) {
		size_t skip = u8c_ascii_up_to(p, left), vectors;
		struct leads leads = { .two = { 0 } };

		p += skip;
		left -= skip;
		vectors = left / VECTOR < 255 ? left / VECTOR : 255;
		left -= vectors * VECTOR;
		for (; vectors; vectors--, p += VECTOR)
			count_leads(&leads, load(p));
		sum_leads(&leads, sums);
	}
	/* The vector that ends the text has the rest. */
	count_few(sums, p + left - VECTOR, ~first_bits(VECTOR - left));
	return count_sequences(sums, n, by_length);
}

/* How many of @n bytes, a vector or more, are LF. */
static inline u64 count_lines(const u8 *p, size_t n)
{
	u64 lines = 0;

	while (n >= VECTOR) {
		size_t vectors = n / VECTOR < 255 ? n / VECTOR : 255;
		vector found = { 0 };

		n -= vectors * VECTOR;
		for (; vectors; vectors--, p += VECTOR)
			found = count_equal(found, load(p), '\n');
		lines += sum(found);
	}
	return lines + count_bits(where(equal(load(p + n - VECTOR), each('\n'))) &
				  ~first_bits(VECTOR - n));
}

/* The code points after the last LF of @n bytes, a vector or more, from the end on. */
static inline u64 count_last_line(const u8 *p, size_t n)
{
	u64 points = 0, others, which, lf;
	size_t at;

	do {
		vector v;

		at = n > VECTOR ? n - VECTOR : 0;
		v = load(p + at);
		which = first_bits(n - at);
		lf = where(equal(v, each('\n'))) & which;
		if (lf)
			which &= ~first_bits(64 - __builtin_clzll(lf));
		others = bits_7(v) & ~where_not_below(v, 0xc0);
		points += count_bits(which & ~others);
		n = at;
	} while (n && !lf);
	return points;
}

/* u8c_validate_impl.advance; @self is ignored. */
static inline void advance_vector(struct u8c_position *pos, const u8 *p, size_t n,
				  const struct u8c_validate_impl *self)
{
	u64 lines;

	if (n < VECTOR) {
		u8c_advance_scalar(pos, p, n, NULL);
		return;
	}
	lines = count_lines(p, n);
	pos->line += lines;
	pos->column = (lines ? 1 : pos->column) + count_last_line(p, n);
}

#endif /* U8C_VEC_COUNT_VECTOR_H */
