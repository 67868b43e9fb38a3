/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that is copied and counted while it is validated, and replacement of errors by masks.
 *
 * A step of replacement looks at 64 bytes that begin with a sequence, as masks with a bit for
 * each byte.  The leads, the continuations and the second bytes that their leads forbid (Table
 * 3-7) show which sequences are whole, which are cut short, and which bytes begin none.  Whole
 * sequences are copied 64 bytes at a time up to the next U+FFFD.  A sequence that the 64 bytes do
 * not decide begins the next step.  Where there was no error for a while the text is passed over
 * by the faster way of validation.
 */
#ifndef U8C_VEC_REPLACE_VECTOR_H
#define U8C_VEC_REPLACE_VECTOR_H

#include "vec/count_vector.h"
#include "vec/validate_vector.h"

/*
 * Counts @n bytes of text, whole sequences, of which @pass has passed the first ones.  The lead
 * of a sequence that is open at @pass->p is in its counts already.  The sequence is counted with
 * what follows, or not at all if it is broken off.
 */
static void count_passed(const struct pass *pass, const u8 *start, size_t n, u64 *by_length)
{
	const u8 *open = u8c_sequence_of(start, pass->p);
	u64 leads[3] = { pass->leads[0], pass->leads[1], pass->leads[2] };
	size_t done;

	U8C_ONCE(open);
	done = open - start;

	if (open < pass->p) {
		/* By its length too: the lead may have changed since it was counted. */
		leads[0]--;
		leads[1] -= pass->p - open > 1 || *open >= 0xe0;
		leads[2] -= pass->p - open > 2 || *open >= 0xf0;
	}
	/* Before an error in a chunk it is a piece at most. */
	for (; n > done && pass->end - open >= PIECE; done += VECTOR, open += VECTOR)
		count_few(leads, open, first_bits(n - done < VECTOR ? n - done : VECTOR));
	/* A sequence is as long as its lead says, also where it continues at @open. */
	for (; n > done && u8c_is_continuation(*open); done++)
		open++;
	count_sequences(leads, n < done ? n : done, by_length);
	if (n > done)
		count_vector(open, n - done, by_length, NULL);
}

/*
 * As u8c_validate_impl.copy_valid, for two vectors or more and @out.  The chunks go to whole
 * vectors of memory: a store to another place can touch two lines of the cache.
 */
