// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Each code point under each form, against the files of the Unicode Character
 * Database.  Run in userspace/.
 */
#include <stdio.h>
#include "kunit/reference_ucd.h"
#include "shared/ways.h"
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
		ways_try(form, &cp, 1, want, m);
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
		for (cp = form % share(); cp < POINTS; cp += share())
			if (!is_surrogate(cp))
				single(form, cp);
}

/* Each code point and its full case folding are equal in caseless NFD. */
static void fold(void **unused)
{
	u32 want[FORMS_MAX], out[FORMS_MAX], cp;
	unsigned int row, i;

	for (row = 0; row < u8c_ref_folds_count; row++) {
		const struct u8c_ref_mapping *f = &u8c_ref_folds[row];

		for (i = 0; i < f->n; i++)
			want[i] = u8c_ref_points[f->at + i];
		for (cp = f->first; cp <= f->last; cp++) {
			ways_compare(UTF8CHECK_FORM_NFD_CASEFOLD, &cp, 1, want, f->n, true);
			if (forms_make(UTF8CHECK_FORM_NFD, &cp, 1, out) == 1 && *out == cp)
				ways_compare(UTF8CHECK_FORM_NFD, &cp, 1, want, f->n, false);
		}
	}
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

static int normalization_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_small),
		cmocka_unit_test(classes),
		cmocka_unit_test(quick_checks),
		cmocka_unit_test(every_code_point),
		cmocka_unit_test(fold),
		cmocka_unit_test(pairs),
		cmocka_unit_test(strangers),
	};

	return cmocka_run_group_tests_name("normalization", tests, forms_setup, NULL);
}

UNIT_GROUP("normalization", normalization_tests);
