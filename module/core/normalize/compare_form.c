// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Comparing and hashing under a normalization form.
 *
 * Two texts have the same NFC if and only if they have the same NFD; likewise NFKC
 * and NFKD.  So texts are compared decomposed and in canonical order.
 * Bytes that both have in common are skipped; after them the form of both is read part
 * by part.  UTF-8 has the order of its code points.
 *
 * A lookup makes the form of one name and matches it with many others.  Almost all of
 * these differ from it in the first code point, so that code point is looked at first.
 *
 * The form itself is hashed, since most text is in its form already.
 */
#include "codec/boundary.h"
#include "normalize/transform.h"
#include "normalize/candidates.h"
#include "normalize/reader.h"

/* Skips the common start of both texts, up to a place where both may be cut. */
static void pass_same(enum utf8check_form form, struct u8c_text *a, struct u8c_text *b)
{
	size_t same = u8c_same_start(a->p, b->p, a->n < b->n ? a->n : b->n);

	if (same < a->n || same < b->n) {
		/* Only code points that are whole there are the same. */
		same = u8c_previous_boundary(&u8c_rfc3629, a->p, a->n, same);
		same = u8c_segment_start(form, a->p, 0, same);
	}
	*a = u8c_text(a->p + same, a->n - same);
	*b = u8c_text(b->p + same, b->n - same);
}

/*
 * The form whose code points are compared: it does not compose.  NFKC_Casefold
 * has no such form.
 */
static enum utf8check_form decomposed(enum utf8check_form form)
{
	switch (form) {
	case UTF8CHECK_FORM_NFC:
		return UTF8CHECK_FORM_NFD;
	case UTF8CHECK_FORM_NFKC:
		return UTF8CHECK_FORM_NFKD;
	default:
		return form;
	}
}

/* Takes as many bytes as both readers have.  Return: their order, -1, 0 or 1. */
static int take_both(struct u8c_reader *x, struct u8c_reader *y)
{
	const size_t xn = u8c_reader_left(x), yn = u8c_reader_left(y), n = xn < yn ? xn : yn;
	const u8 *p = x->out + x->at, *q = y->out + y->at;

	x->at += n;
	y->at += n;
	return n ? u8c_compare_bytes(p, n, q, n) : (xn > 0) - (yn > 0);
}

static bool is_amid_part(const struct u8c_reader *r)
{
	return u8c_reader_left(r) || r->in_segment;
}

/*
 * Compares up to the first difference, or to where the parts of both end: there the one
 * text may be cut where the other may.
 */
static int compare_parts(struct u8c_reader *x, struct u8c_reader *y)
{
	int order;

	do {
		u8c_reader_fill(x);
		u8c_reader_fill(y);
		order = take_both(x, y);
	} while (!order && (is_amid_part(x) || is_amid_part(y)));
	return order;
}

/* The bytes of NFKC_Casefold say only whether texts are the same. */
static int compare_form(const struct u8c_impl *impl, enum utf8check_form form,
			struct u8c_text a, struct u8c_text b)
{
	struct u8c_reader x, y;
	int order;

	for (;;) {
		pass_same(form, &a, &b);
		if (!a.n && !b.n)
			return 0;
		u8c_reader_init(&x, impl, decomposed(form), a);
		u8c_reader_init(&y, impl, decomposed(form), b);
		order = compare_parts(&x, &y);
		if (order)
			return form == UTF8CHECK_FORM_NFKC_CASEFOLD ?
			       u8c_reorder_compare(form, a, b) : order;
		a = u8c_text(x.p, x.end - x.p);
		b = u8c_text(y.p, y.end - y.p);
	}
}

bool u8c_compare_form(const struct u8c_impl *impl, enum utf8check_form form,
		      struct u8c_text a, struct u8c_text b, int *order)
{
	if (!u8c_validate(impl, &u8c_rfc3629, a.p, a.n, NULL) ||
	    !u8c_validate(impl, &u8c_rfc3629, b.p, b.n, NULL))
		return false;
	*order = form == UTF8CHECK_FORM_NONE ? u8c_compare_bytes(a.p, a.n, b.p, b.n) :
					       compare_form(impl, form, a, b);
	return true;
}

/*
 * Can what follows change the starter of class @bits, the first @n bytes of @word?
 * Under a form that composes a nonstarter can join it, or take the place of one of its
 * own.  ASCII can not, and the end of the text is 0 here.
 */
static bool is_segment_open(enum utf8check_form form, u32 bits, u32 word, u32 n)
{
	return u8c_composes(form) && bits & (U8C_FORWARD | U8C_STOP(UTF8CHECK_FORM_NFD)) &&
	       (n == 4 || word >> 8 * n & 0x80);
}

/* Does the form of @text certainly begin with another code point than @made? */
static bool begins_otherwise(enum utf8check_form form, struct u8c_text text, struct u8c_text made)
{
	u32 word, cp, bits, n = 1;

	if (!text.n || !made.n)
		return false;
	word = u8c_head(text.p, text.p + text.n);
	cp = word & 0xff;
	if (cp >= 0x80) {
		n = u8c_strict_point_of(word, &cp);
	} else if (u8c_folds_ascii(form) && cp - 'A' < 26) {
		cp |= 0x20;
		word |= 0x20;
	}
	bits = u8c_class_of(cp);
	if (!n || bits & (U8C_CCC_BITS | U8C_STOP(form)) || is_segment_open(form, bits, word, n))
		return false;
	return (word ^ u8c_head(made.p, made.p + made.n)) << (32 - 8 * n);
}