static noinline size_t copy_chunks(const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	const size_t head = VECTOR + (-(size_t)out & (VECTOR - 1));
	struct pass pass = { .p = p + head, .end = p + n, .out = out + head };
	const struct tables t = tables();

	if (unlikely(any(wrong_at_start(&t, p) | wrong(&t, p + VECTOR)))) {
		n = locate(p, p, p + 2 * VECTOR);
		u8c_count_scalar(p, n, by_length, NULL);
		memcpy(out, p, n);
		return n;
	}
	count_few(pass.leads, p, ~0ull);
	count_few(pass.leads, p + VECTOR, first_bits(head - VECTOR));
	store(out, load(p));
	store(out + VECTOR, load(p + VECTOR));
	if (likely(pass_chunks(&pass, true))) {
		n = pass_rest(p, pass.p, pass.end);
		memcpy(pass.out, pass.p, pass.end - pass.p);
	} else {
		/* Not beyond what is copied, should the text have changed. */
		n = locate(p, pass.p, pass.p + PIECE);
	}
	sum_counting(&pass);
	count_passed(&pass, p, n, by_length);
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

/**
 * struct masks - what 64 bytes are
 *
 * @high: not ASCII.
 * @leads: C0 or more.
 * @three: E0 or more.
 * @four: F0 or more.
 * @none: C0, C1, F5 or more, which begin nothing.
 * @forbidden: leads that do not allow the continuation after them.
 */
struct masks {
	u64 high;
	u64 leads;
	u64 three;
	u64 four;
	u64 none;
	u64 forbidden;
};

/**
 * struct sequences - what the masks say
 *
 * @n: bytes that are decided.
 * @two: leads of whole sequences of two bytes.
 * @three: leads of whole sequences of three bytes.
 * @four: leads of whole sequences of four bytes.
 * @bad: first bytes of maximal subparts, each a U+FFFD in the output.
 * @more: the other bytes of maximal subparts.
 */
struct sequences {
	unsigned int n;
	u64 two;
	u64 three;
	u64 four;
	u64 bad;
	u64 more;
};

/*
 * Bytes without an error that are copied piece by piece before text is passed over.  Where as
 * many were passed over at once, errors are rare.  Of 320 to 1024 it gave most where one byte in
 * 1000 is wrong, and no less elsewhere.
 */
#define NEAR 512

static __always_inline void find(const struct masks *m, struct sequences *f)
{
	u64 next = m->high & ~m->leads;		/* continuations */
	u64 second = m->leads & ~m->forbidden & next >> 1;
	u64 third = second & m->three & next >> 2;
	u64 whole, undecided;

	f->two = second & ~m->three;
	f->three = third & ~m->four;
	f->four = third & m->four & next >> 3;
	undecided = (m->leads & 1ull << 63) | (second & m->three & 1ull << 62) |
		    (third & m->four & 1ull << 61);
	f->n = undecided ? __builtin_ctzll(undecided) : 64;

	f->more = (second & m->three & ~third) << 1 |
		  (third & m->four & ~f->four) * 6;	/* the second and the third byte */
	/* No carries, as a lead is in no other sequence. */
	whole = ~m->high | f->two * 3 | f->three * 7 | f->four * 15;
	f->bad = ~(whole | f->more) & first_bits(f->n);
}

static __always_inline void count_whole(struct u8c_replacement *r, const struct masks *m,
					const struct sequences *f)
{
	u64 decided = first_bits(f->n);

	r->by_length[0] += count_bits(~m->high & decided);
	r->by_length[1] += count_bits(f->two & decided);
	r->by_length[2] += count_bits(f->three & decided);
	r->by_length[3] += count_bits(f->four & decided);
}

static __always_inline void count_bad(struct u8c_replacement *r, const struct masks *m,
				      const struct sequences *f)
{
	u64 leads = f->bad & m->leads;
	u64 special = leads & (m->none | m->forbidden);

	r->by_reason[UTF8CHECK_REASON_UNEXPECTED_CONTINUATION] += count_bits(f->bad & ~m->leads);
	r->by_reason[UTF8CHECK_REASON_TRUNCATED] += count_bits(leads & ~special);
	for (; special; special &= special - 1) {
		const u8 *p = r->in + __builtin_ctzll(special);

		r->by_reason[u8c_ill_formed_reason(p[0], p[1])]++;
	}
}

static __always_inline void write(struct u8c_replacement *r, const struct sequences *f)
{
	unsigned int from = 0, at;

	for (u64 bad = f->bad; bad; bad &= bad - 1) {
		at = __builtin_ctzll(bad);
		__builtin_memcpy(r->out, r->in + from, 64);
		r->out += at - from;
		__builtin_memcpy(r->out, "\xef\xbf\xbd", 4);
		r->out += 3;
		from = at + 1;
		while (from < f->n && f->more >> from & 1)
			from++;
	}
	__builtin_memcpy(r->out, r->in + from, 64);
	r->out += f->n - from;
	r->in += f->n;
}

/* Counts and writes what was found, error by error. */
static __always_inline void replace_found(struct u8c_replacement *r, const struct masks *m,
					  const struct sequences *f)
{
	count_whole(r, m, f);
	count_bad(r, m, f);
	write(r, f);
}

/* The classes of a continuation that its lead does not allow. */
#define FORBIDDEN (OVERLONG_2 | OVERLONG_3 | SURROGATE | TOO_LARGE | OVERLONG_4)

static inline void look_at_64(const u8 *p, struct masks *m)
{
	const struct tables t = tables();

	memset(m, 0, sizeof(*m));
	for (unsigned int i = 0; i < 64; i += VECTOR) {
		vector v = load(p + i);
		vector classes = look_up(&t, v, load(p + i + 1));

		m->high |= bits_7(v) << i;
		m->leads |= where_not_below(v, 0xc0) << i;
		m->three |= where_not_below(v, 0xe0) << i;
		m->four |= where_not_below(v, 0xf0) << i;
		m->none |= (where(equal(v & 0xfe, each(0xc0))) | where_not_below(v, 0xf5)) << i;
		m->forbidden |= where_not_zero(classes & FORBIDDEN) << i;
	}
	m->forbidden &= m->leads;
}

/* Where so many of 64 bytes are errors, general registers take so many bytes. */
#define DENSE_ERRORS 28
#define DENSE_TEXT (U8C_REPAIR_TEXT + 512)

/* Return: false if nothing was done, as the text has changed. */
static bool replace_dense(struct u8c_replacement *r)
{
	const u8 *end = r->end, *from = r->in;

	if (end - from > DENSE_TEXT)
		r->end = from + DENSE_TEXT;
	u8c_replace_scalar(r, &u8c_validate_scalar);
	r->end = end;
	return r->in > from;
}

/* Copies text up to the first error, or as far as the room goes.  Return: how many bytes. */
static size_t pass_on(struct u8c_replacement *r)
{
	size_t n = r->end - r->in, room = r->out_end - r->out, done;

	done = copy_valid_vector(r->in, n < room ? n : room, r->out, r->by_length, NULL);
	r->in += done;
	r->out += done;
	return done;
}

/*
 * Copies the piece at @p, where a sequence begins, up to a sequence that is open at its end, and
 * counts its leads.  Return: how many bytes; 0 if anything is wrong.
 */
static __always_inline unsigned int copy_near_piece(const struct tables *t, const u8 *p, u8 *out,
						    u64 *leads)
{
	vector bad = wrong_at_start(t, p);
	u64 two = 0, three = 0, four = 0, open;
	unsigned int i, n;

	copy_piece(p, out);
	if (is_ascii_piece(p))
		return PIECE;
#pragma GCC unroll 4
	for (i = VECTOR; i < PIECE; i += VECTOR)
		bad |= wrong(t, p + i);
	if (unlikely(any(bad)))
		return 0;
#pragma GCC unroll 4
	for (i = 0; i < PIECE; i += VECTOR) {
		two |= where_not_below(load(p + i), 0xc0) << i;
		three |= where_not_below(load(p + i), 0xe0) << i;
		four |= where_not_below(load(p + i), 0xf0) << i;
	}
	open = (two & 1ull << 63) | (three & 1ull << 62) | (four & 1ull << 61);
	n = open ? __builtin_ctzll(open) : PIECE;
	leads[0] += count_bits(two & first_bits(n));
	leads[1] += count_bits(three & first_bits(n));
	leads[2] += count_bits(four & first_bits(n));
	return n;
}

/*
 * After an error another one is probably near: copies up to NEAR bytes, piece by piece, so that
 * little is done in vain.  Not inline: its registers would stay on the stack of the caller.
 * Return: false if an error is in the 64 bytes at @r->in.
 */
static noinline bool copy_near(struct u8c_replacement *r)
{
	const struct tables t = tables();
	const u8 *from = r->in;
	u64 leads[3] = { 0 };
	unsigned int n = PIECE;

	while (n && r->in - from < NEAR && r->end - r->in >= U8C_REPAIR_TEXT &&
	       r->out_end - r->out >= U8C_REPAIR_ROOM) {
		n = copy_near_piece(&t, r->in, r->out, leads);
		r->in += n;
		r->out += n;
	}
	count_sequences(leads, r->in - from, r->by_length);
	return n;
}

/* u8c_validate_impl.replace; @self is ignored. */
static void replace_vector(struct u8c_replacement *caller, const struct u8c_validate_impl *self)
{
	struct u8c_replacement r = *caller;
	bool quiet = false, rare = false;

	while (r.end - r.in >= U8C_REPAIR_TEXT &&
	       r.out_end - r.out >= U8C_REPAIR_ROOM) {
		struct sequences f;
		struct masks m;

		if (quiet && (rare || copy_near(&r))) {
			rare = pass_on(&r) >= NEAR;
			quiet = false;
			continue;
		}
		look_at_64(r.in, &m);
		find(&m, &f);
		quiet = rare || !f.bad;
		if (count_bits(f.bad) < DENSE_ERRORS || !replace_dense(&r))
			replace_found(&r, &m, &f);
	}
	caller->in = r.in;
	caller->out = r.out;
}

#endif /* U8C_VEC_REPLACE_VECTOR_H */
