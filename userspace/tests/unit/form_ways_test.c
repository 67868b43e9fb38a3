// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms in all ways of the core: each code point against the files of the
 * Unicode Character Database, and random texts against the reference.  Run in userspace/.
 */
#include <stdio.h>
#include "kunit/reference_ucd.h"
#include "shared/common.h"
#include "shared/forms.h"
#include "core/normalize/ucd_normalization.h"

#define POINTS 0x110000

static bool is_surrogate(u32 cp)
{
	return cp - 0xd800 < 0x800;
}

static void tables_are_small(void **unused)
{
	printf("# %u bytes of tables\n", u8c_normalization_bytes);
	assert_true(u8c_normalization_bytes <= 131072);
}

/* The class and the Quick_Check of a code point, by the tables. */
static unsigned int class_of(u32 cp)
{
	return u8c_class_of(cp) >> U8C_CCC_SHIFT;
}

static char quick_of(unsigned int form, u32 cp)
{
	u32 bits = u8c_class_of(cp);

	if (!(bits & U8C_STOP(form)))
		return 'Y';
	return u8c_composes(form) && bits & U8C_MAYBE ? 'M' : 'N';
}

static void classes(void **unused)
{
	u32 cp;

	for (cp = 0; cp < POINTS; cp++)
		if (class_of(cp) != forms_class(cp))
			fail_msg("%04X: class %u", cp, class_of(cp));
}

static void quick_checks(void **unused)
{
	unsigned int form;
	u32 cp;

	for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFKD; form++)
		for (cp = 0; cp < POINTS; cp++)
			if (quick_of(form, cp) != forms_quick(form, cp))
				fail_msg("%04X: %s", cp, u8c_form_name(form));
}

/* One text of one code point; for most, only the fastest way is tried. */
static void single(enum utf8check_form form, u32 cp)
{
	u32 want[FORMS_MAX * FORMS_MAX];
	size_t m = forms_make(form, &cp, 1, want), n;
	u8 in[4], out[128], want_bytes[128];
	struct u8c_sink s = u8c_sink(out, sizeof(out));

	if (m != 1 || want[0] != cp || forms_class(cp) || !(cp % 101)) {
		forms_try(form, &cp, 1);
		return;
	}
	n = forms_encode(&cp, 1, in);
	m = forms_encode(want, m, want_bytes);
	if (u8c_normalize(u8c_impl_find(NULL), form, u8c_text(in, n), &s, NULL) ||
	    s.made != m || memcmp(out, want_bytes, m))
		fail_msg("%04X: %s", cp, u8c_form_name(form));
}

static void every_code_point(void **unused)
{
	unsigned int form;
	u32 cp;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
		for (cp = form % u8c_share(); cp < POINTS; cp += u8c_share())
			if (!is_surrogate(cp))
				single(form, cp);
}

static bool decomposes(u32 cp)
{
	u32 out[FORMS_MAX];

	return forms_make(UTF8CHECK_FORM_NFD, &cp, 1, out) != 1 || *out != cp;
}

/* All pairs that compose, and that no other pairs do. */
static void pairs(void **unused)
{
	u32 p[2], want[2 * FORMS_MAX], out[2 * FORMS_MAX], first, second;
	unsigned int i, count = 0;

	for (first = 0; first < POINTS; first++) {
		if (is_surrogate(first) ||
		    forms_make(UTF8CHECK_FORM_NFD, &first, 1, want) != 2 ||
		    forms_make(UTF8CHECK_FORM_NFC, want, 2, out) != 1)
			continue;
		assert_int_equal(u8c_compose(want[0], want[1]), out[0]);
		count++;
	}
	printf("# %u pairs\n", count);
	assert_true(count > 900);
	for (i = 0; i < 2000000; i++) {
		forms_random(p, 2);
		first = p[0];
		second = p[1];
		if (decomposes(first) || decomposes(second) ||
		    forms_class(first))
			continue;
		if (!u8c_compose(first, second) !=
		    (forms_make(UTF8CHECK_FORM_NFC, p, 2, out) == 2))
			fail_msg("%04X %04X", first, second);
	}
}

/* Other profiles have code points that no form changes. */
static void strangers(void **unused)
{
	static const u64 cps[] = { 0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000,
				   0x11ffff, 0x7fffffff, 0x100000041ull,
				   0x3ffffffffffull };
	unsigned int i, form;

	for (i = 0; i < U8C_ARRAY_SIZE(cps); i++) {
		for (form = 0; form < U8C_FORMS; form++)
			assert_true(u8c_has_boundary_before(form, cps[i]));
	}
}

static void random_texts(void **unused)
{
	u32 p[64];
	unsigned int i, form;
	size_t n;

	for (i = 0; i < 20000; i += u8c_share()) {
		n = random_below(random_below(8) ? 8 : 64);
		forms_random(p, n);
		for (form = UTF8CHECK_FORM_NONE; form < U8C_FORMS; form++)
			forms_try(form, p, n);
	}
}

/*
 * The text has the error @e.  The answer is No if it is No of the segments that end before
 * the error, and else the error.
 */
static void ask_ill_formed(const struct u8c_impl *impl, enum utf8check_form form,
			   struct u8c_text text, const struct utf8check_error *e)
{
	const size_t whole = form ? u8c_segment_start(form, text.p, 0, e->offset) : e->offset;
	const struct u8c_text before = u8c_text(text.p, whole);
	size_t offset, want = e->offset;
	struct utf8check_error same;
	int quick;

