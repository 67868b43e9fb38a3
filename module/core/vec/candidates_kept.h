/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the implementations that find candidates with vectors share.
 *
 * A lead and the byte after it are the number of a block of 64 code points, from C2 80 to EF
 * BF.  A table says which blocks have a code point that the form does not pass over; other
 * blocks are done.  For the former two words are needed, with a bit for each of the block's 64
 * code points.  A text has few such blocks at a time, so the last ones are kept, and all leads
 * of a vector are compared with them.
 */
#ifndef U8C_VEC_CANDIDATES_KEPT_H
#define U8C_VEC_CANDIDATES_KEPT_H

#include "normalize/candidates.h"

/* Bytes of text for one word of bits. */
#define WORD 64
/* Bytes of a code point after its lead, at most. */
#define AFTER 3
#define KEPT 8
/* The most leads in a word that are looked at without vectors. */
#define FEW_LEADS 6

#define EACH_BYTE 0x01010101u

/**
 * struct block - the words of a block that a text needed
 *
 * @lead: in each byte of four.
 * @second: in each byte of four; 0 after a lead of two bytes.
 * @stops: a bit for each code point that stops the form.
 * @nonstarters: a bit for each code point that is a nonstarter.
 */
struct block {
	u32 lead;
	u32 second;
	u64 stops;
	u64 nonstarters;
};

/**
 * struct kept - what is kept from word to word: the blocks that were needed last
 *
 * @form: the form.
 * @open: 1 where a nonstarter reaches up to the word's end or beyond.
 * @count: how many there are.
 * @next: which one is replaced next.
 * @blocks: the blocks.
 */
struct kept {
	enum utf8check_form form;
	u64 open;
	unsigned int count;
	unsigned int next;
	struct block blocks[KEPT];
};

/**
 * struct finding - what was found of a word's code points, a bit for each lead
 *
 * @stops: they stop the form.
 * @nonstarters: they are nonstarters.
 */
struct finding {
	u64 stops;
	u64 nonstarters;
};

/* Inline, so that no registers are saved around a call in the loop. */
static __always_inline const struct block *keep_block(struct kept *k, const u8 *p)
{
	struct block *b = &k->blocks[k->next];
	u32 lead = p[0], second = p[1], entry;
	const u64 *points;
	bool two;

	/* What is kept must be of the block whose bytes name it. */
	U8C_ONCE(lead);
	U8C_ONCE(second);
	two = lead < 0xe0;
	entry = u8c_class_index[two ? lead & 0x1f :
				(lead & 0xf) << 6 | (second & 0x3f)];
	points = u8c_block_points + (entry & U8C_BLOCK_BITS) * U8C_FORMS;
	k->next = (k->next + 1) % KEPT;
	if (k->count < KEPT)
		k->count++;
	b->lead = lead * EACH_BYTE;
	b->second = two ? 0 : second * EACH_BYTE;
	b->stops = points[k->form];
	b->nonstarters = points[0];
	return b;
}

/* Looks at the code points of four bytes that begin at the bits of @at. */
static __always_inline void look_at_4(enum utf8check_form form, const u8 *p, u64 at,
				      struct finding *f)
{
	for (; at; at &= at - 1) {
		const u8 *q = p + __builtin_ctzll(at);
		u32 bits = u8c_class_in(u8c_entry_4(q), q[3]);

		if (bits & U8C_STOP(form))
			f->stops |= at & -at;
		if (bits & U8C_CCC_BITS)
			f->nonstarters |= at & -at;
	}
}

/*
 * Those of @nonstarters that follow another one.  @open is 1 where a nonstarter reaches up
 * to this word; it is set for the next word.
 */
static __always_inline u64 after_another(u64 *open, u64 nonstarters, u64 continuations)
{
	u64 after = nonstarters << 1 | *open;

	/* From a sequence's second byte a carry runs to the next lead. */
	*open = __builtin_add_overflow(after, continuations, &after) |
		nonstarters >> 63;
	return nonstarters & after & ~continuations;
}

/* The continuations of the word at @p, by vectors. */
typedef u64 continuations_fn(const u8 *p);

/* The candidates among a few @leads of a word, which are looked at one after the other. */
static __always_inline u64 mark_few(struct kept *k, const u8 *p, u64 leads,
				    continuations_fn *continuations)
{
	u64 stops = 0, nonstarters = 0;
	unsigned int at;
	u32 bits;

	for (; leads; leads &= leads - 1) {
		at = __builtin_ctzll(leads);
		u8c_look(p + at, p + at + 1 + AFTER, &bits);
		stops |= (u64)!!(bits & U8C_STOP(k->form)) << at;
		if (bits & U8C_CCC_BITS)
			nonstarters |= leads & -leads;
	}
	if (nonstarters | k->open)
		stops |= after_another(&k->open, nonstarters, continuations(p));
	return stops;
}

/* The body of a u8c_form_impl.lower. */
static void lower_vector(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	vector v, capitals;

	for (; n >= VECTOR; n -= VECTOR, p += VECTOR, out += VECTOR) {
		v = load(p);
		capitals = (vector)(v - 'A' < (vector){ 0 } + 26);
		v |= capitals & 0x20;
		store(out, v);
	}
	u8c_lower_scalar(p, n, out, self);
}

#endif /* U8C_VEC_CANDIDATES_KEPT_H */
