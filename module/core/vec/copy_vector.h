/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that is copied and counted while it is validated.
 */
#ifndef U8C_VEC_COPY_VECTOR_H
#define U8C_VEC_COPY_VECTOR_H

#include "vec/count_vector.h"
#include "vec/validate_vector.h"

/* Counts leads in the first @n bytes, up to a vector, of a vector at @p. */
static inline void count_few(u64 *leads, const u8 *p, size_t n)
{
	const u64 which = first_bits(n);
	const vector v = load(p);

	leads[0] += count_bits(where_not_below(v, 0xc0) & which);
	leads[1] += count_bits(where_not_below(v, 0xe0) & which);
	leads[2] += count_bits(where_not_below(v, 0xf0) & which);
}

/*
 * Counts @n bytes of text, whole sequences, of which @to has passed the first ones.  A
 * sequence that is open at @to->p is counted with what follows, or not at all if it is
 * broken off.
 */
static void count_passed(const struct passing *to, const u8 *start, size_t n, u64 *by_length)
{
	const u8 *open = u8c_sequence_of(start, to->p);
	u64 leads[3] = { to->leads[0], to->leads[1], to->leads[2] };
	size_t done;

	U8C_ONCE(open);
	done = open - start;

	if (open < to->p) {
		leads[0]--;
		leads[1] -= to->p - open > 1 || *open >= 0xe0;
		leads[2] -= to->p - open > 2 || *open >= 0xf0;
	}
	/* Before an error in a chunk it is a piece at most. */
	for (; n > done && to->end - open >= PIECE; done += VECTOR, open += VECTOR)
		count_few(leads, open, n - done < VECTOR ? n - done : VECTOR);
	count_sequences(leads, n < done ? n : done, by_length);
	if (n > done)
		count_vector(open, n - done, by_length, NULL);
}

/*
 * As u8c_validate_impl.copy_valid, for two vectors or more and @out.  The chunks go to whole vectors
 * of memory: a store to another place can touch two lines of the cache.
 */
static noinline size_t copy_chunks(const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	const size_t head = VECTOR + (-(size_t)out & (VECTOR - 1));
	struct passing to = { .p = p + head, .end = p + n, .out = out + head };
	const struct tables t = tables();

	if (unlikely(any(wrong_at_start(&t, p) | wrong(&t, p + VECTOR)))) {
		n = GENERAL(p, 2 * VECTOR, NULL);
		u8c_count_scalar(p, n, by_length, NULL);
		memcpy(out, p, n);
		return n;
	}
	count_few(to.leads, p, VECTOR);
	count_few(to.leads, p + VECTOR, head - VECTOR);
	store(out, load(p));
	store(out + VECTOR, load(p + VECTOR));
	if (likely(pass_chunks(&to, true))) {
		n = pass_rest(p, to.p, to.end);
		memcpy(to.out, to.p, to.end - to.p);
	} else {
		/* Not beyond what is copied, should the text have changed. */
		n = locate(p, to.p, to.p + PIECE);
	}
	sum_counting(&to);
	count_passed(&to, p, n, by_length);
	return n;
}

/* Bytes that are still in the cache when they are counted and copied. */
#define IN_CACHE 8192

/*
 * u8c_validate_impl.copy_valid; @self is ignored.  Vectors of 16 bytes are those of old processors,
 * for which the text is taken in turn: that is half the code of a chunk that is counted.
 */
static size_t copy_valid_vector(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_validate_impl *self)
{
	size_t done = 0, part, good;

	if (VECTOR > 16 && out && n >= 2 * VECTOR)
		return copy_chunks(p, n, out, by_length);
	do {
		part = n - done < IN_CACHE ? n - done : IN_CACHE;
		good = valid_up_to_vector(p + done, part, NULL);
		count_vector(p + done, good, by_length, NULL);
		if (out)
			memcpy(out + done, p + done, good);
		done += good;
		/* What a part broke off is the start of the next one. */
	} while (good && part - good <= 3 && done < n);
	return done;
}

#endif /* U8C_VEC_COPY_VECTOR_H */
