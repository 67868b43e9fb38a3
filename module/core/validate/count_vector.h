/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Counting code points and lines with vectors, for a file that says how many
 * bytes its vectors have.
 *
 * The count of each length is that of the leads from C0, E0 and F0 on, as
 * count.c says.  Each byte of a vector is one counter, so they are added up
 * after 255 vectors at most.
 *
 * The file that includes this one defines VECTOR (bytes) first.
 */
#ifndef U8C_VALIDATE_COUNT_VECTOR_H
#define U8C_VALIDATE_COUNT_VECTOR_H

#include "validate/validate.h"

typedef u8 counters __attribute__((vector_size(VECTOR)));
typedef signed char numbers __attribute__((vector_size(VECTOR)));

/*
 * 255 in the bytes that are @least or more.  @v holds the bytes less 80, because there is
 * only an instruction that compares signed bytes.
 */
#define AT_LEAST(v, least) ((counters)((v) > (signed char)((least) - 0x81)))

static inline u64 sum(counters c)
{
	u64 total = 0;
	unsigned int i;

	for (i = 0; i < VECTOR; i++)
		total += c[i];
	return total;
}

/* u8c_impl.count; @self is ignored. */
static u64 count_vector(const u8 *p, size_t n, u64 *by_length,
			const struct u8c_validate_impl *self)
{
	u64 two = 0, three = 0, four = 0, points;
	size_t left = n, cut = 0;

	while (left >= VECTOR) {
		size_t skip = u8c_ascii_up_to(p, left), vectors;
		counters c2 = { 0 }, c3 = { 0 }, c4 = { 0 };

		p += skip;
		left -= skip;
		vectors = left / VECTOR < 255 ? left / VECTOR : 255;
		left -= vectors * VECTOR;
		for (; vectors; vectors--, p += VECTOR) {
			counters bytes;
			numbers v;

			__builtin_memcpy(&bytes, p, VECTOR);
			v = (numbers)(bytes ^ 0x80);
			c2 -= AT_LEAST(v, 0xc0);
			c3 -= AT_LEAST(v, 0xe0);
			c4 -= AT_LEAST(v, 0xf0);
		}
		two += sum(c2);
		three += sum(c3);
		four += sum(c4);
	}
	/* A sequence is as long as its lead says, also where it goes on at @p. */
	while (cut < left && u8c_is_continuation(p[cut]))
		cut++;
	points = n - left + cut - two - three - four;
	by_length[0] += points - two;
	by_length[1] += two - three;
	by_length[2] += three - four;
	by_length[3] += four;
	return points + u8c_count_scalar(p, left, by_length, NULL);
}

/* u8c_impl.lines; @self is ignored. */
static u64 lines_vector(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	u64 lines = 0;

	while (n >= VECTOR) {
		size_t vectors = n / VECTOR < 255 ? n / VECTOR : 255;
		counters found = { 0 };

		n -= vectors * VECTOR;
		for (; vectors; vectors--, p += VECTOR) {
			counters v;

			__builtin_memcpy(&v, p, VECTOR);
			found -= (counters)(v == '\n');
		}
		lines += sum(found);
	}
	return lines + u8c_lines_scalar(p, n, NULL);
}

#endif /* U8C_VALIDATE_COUNT_VECTOR_H */