	if (u8c_is_normalized(impl, form, before, &offset, NULL))
		assert_int_equal(offset, whole);
	else
		want = offset;
	assert_false(u8c_is_normalized(impl, form, text, &offset, &same));
	assert_int_equal(offset, want);
	if (want == e->offset)
		assert_memory_equal(e, &same, sizeof(same));
	quick = u8c_quick_check(impl, form, before, &want, NULL);
	if (quick != U8C_QUICK_NO) {
		assert_int_equal(u8c_quick_check(impl, form, text, &offset, &same), -1);
		assert_memory_equal(e, &same, sizeof(same));
		return;
	}
	assert_int_equal(u8c_quick_check(impl, form, text, &offset, &same), U8C_QUICK_NO);
	assert_int_equal(offset, want);
}

/* A little more than what is validated before it is looked at. */
#define FILL_MAX 600

/* Ill-formed bytes are found at every place, and nothing is made. */
static void ill_formed(void **unused)
{
	u8 bytes[FILL_MAX + 64 * 4 + 1], out[FILL_MAX + 64 * 4 * FORMS_MAX];
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct u8c_sink s = u8c_sink(out, sizeof(out));
	struct utf8check_error e, same;
	size_t n, at, fill;
	unsigned int i, form;
	u64 hash;
	int order;
	u32 p[64];

	for (i = 0; i < 20000; i += u8c_share()) {
		form = random_below(U8C_FORMS);
		forms_random(p, 32);
		fill = random_below(2) ? random_below(FILL_MAX) : 0;
		memset(bytes, 'x', fill);
		n = fill + forms_encode(p, 32, bytes + fill);
		at = fill + random_below(n - fill);
		bytes[at] = 0xc0 + random_below(2);
		assert_false(u8c_validate(impl, &u8c_rfc3629, bytes, n, &e));
		assert_int_equal(u8c_normalize(impl, form, u8c_text(bytes, n), &s,
					       &same),
				 U8C_MADE_ILL_FORMED);
		assert_memory_equal(&e, &same, sizeof(e));
		ask_ill_formed(impl, form, u8c_text(bytes, n), &e);
		assert_false(u8c_compare_form(impl, form, u8c_text(bytes, n),
					      u8c_text(bytes, n), &order));
		assert_false(u8c_compare_form(impl, form, u8c_text(bytes, 0),
					      u8c_text(bytes, n), &order));
		assert_false(u8c_hash_form(impl, form, u8c_text(bytes, n), 0, &hash));
		assert_int_equal(u8c_match_form(impl, form, u8c_text(bytes, n), u8c_text(NULL, 0)),
				 -1);
	}
}

/*
 * ASCII at the start is passed over: errors after it are found at their places,
 * and its last character composes with a mark after it.
 */
static void after_ascii(void **unused)
{
	enum { ASCII = 150, RUN = 1100 };
	static u8 bytes[ASCII + 2 * RUN], out[3 * sizeof(bytes)];
	const struct u8c_impl *const *impl;
	struct u8c_sink s = u8c_sink(out, sizeof(out));
	struct utf8check_error e;
	size_t n, i, offset;

	for (n = 1; n < ASCII; n += u8c_share())
		u8c_for_each_impl(impl) {
			memset(bytes, 'e', ASCII);
			memcpy(bytes + n, "\xcc\x81", 2);
			assert_int_equal(u8c_normalize(*impl, UTF8CHECK_FORM_NFC,
				u8c_text(bytes, n + 2), &s, &e), U8C_MADE);
			assert_int_equal(s.made, n + 1);
			assert_memory_equal(out, bytes, n - 1);
			assert_memory_equal(out + n - 1, "\xc3\xa9", 2);
			assert_false(u8c_is_normalized(*impl, UTF8CHECK_FORM_NFC,
						       u8c_text(bytes, n + 2), &offset, &e));
			assert_int_equal(offset, n - 1);

			bytes[n + 1] = 'e';
			assert_int_equal(u8c_normalize(*impl, UTF8CHECK_FORM_NFC,
				u8c_text(bytes, n + 2), &s, &e),
				U8C_MADE_ILL_FORMED);
			assert_int_equal(e.offset, n);
			assert_false(u8c_is_normalized(*impl, UTF8CHECK_FORM_NFC,
						       u8c_text(bytes, n + 2), &offset, &e));
			assert_int_equal(offset, n);
			assert_int_equal(e.offset, n);

			for (i = 0; i < RUN; i++)
				memcpy(bytes + n + 2 * i, "\xcc\x96", 2);
			assert_int_equal(u8c_normalize(*impl, UTF8CHECK_FORM_NFD,
				u8c_text(bytes, n + 2 * RUN), &s, &e),
				U8C_MADE_COMBINING_RUN);
			assert_int_equal(e.offset, n + 2 * U8C_RUN_MAX);
			assert_int_equal(e.value, 0x316);
			assert_int_equal(e.length, 2);
			assert_int_equal(e.span, 2);
			assert_int_equal(e.count, 2);
			assert_memory_equal(e.bytes, "\xcc\x96\0\0\0\0\0\0", 8);
		}
}

static int form_ways_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_small),
		cmocka_unit_test(classes),
		cmocka_unit_test(quick_checks),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(pairs),
		cmocka_unit_test(strangers),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(ill_formed),
		cmocka_unit_test(after_ascii),
	};

	return cmocka_run_group_tests_name("form ways", tests, forms_setup, NULL);
}

UNIT_GROUP("form_ways", form_ways_tests);
