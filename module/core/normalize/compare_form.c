// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Comparing and hashing under a normalization form.
 *
 * Two texts have the same NFC if and only if they have the same NFD, and so it
 * is with NFKC and NFKD.  So nothing is composed here: the texts are read
 * decomposed and in canonical order, code point by code point.  Bytes that two
 * texts have in common at their start are skipped.  Code points that stay are
 * hashed as bytes.
 */
#include "codec/compare.h"
#include "normalize/compare_form.h"
#include "normalize/candidates.h"
#include "normalize/reorder.h"
#include "normalize/quick_check.h"

static int compare_form(enum utf8check_form form, struct u8c_text a, struct u8c_text b)
{
	size_t same = u8c_same_start(a.p, b.p, a.n < b.n ? a.n : b.n);
	struct u8c_reorder x, y;
	u32 cp, other;

	if (same == a.n && same == b.n)
		return 0;
	/* Only code points that are whole there are the same. */
	same = u8c_previous_boundary(&u8c_rfc3629, a.p, a.n, same);
	same = u8c_segment_start(form, a.p, 0, same);
	u8c_reorder_init(&x, form, a.p + same, a.n - same);
	u8c_reorder_init(&y, form, b.p + same, b.n - same);
	for (;;) {
		cp = u8c_reorder_next(&x);
		other = u8c_reorder_next(&y);
		if (cp == U8C_END || other == U8C_END)
			return (cp != U8C_END) - (other != U8C_END);
		cp = u8c_fold_last(x.at.form, cp);
		other = u8c_fold_last(y.at.form, other);
		if (cp != other)
			return cp < other ? -1 : 1;
	}
}

bool u8c_compare_form(const struct u8c_impl *impl, enum utf8check_form form,
		      struct u8c_text a, struct u8c_text b, int *order)
{
	if (!u8c_validate(impl, &u8c_rfc3629, a.p, a.n, NULL) ||
	    !u8c_validate(impl, &u8c_rfc3629, b.p, b.n, NULL))
		return false;
	*order = form == UTF8CHECK_FORM_NONE ? u8c_compare_bytes(a.p, a.n, b.p, b.n) :
					       compare_form(form, a, b);
	return true;
}

/**
 * struct state - a hash of bytes that come in pieces
 *
 * Eight bytes are a word, and a word is a step: an XOR, and a multiplication to
 * 128 bits whose halves are folded together.  The seed is in both factors: else
 * two texts with the same hash under one seed would have it under all.
 *
 * @key: the second factor: odd, made of the seed.
 * @hash: of the whole words.
 * @word: the last bytes, fewer than a word, the first one lowest.
 * @fill: bits of @word that are set.
 * @length: bytes, all in all.
 */
struct state {
	u64 key;
	u64 hash;
	u64 word;
	unsigned int fill;
	u64 length;
};

/* Both halves of the product of 128 bits, as one word. */
static __always_inline u64 fold(u64 a, u64 b)
{
	u64 low = (a & 0xffffffff) * (b & 0xffffffff);
	u64 one = (a >> 32) * (b & 0xffffffff);
	u64 other = (a & 0xffffffff) * (b >> 32);
	u64 middle = (low >> 32) + (one & 0xffffffff) + other;
	u64 high = (a >> 32) * (b >> 32) + (one >> 32) + (middle >> 32);

	return high ^ (middle << 32 | (low & 0xffffffff));
}

static __always_inline u64 step(const struct state *s, u64 word)
{
	return fold(s->hash ^ word, s->key);
}

static void absorb(struct state *s, const u8 *p, size_t n)
{
	u64 word;

	s->length += n;
	for (; n >= 8; n -= 8, p += 8) {
		word = u8c_load64_le(p);
		s->hash = step(s, s->word | word << s->fill);
		s->word = s->fill ? word >> (64 - s->fill) : 0;
	}
	for (; n; n--, p++) {
		s->word |= (u64)*p << s->fill;
		s->fill += 8;
		if (s->fill < 64)
			continue;
		s->hash = step(s, s->word);
		s->word = 0;
		s->fill = 0;
	}
}

static void absorb_ordered(struct state *s, enum utf8check_form form, const u8 *p,
			   size_t n)
{
	struct u8c_reorder t;
	u8 bytes[4];
	u32 cp;

	u8c_reorder_init(&t, form, p, n);
	while ((cp = u8c_reorder_next(&t)) != U8C_END)
		absorb(s, bytes, u8c_put(u8c_fold_last(form, cp), bytes));
}

/*
 * The form whose code points are hashed: it does not compose.  NFKC_Casefold
 * has no such form.
 */
static enum utf8check_form decomposed(enum utf8check_form form)
{
	switch (form) {
	case UTF8CHECK_NFC:
		return UTF8CHECK_NFD;
	case UTF8CHECK_NFKC:
		return UTF8CHECK_NFKD;
	default:
		return form;
	}
}

static void absorb_form(struct state *s, const struct u8c_impl *impl,
			enum utf8check_form form, const u8 *p, size_t n)
{
	size_t done = 0, part;
	struct u8c_candidates candidates;

	form = decomposed(form);
	if (form == UTF8CHECK_NFKC_CASEFOLD) {
		absorb_ordered(s, form, p, n);
		return;
	}
	u8c_candidates_init(&candidates, impl, form, u8c_text(p, n), false);
	while (done < n) {
		part = u8c_candidates_doubt(&candidates, done) - done;
		absorb(s, p + done, part);
		done += part;
		if (done == n)
			return;
		part = u8c_segment_end(form, p + done, n - done);
		absorb_ordered(s, form, p + done, part);
		done += part;
	}
}

bool u8c_hash_form(const struct u8c_impl *impl, enum utf8check_form form,
		   struct u8c_text text, u64 seed, u64 *hash)
{
	struct state s = {
		.key = (seed * 0x9e3779b97f4a7c15ull ^ 0xd6e8feb86659fd93ull) | 1,
		.hash = ~seed,
	};

	if (!u8c_validate(impl, &u8c_rfc3629, text.p, text.n, NULL))
		return false;
	if (form == UTF8CHECK_FORM_NONE)
		absorb(&s, text.p, text.n);
	else
		absorb_form(&s, impl, form, text.p, text.n);
	s.hash = step(&s, s.word);
	s.hash = step(&s, s.length);
	*hash = step(&s, s.length);
	return true;
}
