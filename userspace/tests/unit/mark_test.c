// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The marks that every implementation sets, against the data, code point by code
 * point; texts that are too long to be marked at once; and small letters.
 */
#include <stdio.h>
#include "shared/common.h"
#include "core/normalize/candidates.h"
#include "shared/forms.h"

#define LAST 0x10ffff
#define TEXT_MAX 6000
/* Code points of a text that is marked in several parts. */
#define LONG_TEXT 4000
#define WORDS (TEXT_MAX / 64 + 2)
#define UNTOUCHED 0x5555aaaa5555aaaaull

/* Whether a form stops at a code point, because it may change or compose. */
static bool stops[U8C_FORMS][LAST + 1];

static bool is_code_point(u32 cp)
{
	return cp <= LAST && (cp < 0xd800 || cp > 0xdfff);
}

static bool stops_at(enum utf8check_form form, u32 cp)
{
	u32 made[FORMS_MAX];

	if (form <= UTF8CHECK_FORM_NFKD)
		return forms_quick(form, cp) != 'Y';
	if (form == UTF8CHECK_FORM_NFKC_CASEFOLD && forms_quick(UTF8CHECK_FORM_NFKC, cp) == 'M')
		return true;
	return forms_make(form, &cp, 1, made) != 1 || made[0] != cp;
}

/* Room for a text; the last byte of the text is the last byte of a page. */
static struct guarded guarded;

static int setup(void **unused)
{
	unsigned int form;
	u32 cp;

	guarded = guarded_new(4 * LONG_TEXT);
	forms_setup(NULL);
	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
		for (cp = 0; cp <= LAST; cp++)
			if (is_code_point(cp))
				stops[form][cp] = cp > 0x7f && stops_at(form, cp);
	return 0;
}

/* Sets the marks by their definition.  Return: bytes of the text. */
static size_t mark_slowly(enum utf8check_form form, const u32 *p, size_t n,
			  u64 *marks)
{
	bool nonstarter, before = true;
	size_t i, at = 0;
	u8 bytes[4];

	memset(marks, 0, WORDS * sizeof(*marks));
	for (i = 0; i < n; i++) {
		nonstarter = forms_class(p[i]);
		if (stops[form][p[i]] || (nonstarter && before))
			marks[at / 64] |= 1ull << at % 64;
		before = nonstarter;
		at += forms_encode(p + i, 1, bytes);
	}
	return at;
}

static void try(enum utf8check_form form, const u32 *p, size_t n)
{
	u64 want[WORDS], marks[WORDS];
	size_t length = mark_slowly(form, p, n, want), words, i;
	u8 *text = guarded.p + guarded.size - length;
	const struct u8c_impl *const *impl;
	u64 some = 0;

	assert_true(length <= TEXT_MAX);
	forms_encode(p, n, text);
	words = (length + 63) / 64;
	for (i = 0; i < words; i++)
		some |= (u64)!!want[i] << i % 64;
	u8c_for_each_impl(impl) {
		for (i = 0; i < WORDS; i++)
			marks[i] = UNTOUCHED;
		assert_true((*impl)->form->candidates(form, text, length, marks,
						      (*impl)->form) == some);
		for (i = 0; i < words; i++)
			if (marks[i] != want[i])
				assert_same((*impl)->name, text + i * 64, length - i * 64);
		for (; i < WORDS; i++)
			assert_true(marks[i] == UNTOUCHED);
	}
}

/* Neighbours of all lengths and kinds, among them nonstarters of each length. */
static const u32 neighbours[] = {
	'a', 'Z', 0x301, 0xe9, 0x651, 0x94d, 0x3099, 0x4e00, 0xac00, 0x11a8,
	0xff21, 0x1f600, 0x1e000, 0x1d160, 0x2f800,
};

static void every_code_point(void **unused)
{
	unsigned int form, alone;
	u32 p[1000], cp;
	size_t n = 0;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
		for (alone = 0; alone < 2; alone++)
			for (cp = 0; cp <= LAST; cp++) {
				if (is_code_point(cp))
					p[n++] = cp;
				if (!alone)
					p[n++] = neighbours[random_below(
						U8C_ARRAY_SIZE(neighbours))];
				if (n < 900 && cp < LAST)
					continue;
				try(form, p, n);
				n = 0;
			}
}

/* Every length and alignment, and every place of a code point in a word. */
static void every_length(void **unused)
{
	u32 p[300];
	size_t n, k;
	unsigned int form;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		for (n = 0; n < 300; n++) {
			for (k = 0; k < n; k++)
				p[k] = 'a';
			try(form, p, n);
			for (k = 0; k < U8C_ARRAY_SIZE(neighbours); k++) {
				if (n)
					p[n - 1] = neighbours[k];
				if (n > 1)
					p[n - 2] = neighbours[(k + n) %
						U8C_ARRAY_SIZE(neighbours)];
				try(form, p, n);
			}
		}
	}
}

/*
 * One code point, or one in each word, at each place of long ASCII; among them a nonstarter
 * at the start of a word after others that have nothing.
 */
