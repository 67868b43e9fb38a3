/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a normalization form has to look closer: one bit for each byte of a
 * text, set where a code point begins that the form changes or may change, or a
 * nonstarter behind another.
 *
 * All else is starters that stay, before which the text may be cut, and lone
 * nonstarters.  Marks are made for a few kilobytes at once, which vectors do
 * well, and then read bit by bit.
 */
#ifndef U8C_NORMALIZE_CANDIDATES_H
#define U8C_NORMALIZE_CANDIDATES_H

#include "normalize/data.h"
#include "validate/validate.h"

/* Bytes that are marked at once, at most. */
#define U8C_MARKS_MAX 4096u

/**
 * struct u8c_candidates - the marks of a text
 *
 * @impl: who makes them.
 * @form: under which form.
 * @p: the text, well-formed (RFC 3629).
 * @n: its bytes.
 * @from: where the part begins whose marks are known.
 * @to: where it ends; both begin code points.
 * @window: how much is marked next.
 * @some: a bit for each word of @bits that is not zero.
 * @bits: the marks from @from on.
 */
struct u8c_candidates {
	const struct u8c_impl *impl;
	enum utf8check_form form;
	const u8 *p;
	size_t n;
	size_t from;
	size_t to;
	size_t window;
	u64 some;
	u64 bits[U8C_MARKS_MAX / 64];
};

/**
 * u8c_candidates_init() - begin to look at a text
 * @m: any content
 * @impl: the implementation to use
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @p: the bytes, well-formed (RFC 3629)
 * @n: how many
 * @few: probably not many of them are going to be looked at
 */
void u8c_candidates_init(struct u8c_candidates *m, const struct u8c_impl *impl,
		    enum utf8check_form form, const u8 *p, size_t n, bool few);

/**
 * u8c_candidates_doubt() - how far the text stays as it is
 * @m: its marks
 * @at: an offset where it may be cut
 *
 * Return: the offset from which on it may change, where it may be cut too; the
 * text's length where nothing does.  Long runs of nonstarters are in doubt.
 */
size_t u8c_candidates_doubt(struct u8c_candidates *m, size_t at);

/* The same, where @mark is the first mark from there on. */
size_t u8c_candidates_doubt_at(struct u8c_candidates *m, size_t at, size_t mark);

/* u8c_impl.candidates for any processor; @self is ignored. */
void u8c_candidates_scalar(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			   const struct u8c_impl *self);

/* Makes the marks of what begins at @at. */
void u8c_candidates_make(struct u8c_candidates *m, size_t at);

/* The first mark from @at on; the text's length where there is none. */
static __always_inline size_t u8c_candidates_next(struct u8c_candidates *m,
						     size_t at)
{
	size_t word;
	u64 bits, later;

	for (; at < m->n; at = m->to) {
		/* Behind the part that is marked, or before it. */
		if (at - m->from >= m->to - m->from)
			u8c_candidates_make(m, at);
		word = (at - m->from) / 64;
		bits = m->bits[word] & (~0ull << (at - m->from) % 64);
		later = m->some & (~1ull << word);
		if (!bits && later) {
			word = __builtin_ctzll(later);
			bits = m->bits[word];
		}
		if (bits)
			return m->from + word * 64 + __builtin_ctzll(bits);
	}
	return m->n;
}

/*
 * The last place behind @at and before @to, where a code point begins, where a
 * text may be cut; or @at.
 */
size_t u8c_cut_before(enum utf8check_form form, const u8 *p, size_t at, size_t to);

#endif /* U8C_NORMALIZE_CANDIDATES_H */
