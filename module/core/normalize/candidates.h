/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Candidates: the code points at which a normalization form has to look closer.
 *
 * A text has one bit for each byte.  The bit is set where a code point begins
 * that the form changes or may change, and where a nonstarter follows another
 * one.  The other code points are starters that stay, before which the text may
 * be cut, and single nonstarters.  Capitals of ASCII, which some forms fold, are
 * candidates only for a caller who asks for them: no implementation looks at ASCII.
 *
 * The bits of a few kilobytes are found at once, which vectors do well, and
 * then read one by one.
 */
#ifndef U8C_NORMALIZE_CANDIDATES_H
#define U8C_NORMALIZE_CANDIDATES_H

#include "normalize/data.h"
#include "impl/impl.h"

/**
 * struct u8c_candidates - the candidates of a text
 *
 * @impl: the implementation that finds them.
 * @form: enum utf8check_form.
 * @p: the text, well-formed (RFC 3629).
 * @n: its bytes.
 * @from: where the part begins whose candidates are known.
 * @to: where that part ends; a code point begins at both.
 * @window: how many bytes the next part has.
 * @capitals: capitals of ASCII are candidates: the form folds them, and the caller does not.
 * @some: a bit for each word of @bits that is not zero.
 * @bits: the candidates from @from on that were not given yet.
 */
struct u8c_candidates {
	const struct u8c_impl *impl;
	enum utf8check_form form;
	const u8 *p;
	size_t n;
	size_t from;
	size_t to;
	size_t window;
	bool capitals;
	u64 some;
	u64 bits[U8C_FIND_MAX / 64];
};

/**
 * u8c_candidates_init() - begin to look at a text
 * @c: any content
 * @impl: the implementation to use
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @text: well-formed (RFC 3629)
 * @few: the caller will probably look at few of them
 */
void u8c_candidates_init(struct u8c_candidates *c, const struct u8c_impl *impl,
			 enum utf8check_form form, struct u8c_text text, bool few);

/**
 * u8c_candidates_span_yes() - how far the text stays as it is (ICU's spanQuickCheckYes)
 * @c: its candidates
 * @at: an offset where it may be cut
 *
 * Return: the offset from which on the text may change, and where it may be cut; the text's
 * length where nothing may change.  A long run of nonstarters counts as one that may change.
 */
size_t u8c_candidates_span_yes(struct u8c_candidates *c, size_t at);

/* As u8c_candidates_span_yes(), when the first candidate from @at on is known. */
size_t u8c_candidates_span_yes_at(struct u8c_candidates *c, size_t at, size_t candidate);

/**
 * u8c_stable_up_to() - how far a form leaves text as it is
 * @impl: the implementation to use
 * @form: enum utf8check_form, not UTF8CHECK_FORM_NONE
 * @p: the bytes, well-formed (RFC 3629), from a place where a text may be cut
 * @n: how many, one or more
 * @final: no byte follows them
 *
 * Return: the length of a prefix that stays as it is, whatever precedes and follows it, and
 * after which the text may be cut.  The prefix is not always the longest one: it ends before a
 * run of many nonstarters.  When not @final, it also ends before the last starter, which may
 * compose with the bytes to come.
 */
size_t u8c_stable_up_to(const struct u8c_impl *impl, enum utf8check_form form,
			const u8 *p, size_t n, bool final);

/* For any processor; @self is ignored. */
u8c_candidates_fn u8c_candidates_scalar;
u8c_lower_fn u8c_lower_scalar;
u8c_find_bytes_fn u8c_find_bytes_scalar;
extern const struct u8c_form_impl u8c_form_scalar;

/* Finds the candidates of the part that begins at @at. */
void u8c_candidates_make(struct u8c_candidates *c, size_t at);

/* Forgets the known candidates before @at. */
void u8c_candidates_pass(struct u8c_candidates *c, size_t at);

/*
 * The first candidate from @at on that was not given yet; the text's length where there is
 * none.
 */
static __always_inline size_t u8c_candidates_next(struct u8c_candidates *c, size_t at)
{
	size_t next, word;
	u64 bits;

	for (; at < c->n; u8c_candidates_make(c, at)) {
		/* No branch depends on whether the next one is in the same word. */
		while (c->some) {
			word = __builtin_ctzll(c->some);
			bits = c->bits[word];
			next = c->from + 64 * word + __builtin_ctzll(bits);
			bits &= bits - 1;
			c->bits[word] = bits;
			c->some &= ~((u64)!bits << word);
			if (next >= at)
				return next;
			u8c_candidates_pass(c, at);
		}
		if (at < c->to)
			at = c->to;
		if (at >= c->n)
			break;
	}
	return c->n;
}

#endif /* U8C_NORMALIZE_CANDIDATES_H */