static void among_ascii(void **unused)
{
	enum { POINTS = 1300 };
	unsigned int form, k = 0;
	u32 p[POINTS];
	size_t at, i;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
		for (at = 0; at < POINTS; at++) {
			for (i = 0; i < POINTS; i++)
				p[i] = 'a';
			for (i = at; i < POINTS; i += at % 2 ? POINTS : 64)
				p[i] = neighbours[++k % U8C_ARRAY_SIZE(neighbours)];
			try(form, p, POINTS);
			p[at] = 0x301;
			try(form, p, POINTS);
		}
}

static void random_texts(void **unused)
{
	u32 p[1024];
	unsigned int i;
	size_t n;

	for (i = 0; i < 6000; i++) {
		n = random_below(i % 10 ? 100 : 1024);
		forms_random(p, n);
		try(UTF8CHECK_FORM_NFC + i % (U8C_FORMS - 1), p, n);
	}
}

/*
 * Code points that are marked or not; sometimes a long run of one: unmarked, or Hangul, which
 * is written at once beyond the part whose marks are known.
 */
static size_t long_text(u32 *p, size_t n)
{
	static const u32 passed[] = { 0x94d, 'a', 0x4e00, 0x430, 0x1f600, 0xac01 };
	size_t i = 0, k;
	u32 cp;

	while (i < n) {
		k = random_below(random_below(4) ? 12 : 3000);
		if (k > n - i)
			k = n - i;
		if (k < 12) {
			forms_random(p + i, k);
			i += k;
			continue;
		}
		cp = passed[1 + random_below(5)];
		for (; k; k--)
			p[i++] = random_below(100) ? cp : passed[0];
	}
	return n;
}

/* Texts that are marked in several parts; their forms have other lengths. */
static void long_texts(void **unused)
{
	static u32 p[LONG_TEXT], want[LONG_TEXT * FORMS_MAX];
	static u8 made[sizeof(want)], out[sizeof(want)];
	const struct u8c_impl *const *impl;
	struct u8c_sink s = u8c_sink(out, sizeof(out));
	size_t n, m, offset;
	int quick;
	unsigned int i, form;
	u8 *in;

	for (i = 0; i < 300; i++) {
		form = UTF8CHECK_FORM_NFC + i % (U8C_FORMS - 1);
		n = long_text(p, random_below(LONG_TEXT));
		m = forms_encode(want, forms_make(form, p, n, want), made);
		n = forms_encode(p, n, out);
		in = memcpy(guarded.p + guarded.size - n, out, n);
		u8c_for_each_impl(impl) {
			assert_int_equal(u8c_normalize(*impl, form, u8c_text(in, n), &s,
						       NULL), U8C_MADE);
			assert_int_equal(s.made, m);
			assert_memory_equal(out, made, m);
			assert_int_equal(u8c_is_normalized(*impl, form, u8c_text(in, n),
							   &offset, NULL),
					 n == m && !memcmp(in, made, n));
			assert_true(u8c_is_normalized(*impl, form, u8c_text(made, m), &offset,
						      NULL));
			quick = u8c_quick_check(*impl, form, u8c_text(made, m), &offset, NULL);
			assert_true(quick >= 0);
			assert_int_not_equal(quick, U8C_QUICK_NO);
		}
	}
}

/* One capital, at each place of small letters: a form that folds finds just that. */
static void late_capital(void **unused)
{
	const enum utf8check_form forms[] = { UTF8CHECK_FORM_NFKC_CASEFOLD,
					      UTF8CHECK_FORM_NFD_CASEFOLD };
	const struct u8c_impl *const *impl;
	size_t at, offset;
	unsigned int i;
	u8 p[600];

	for (at = 0; at < sizeof(p); at++)
		u8c_for_each_impl(impl)
			for (i = 0; i < U8C_ARRAY_SIZE(forms); i++) {
				memset(p, 'a', sizeof(p));
				p[at] = 'Z';
				assert_false(u8c_is_normalized(*impl, forms[i],
							       u8c_text(p, sizeof(p)), &offset,
							       NULL));
				assert_int_equal(offset, at);
			}
}

/* Each byte at each place, copied and in place, up to the end of a page. */
static void small_letters(void **unused)
{
	enum { MOST = 300 };
	struct guarded from = guarded_new(MOST), to = guarded_new(MOST);
	const struct u8c_impl *const *impl;
	u8 want[MOST];
	size_t n, i;
	u8 *p, *out;

	for (n = 0; n <= MOST; n++) {
		p = from.p + from.size - n;
		out = to.p + to.size - n;
		u8c_for_each_impl(impl) {
			for (i = 0; i < n; i++) {
				p[i] = n * 7 + i;
				want[i] = p[i] >= 'A' && p[i] <= 'Z' ? p[i] - 'A' + 'a' : p[i];
			}
			(*impl)->form->lower(p, n, out, (*impl)->form);
			assert_memory_equal(out, want, n);
			(*impl)->form->lower(p, n, p, (*impl)->form);
			assert_memory_equal(p, want, n);
		}
	}
	guarded_free(&from);
	guarded_free(&to);
}

static int mark_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(every_length),
		cmocka_unit_test(among_ascii),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(long_texts),
		cmocka_unit_test(late_capital),
		cmocka_unit_test(small_letters),
	};

	return cmocka_run_group_tests_name("mark", tests, setup, NULL);
}

UNIT_GROUP("mark", mark_tests);
