// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All ways of the core to make or to check a normalization form: the calls for a whole text
 * (kunit/ways.c), and what these and the streams are made of.
 */
#include <stdio.h>
#include "ways.h"
#include "kunit/ways.h"
#include "core/normalize/candidates.h"
#include "core/normalize/canonical.h"

#define MADE_MAX (WAYS_MAX * FORMS_MAX)

/**
 * struct trial - a text and its form
 *
 * @impl: the implementation that is tried.
 * @form: enum utf8check_form.
 * @p: the text.
 * @n: code points of @p.
 * @bytes: the text, as UTF-8.
 * @length: bytes of @bytes.
 * @want: the form.
 * @m: code points of @want.
 * @want_bytes: the form, as UTF-8.
 * @want_length: bytes of @want_bytes.
 * @same: code points that @p and @want have in common at their start.
 * @offset: bytes of these code points.
 */
struct trial {
	const struct u8c_impl *impl;
	enum utf8check_form form;
	const u32 *p;
	size_t n;
	u8 bytes[WAYS_MAX * 4];
	size_t length;
	const u32 *want;
	size_t m;
	u8 want_bytes[MADE_MAX * 4 + 1];
	size_t want_length;
	size_t same;
	size_t offset;
};

static void show(const char *what, const u32 *p, size_t n)
{
	size_t i;

	fprintf(stderr, "# %s:", what);
	for (i = 0; i < n && i < 200; i++)
		fprintf(stderr, " %04X", p[i]);
	fputc('\n', stderr);
}

static void check(bool good, const struct trial *t, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "# %s of %s differs, %s\n", u8c_form_name(t->form), what,
		t->impl->name);
	show("text", t->p, t->n);
	show("form", t->want, t->m);
	fail();
}

/* Takes all code points that are ready; with @copies, each from a copy of the state. */
static size_t drain(struct u8c_incremental *n, const struct trial *t, size_t at,
		    bool copies)
{
	static struct u8c_incremental copy;
	u64 cp, other;

	for (;;) {
		if (copies) {
			memcpy(&copy, n, sizeof(copy));
			memset(n, 0xee, sizeof(*n));
			memcpy(n, &copy, sizeof(*n));
		}
		if (!u8c_incremental_next(n, &cp))
			return at;
		if (copies)
			check(u8c_incremental_next(&copy, &other) && other == cp,
			      t, "normalizer's copy");
		check(at < t->m && t->want[at] == cp, t, "normalizer");
		at++;
	}
}

static void by_normalizer(const struct trial *t)
{
	static struct u8c_incremental n;
	bool copies = t->n < 4;
	size_t i, at = 0;

	u8c_incremental_init(&n, t->form, false);
	for (i = 0; i < t->n; i++) {
		check(u8c_incremental_push(&n, t->p[i]), t, "normalizer's run");
		at = drain(&n, t, at, copies);
	}
	u8c_incremental_finish(&n);
	at = drain(&n, t, at, copies);
	check(at == t->m && !u8c_incremental_is_open(&n), t, "normalizer's end");
}

static void by_reader(const struct trial *t)
{
	struct u8c_recompose r;
	size_t i;

	u8c_recompose_init(&r, t->form, t->bytes, t->length);
	for (i = 0; i < t->m; i++)
		check(u8c_recompose_next(&r) == t->want[i], t, "reader");
	check(u8c_recompose_next(&r) == U8C_END, t, "reader's end");
	check(u8c_recompose_next(&r) == U8C_END, t, "reader's second end");
}

static void by_checker(const struct trial *t)
{
	static struct u8c_verifier c;
	bool same = t->same == t->n && t->same == t->m;
	size_t i, length;
	u8 bytes[4];

	u8c_verifier_init(&c, t->form, false);
	for (i = 0; i < t->n; i++) {
		length = forms_encode(t->p + i, 1, bytes);
		check(u8c_verifier_push(&c, t->p[i], length), t,
		      "checker's run");
	}
	u8c_verifier_pass(&c, 0);
	check(c.differs == !same && c.offset == t->offset, t, "checker");
	if (!same)
		check(t->same < t->n && c.length ==
		      forms_encode(t->p + t->same, 1, bytes), t,
		      "checker's length");
}

