// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All code points, all pairs that compose or reorder, and all syllables of Hangul in
 * three jamo, under every form.
 *
 * A pair can only compose or reorder where some form of the first code point is not
 * that code point alone, or it is a nonstarter or the first of a composite; and where
 * some form of the second begins with a nonstarter or with the second of a composite.
 * All such pairs are tried, whether they do or not.
 *
 * Each text is tried alone, and between spaces, with which nothing composes, in a
 * text so long that vector registers are used.
 */
#include <string.h>
#include "kunit/reference_form.h"
#include "kunit/reference.h"
#include "kunit/reference_ucd.h"
#include "prove.h"

#define POINTS 0x110000
#define POINTS_MAX 3	/* in a text */
#define FORM_MAX (4 * U8C_REF_FORM(POINTS_MAX))
#define BETWEEN ' '

/**
 * struct text - bytes, and room around them for those of a block
 *
 * @block: BLOCK spaces, the bytes, BLOCK spaces.
 * @n: the bytes.
 */
struct text {
	u8 block[2 * BLOCK + FORM_MAX];
	size_t n;
};

static u32 firsts[POINTS], seconds[POINTS];
static unsigned int first_count, second_count;
/* The code points that are the first, or the second, of a composite. */
static bool is_first[POINTS], is_second[POINTS];

static u8 *bytes_of(struct text *t)
{
	return t->block + BLOCK;
}

static void set_text(struct text *t, const u64 *p, size_t n)
{
	memset(t->block, BETWEEN, BLOCK);
	for (t->n = 0; n; n--, p++)
		t->n += u8c_ref_write(&u8c_rfc3629, *p, bytes_of(t) + t->n);
	memset(bytes_of(t) + t->n, BETWEEN, BLOCK);
}

/* Does @impl make @n bytes at @want, and no others, of the bytes at @p? */
static bool try_normalize(const struct u8c_impl *impl, enum utf8check_form form,
			  struct u8c_text in, struct u8c_text want)
{
	u8 out[sizeof(((struct text *)0)->block)];
	struct u8c_sink s = u8c_sink(out, sizeof(out));
	bool same = in.n == want.n && !memcmp(in.p, want.p, in.n);
	size_t offset;

	return u8c_normalize(impl, form, in, &s, NULL) == U8C_MADE &&
	       s.made == want.n && !memcmp(out, want.p, want.n) &&
	       u8c_is_normalized(impl, form, in, &offset, NULL) == same;
}

static void try_form(enum utf8check_form form, struct text *in, struct text *want)
{
	const struct u8c_impl **impl;

	for (impl = prove_impls; *impl; impl++) {
		if (!try_normalize(*impl, form, u8c_text(bytes_of(in), in->n),
				   u8c_text(bytes_of(want), want->n)))
			prove_failed(u8c_form_name(form), *impl, bytes_of(in), in->n);
		if (!try_normalize(*impl, form, u8c_text(in->block, in->n + 2 * BLOCK),
				   u8c_text(want->block, want->n + 2 * BLOCK)))
			prove_failed("within a text", *impl, bytes_of(in), in->n);
	}
}

static void try_points(const u64 *p, size_t n)
{
	u64 out[U8C_REF_FORM(POINTS_MAX)], work[U8C_REF_FORM_WORK(POINTS_MAX)];
	struct text in, want;
	unsigned int form;

	set_text(&in, p, n);
	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		set_text(&want, out, u8c_ref_form(form, false, p, n, out, work));
		try_form(form, &in, &want);
	}
}

static bool is_surrogate(u32 cp)
{
	return cp >= 0xd800 && cp <= 0xdfff;
}

unsigned long prove_points(unsigned int piece)
{
	u64 cp;

	for (cp = piece; cp < POINTS; cp += PIECES)
		if (!is_surrogate(cp))
			try_points(&cp, 1);
	return prove_failures();
}

static void mark(bool *set, u32 first, u32 last)
{
	for (; first <= last; first++)
		set[first] = true;
}

/* What composes by rule, not by table (Unicode section 3.12). */
static void find_hangul(void)
{
	mark(is_first, 0x1100, 0x1112);
	mark(is_first, 0xac00, 0xd7a3);
	mark(is_second, 0x1161, 0x1175);
	mark(is_second, 0x11a8, 0x11c2);
}

static void find_composites(void)
{
	unsigned int i;

	for (i = 0; i < u8c_ref_pairs_count; i++) {
		is_first[u8c_ref_pairs[i].first] = true;
		is_second[u8c_ref_pairs[i].second] = true;
	}
	find_hangul();
}

static void find_point(u64 cp)
{
	u64 out[U8C_REF_FORM(1)], work[U8C_REF_FORM_WORK(1)];
	bool first = is_first[cp] || u8c_ref_class(cp);
	bool second = is_second[cp] || u8c_ref_class(cp);
	unsigned int form;
	size_t n;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		n = u8c_ref_form(form, false, &cp, 1, out, work);
		first |= n != 1 || out[0] != cp;
		second |= n && (is_second[out[0]] || u8c_ref_class(out[0]));
	}
	if (first)
		firsts[first_count++] = cp;
	if (second)
		seconds[second_count++] = cp;
}

/* A leading consonant, a vowel, a trailing consonant. */
static void try_jamo(unsigned int piece)
{
	unsigned int i;

	for (i = piece; i < 19 * 21 * 27; i += PIECES)
		try_points((const u64[]){ 0x1100 + i / 27 / 21, 0x1161 + i / 27 % 21,
					  0x11a8 + i % 27 }, 3);
}

unsigned long prove_pairs(unsigned int piece)
{
	unsigned int i, k;
	u32 cp;

	find_composites();
	for (cp = 0; cp < POINTS; cp++)
		if (!is_surrogate(cp))
			find_point(cp);
	for (i = piece; i < first_count; i += PIECES)
		for (k = 0; k < second_count; k++)
			try_points((const u64[]){ firsts[i], seconds[k] }, 2);
	try_jamo(piece);
	return prove_failures();
}
