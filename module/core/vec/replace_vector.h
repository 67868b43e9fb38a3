/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Replacement of errors by masks; the including file says how vectors find them.
 *
 * A step looks at 64 bytes that begin with a sequence, as masks with a bit for each byte.  The
 * leads, the continuations and the second bytes that their leads forbid (Table 3-7) show which
 * sequences are whole, which are cut short, and which bytes begin none.  Whole sequences are
 * copied 64 bytes at a time up to the next U+FFFD.  A sequence that the 64 bytes do not decide
 * begins the next step.  Where there was no error for a while the text is passed over by the
 * faster way of validation.
 *
 * The file that includes this one has a function that looks, and calls
 * replace_masks() with it.
 */
#ifndef U8C_VEC_REPLACE_VECTOR_H
#define U8C_VEC_REPLACE_VECTOR_H

#include "validate/validate.h"

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
 * After QUIET steps without an error text is passed over.  Where RARE bytes or more were
 * passed over, errors are rare: then one step is enough.
 */
#define QUIET 3
#define RARE 1024

static inline u64 first_bits(unsigned int n)
{
	return n < 64 ? (1ull << n) - 1 : ~0ull;
}

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
		  (third & m->four & ~f->four) * 6;
	whole = ~m->high | f->two * 3 | f->three * 7 | f->four * 15;
	f->bad = ~(whole | f->more) & first_bits(f->n);
}

static __always_inline void count_whole(struct u8c_replacement *r,
					const struct masks *m,
					const struct sequences *f)
{
	u64 decided = first_bits(f->n);

	r->by_length[0] += count_bits(~m->high & decided);
	r->by_length[1] += count_bits(f->two & decided);
	r->by_length[2] += count_bits(f->three & decided);
	r->by_length[3] += count_bits(f->four & decided);
}

static __always_inline void count_bad(struct u8c_replacement *r,
				      const struct masks *m,
				      const struct sequences *f)
{
	u64 leads = f->bad & m->leads;
	u64 special = leads & (m->none | m->forbidden);

	r->by_reason[UTF8CHECK_REASON_UNEXPECTED_CONTINUATION] +=
		count_bits(f->bad & ~m->leads);
	r->by_reason[UTF8CHECK_REASON_TRUNCATED] += count_bits(leads & ~special);
	for (; special; special &= special - 1) {
		const u8 *p = r->in + __builtin_ctzll(special);

		r->by_reason[u8c_reason_of(p[0], p[1])]++;
	}
}

static __always_inline void write(struct u8c_replacement *r, const struct sequences *f)
{
	unsigned int from = 0, at;
	u64 bad;

	for (bad = f->bad; bad; bad &= bad - 1) {
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

/* Copies text up to the first error, or as far as the room goes.  Return: how many bytes. */
static __always_inline size_t pass_on(u8c_copy_valid_fn *copy_valid,
				      struct u8c_replacement *r)
{
	size_t n = r->end - r->in, room = r->out_end - r->out, done;

	done = copy_valid(r->in, n < room ? n : room, r->out, r->by_length,
			  NULL);
	r->in += done;
	r->out += done;
	return done;
}

/**
 * struct replacer - the functions of a u8c_impl.replace
 *
 * @copy_valid: that of the same u8c_impl; it ignores its last parameter.  A constant
 *	with AVX-512, where text with few errors takes a tenth less time then; not with
 *	AVX2.
 * @look: looks at the 64 bytes at @p.
 * @dense: in place of replace_found(), where at least @many errors were found; may take text
 *	after them.  Returns false if it has done nothing.
 * @many: how many.
 */
struct replacer {
	u8c_copy_valid_fn *copy_valid;
	void (*look)(const u8 *p, struct masks *m);
	bool (*dense)(struct u8c_replacement *r, const struct masks *m,
		      const struct sequences *f);
	unsigned int many;
};

/* The body of a u8c_impl.replace. */
static __always_inline void replace_masks(const struct replacer how,
					  struct u8c_replacement *caller)
{
	struct u8c_replacement r = *caller;
	unsigned int quiet = 0;
	bool rare = false;

	while (r.end - r.in >= U8C_REPAIR_TEXT &&
	       r.out_end - r.out >= U8C_REPAIR_ROOM) {
		struct masks m;
		struct sequences f;

		if (quiet == QUIET) {
			rare = pass_on(how.copy_valid, &r) >= RARE;
			quiet = 0;
			continue;
		}
		how.look(r.in, &m);
		find(&m, &f);
		quiet = rare ? QUIET : f.bad ? 0 : quiet + 1;
		rare = false;
		if (count_bits(f.bad) < how.many || !how.dense(&r, &m, &f))
			replace_found(&r, &m, &f);
	}
	caller->in = r.in;
	caller->out = r.out;
}

#endif /* U8C_VEC_REPLACE_VECTOR_H */