/* The quick check of UAX #15 section 9, with the data's own properties. */
static void by_property(const struct trial *t)
{
	int want = U8C_QUICK_YES, quick;
	size_t i, doubt = t->n, offset;
	u8 last = 0, class, bytes[WAYS_MAX * 4];

	if (t->form < UTF8CHECK_FORM_NFC || t->form > UTF8CHECK_FORM_NFKD)
		return;
	for (i = 0; i < t->n && want != U8C_QUICK_NO; i++) {
		char property = forms_quick(t->form, t->p[i]);

		class = forms_class(t->p[i]);
		if ((class && last > class) || property == 'N')
			want = U8C_QUICK_NO;
		else if (property == 'M')
			want = U8C_QUICK_MAYBE;
		if (want && doubt == t->n)
			doubt = i;
		last = class;
	}
	quick = u8c_quick_check(t->impl, t->form, u8c_text(t->bytes, t->length), &offset,
				NULL);
	check(quick == want && offset == forms_encode(t->p, doubt, bytes), t,
	      "quick check by property");
}

/* The prefix that is found stable does not change, and the rest does not depend on it. */
static void by_stretch(const struct trial *t)
{
	static u8 out[MADE_MAX * 4];
	size_t part = u8c_stable_up_to(t->impl, t->form, t->bytes, t->length,
				       true);
	size_t less = u8c_stable_up_to(t->impl, t->form, t->bytes, t->length,
				       false);
	struct u8c_sink s = u8c_sink(out, sizeof(out));

	check(less <= part && part <= t->offset, t, "stable prefix");
	u8c_normalize(t->impl, t->form, u8c_text(t->bytes + part, t->length - part), &s,
		      NULL);
	check(s.made == t->want_length - part &&
	      !memcmp(out, t->want_bytes + part, s.made), t, "rest");
}

void ways_try(enum utf8check_form form, const u32 *p, size_t n, const u32 *want,
	      size_t m)
{
	const struct u8c_impl *const *i;
	static struct u8c_ways *calls;
	static struct kunit test;
	static struct trial t;

	assert_true(n <= WAYS_MAX && m <= MADE_MAX);
	calls = calls ?: u8c_ways_new(&test, 4 * MADE_MAX);
	t.form = form;
	t.p = p;
	t.n = n;
	t.length = forms_encode(p, n, t.bytes);
	t.want = want;
	t.m = m;
	t.want_length = forms_encode(want, m, t.want_bytes);
	for (t.same = 0; t.same < n && t.same < m; t.same++)
		if (p[t.same] != want[t.same])
			break;
	t.offset = forms_encode(p, t.same, t.bytes);
	forms_encode(p, n, t.bytes);
	for_each_impl(i) {
		t.impl = *i;
		by_property(&t);
		by_stretch(&t);
	}
	u8c_ways_try(calls, NULL, form, u8c_text(t.bytes, t.length),
		     u8c_text(t.want_bytes, t.want_length));
	by_normalizer(&t);
	if (form != UTF8CHECK_FORM_NONE)
		by_reader(&t);
	by_checker(&t);
	ways_compare(form, p, n, want, m, true);
}

void ways_try_reference(enum utf8check_form form, const u32 *p, size_t n)
{
	static u32 want[MADE_MAX];

	ways_try(form, p, n, want, forms_make(form, p, n, want));
}

void ways_compare(enum utf8check_form form, const u32 *a, size_t an, const u32 *b,
		  size_t bn, bool equal)
{
	static u8 x[MADE_MAX * 4], y[MADE_MAX * 4];
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	size_t xn = forms_encode(a, an, x), yn = forms_encode(b, bn, y);
	u64 hash = 0, other = 1;
	int order, back;

	assert_true(u8c_compare_form(impl, form, u8c_text(x, xn), u8c_text(y, yn), &order));
	assert_true(u8c_compare_form(impl, form, u8c_text(y, yn), u8c_text(x, xn), &back));
	assert_true(u8c_hash_form(impl, form, u8c_text(x, xn), 1, &hash));
	assert_true(u8c_hash_form(impl, form, u8c_text(y, yn), 1, &other));
	if (order == -back && !order == equal && (hash == other) == equal)
		return;
	fprintf(stderr, "# %s compares %d and %d, hashes %llx and %llx\n",
		u8c_form_name(form), order, back, (unsigned long long)hash,
		(unsigned long long)other);
	show("one", a, an);
	show("other", b, bn);
	fail();
}