static noinline bool is_form(const struct u8c_impl *impl, enum utf8check_form form,
			     struct u8c_text text, struct u8c_text made)
{
	struct u8c_reader r;
	const u8 *p;
	size_t n;

	u8c_reader_init(&r, impl, form, text);
	while (u8c_reader_fill(&r)) {
		n = u8c_reader_left(&r);
		p = r.out + r.at;
		if (n > made.n || u8c_same_start(p, made.p, n) < n)
			return false;
		made = u8c_text(made.p + n, made.n - n);
		r.at += n;
	}
	return !made.n;
}

int u8c_match_form(const struct u8c_impl *impl, enum utf8check_form form,
		   struct u8c_text text, struct u8c_text made)
{
	if (begins_otherwise(form, text, made))
		return 0;
	if (!u8c_validate(impl, &u8c_rfc3629, text.p, text.n, NULL))
		return -1;
	return is_form(impl, form, text, made);
}

/**
 * struct hash_state - a hash of bytes that come in parts
 *
 * Eight bytes are a word, and a word is a step: an XOR, and a multiplication to
 * 128 bits whose halves are folded together.  The seed is in both factors: else
 * two texts with the same hash under one seed would have it under all.
 *
 * @key: the second factor: odd, made of the seed.
 * @hash: of the whole words.
 * @word: the last bytes, fewer than a word, the first one lowest.
 * @fill: how many bits of @word are used.
 * @length: bytes, all in all.
 */
struct hash_state {
	u64 key;
	u64 hash;
	u64 word;
	unsigned int fill;
	u64 length;
};

/* Both halves of the product of 128 bits, as one word. */
static u64 fold(u64 a, u64 b)
{
#ifdef __SIZEOF_INT128__
	const __uint128_t product = (__uint128_t)a * b;

	return product >> 64 ^ (u64)product;
#else
	u64 low = (a & 0xffffffff) * (b & 0xffffffff);
	u64 one = (a >> 32) * (b & 0xffffffff);
	u64 other = (a & 0xffffffff) * (b >> 32);
	u64 middle = (low >> 32) + (one & 0xffffffff) + other;
	u64 high = (a >> 32) * (b >> 32) + (one >> 32) + (middle >> 32);

	return high ^ (middle << 32 | (low & 0xffffffff));
#endif
}

static u64 hash_step(const struct hash_state *s, u64 word)
{
	return fold(s->hash ^ word, s->key);
}

/* Hashes bytes; with @lower, small letters in place of capitals of ASCII. */
static __always_inline void absorb_text(struct hash_state *s, const u8 *p, size_t n, bool lower)
{
	u64 word;

	s->length += n;
	for (; n >= 8; n -= 8, p += 8) {
		word = u8c_load64_le(p);
		if (lower)
			word = u8c_lower_word(word);
		s->hash = hash_step(s, s->word | word << s->fill);
		s->word = s->fill ? word >> (64 - s->fill) : 0;
	}
	for (; n; n--, p++) {
		word = lower ? u8c_lower_word(*p) : *p;
		s->word |= word << s->fill;
		s->fill += 8;
		if (s->fill < 64)
			continue;
		s->hash = hash_step(s, s->word);
		s->word = 0;
		s->fill = 0;
	}
}

static void absorb(struct hash_state *s, const u8 *p, size_t n)
{
	absorb_text(s, p, n, false);
}

/* Hashes text in which only capitals of ASCII change, up to where another change may be. */
static noinline void absorb_stable(struct hash_state *s, struct u8c_candidates *m,
				   struct u8c_reader *t)
{
	const size_t at = t->p - m->p, n = u8c_candidates_span_yes(m, at) - at;

	if (u8c_folds_ascii(m->form))
		absorb_text(s, t->p, n, true);
	else
		absorb(s, t->p, n);
	t->p += n;
}

static void absorb_form(struct hash_state *s, const struct u8c_impl *impl,
			enum utf8check_form form, struct u8c_text text)
{
	struct u8c_candidates m;
	struct u8c_reader r;

	u8c_candidates_init(&m, impl, form, text, false);
	m.capitals = false;
	u8c_reader_init(&r, impl, form, text);
	do {
		if (!r.in_segment)
			absorb_stable(s, &m, &r);
		if (u8c_reader_fill(&r))
			absorb(s, r.out, r.made);
		r.at = r.made;
	} while (r.in_segment || r.p < r.end);
}

bool u8c_hash_form(const struct u8c_impl *impl, enum utf8check_form form,
		   struct u8c_text text, u64 seed, u64 *hash)
{
	struct hash_state s = {
		.key = (seed * 0x9e3779b97f4a7c15ull ^ 0xd6e8feb86659fd93ull) | 1,
		.hash = ~seed,
	};

	if (!u8c_validate(impl, &u8c_rfc3629, text.p, text.n, NULL))
		return false;
	if (form == UTF8CHECK_FORM_NONE)
		absorb(&s, text.p, text.n);
	else
		absorb_form(&s, impl, form, text);
	s.hash = hash_step(&s, s.word);
	s.hash = hash_step(&s, s.length);
	*hash = hash_step(&s, s.length);
	return true;
}
