// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Comparing and hashing under a normalization form.
 *
 * Texts are equal under a form that composes where they are under the one that
 * does not, so none is composed here: both are read decomposed and in order,
 * code point by code point.  What two texts have in common at their start, and
 * what a text that is hashed has of code points that stay, is taken as bytes.
 */
#include "normalize/compare.h"
#include "normalize/candidates.h"
#include "normalize/reorder.h"
#include "normalize/quick_check.h"

/* How many bytes the texts have in common at their start. */
static size_t common(const u8 *a, const u8 *b, size_t n)
{
	size_t i = 0;

	while (n - i >= 8 && u8c_load64(a + i) == u8c_load64(b + i))
		i += 8;
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/*
 * The last place where texts that have @n bytes in common may be cut: before a
 * code point that is whole in both.  @end: of the text at @p.
 */
static size_t cut_before(enum utf8check_form form, const u8 *p, size_t n,
			 const u8 *end)
{
	size_t at = n;
	const u8 *next;

	while (at) {
		do
			at--;
		while (at && u8c_is_continuation(p[at]));
		next = p + at;
		if (u8c_class_begins(form, u8c_class_of(u8c_take(&next, end))) &&
		    next <= p + n)
			return at;
	}
	return 0;
}

static int compare_bytes(const u8 *a, size_t an, const u8 *b, size_t bn)
{
	size_t same = common(a, b, an < bn ? an : bn);

	if (same < an && same < bn)
		return a[same] < b[same] ? -1 : 1;
	return (an > bn) - (an < bn);
}

static int compare_form(enum utf8check_form form, const u8 *a, size_t an,
			const u8 *b, size_t bn)
{
	size_t same = common(a, b, an < bn ? an : bn);
	struct u8c_reorder x, y;
	u32 cp, other;

	if (same == an && same == bn)
		return 0;
	same = cut_before(form, a, same, a + an);
	u8c_reorder_init(&x, form, a + same, an - same);
	u8c_reorder_init(&y, form, b + same, bn - same);
	for (;;) {
		cp = u8c_reorder_next(&x);
		other = u8c_reorder_next(&y);
		if (cp == U8C_END || other == U8C_END)
			return (cp != U8C_END) - (other != U8C_END);
		cp = u8c_reorder_point(&x, cp);
		other = u8c_reorder_point(&y, other);
		if (cp != other)
			return cp < other ? -1 : 1;
	}
}

bool u8c_compare_form(const struct u8c_impl *impl, enum utf8check_form form, const u8 *a,
		 size_t an, const u8 *b, size_t bn, int *order,
		 struct u8c_error *e)
{
	if (!u8c_validate(impl, &u8c_rfc3629, a, an, e) ||
	    !u8c_validate(impl, &u8c_rfc3629, b, bn, e))
		return false;
	*order = form == UTF8CHECK_FORM_NONE ? compare_bytes(a, an, b, bn) :
					 compare_form(form, a, an, b, bn);
	return true;
}

/**
 * struct state - a hash of bytes that come in pieces
 *
 * Eight bytes are a word, and a word is a step: an XOR, and a multiplication to
 * 128 bits whose halves are folded together.  The seed is in both factors, as
 * what differs would else cancel out alike under every seed.
 *
 * @key: what is multiplied by: odd, made of the seed.
 * @hash: of the whole words.
 * @word: bytes that are no whole word yet, the first one lowest.
 * @fill: bits of it.
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
		absorb(s, bytes, u8c_put(u8c_reorder_point(&t, cp), bytes));
}

/*
 * The form that gives the same without composing, and leaves the most as it is;
 * none has that of NFKC_Casefold.
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
	struct u8c_candidates marks;

	form = decomposed(form);
	if (form == UTF8CHECK_NFKC_CASEFOLD) {
		absorb_ordered(s, form, p, n);
		return;
	}
	u8c_candidates_init(&marks, impl, form, p, n, false);
	while (done < n) {
		part = u8c_candidates_doubt(&marks, done) - done;
		absorb(s, p + done, part);
		done += part;
		if (done == n)
			return;
		part = u8c_segment_end(form, p + done, n - done);
		absorb_ordered(s, form, p + done, part);
		done += part;
	}
}

bool u8c_hash_form(const struct u8c_impl *impl, enum utf8check_form form, const u8 *p,
	      size_t n, u64 seed, u64 *hash, struct u8c_error *e)
{
	struct state s = {
		.key = seed * 0x9e3779b97f4a7c15ull ^ 0xd6e8feb86659fd93ull,
		.hash = ~seed,
	};

	s.key |= 1;

	if (!u8c_validate(impl, &u8c_rfc3629, p, n, e))
		return false;
	if (form == UTF8CHECK_FORM_NONE)
		absorb(&s, p, n);
	else
		absorb_form(&s, impl, form, p, n);
	s.hash = step(&s, s.word);
	s.hash = step(&s, s.length);
	*hash = step(&s, s.length);
	return true;
}
