// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms by the slow reference, for code points of 32 bits; and what the calls
 * for a whole text say of it (kunit/ways.c).
 */
#include <stdio.h>
#include "common.h"
#include "forms.h"
#include "kunit/reference.h"
#include "kunit/sample_form.h"
#include "kunit/ways.h"

#define POINTS 0x110000
#define TEXT_MAX 16384

/* Quick_Check, which is no part of the reference. */
static char quick[4][POINTS];

int forms_setup(void **unused)
{
	static const char *const names[] = { "NFC_QC", "NFD_QC", "NFKC_QC", "NFKD_QC" };
	FILE *f = fopen("data/ucd/DerivedNormalizationProps.txt", "r");
	unsigned int first, last, i;
	char line[1024], name[64], value;

	assert_non_null(f);
	memset(quick, 'Y', sizeof(quick));
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%x..%x ; %63[^ ;#]; %c", &first, &last, name, &value) != 4) {
			if (sscanf(line, "%x ; %63[^ ;#]; %c", &first, name, &value) != 3)
				continue;
			last = first;
		}
		for (i = 0; i < 4; i++)
			if (!strcmp(name, names[i]))
				memset(&quick[i][first], value, last - first + 1);
	}
	fclose(f);
	random_start();
	return 0;
}

u8 forms_class(u32 cp)
{
	return u8c_ref_class(cp);
}

char forms_quick(enum utf8check_form form, u32 cp)
{
	return quick[form - UTF8CHECK_FORM_NFC][cp];
}

size_t forms_make(enum utf8check_form form, const u32 *p, size_t n, u32 *out)
{
	static u64 in[TEXT_MAX], made[U8C_REF_FORM(TEXT_MAX)], work[U8C_REF_FORM_WORK(TEXT_MAX)];
	size_t i, m;

	assert_true(n <= TEXT_MAX);
	for (i = 0; i < n; i++)
		in[i] = p[i];
	m = u8c_ref_form(form, false, in, n, made, work);
	for (i = 0; i < m; i++)
		out[i] = made[i];
	return m;
}

size_t forms_encode(const u32 *p, size_t n, u8 *out)
{
	struct u8c_coding utf8 = { 0 };
	size_t i, made = 0;

	for (i = 0; i < n; i++)
		made += u8c_ref_write(&utf8, p[i], out + made);
	return made;
}

void forms_random(u32 *p, size_t n)
{
	u32 points[U8C_SAMPLE_FORM_MAX];
	size_t i, some;

	for (i = 0; i < n; i += some) {
		some = u8c_sample_form_points(random_chance(), points);
		some = some < n - i ? some : n - i;
		memcpy(p + i, points, some * sizeof(*p));
	}
}

/* The quick check of UAX #15 section 9, with the data's own properties. */
static void try_quick_check(const struct u8c_impl *impl, enum utf8check_form form, const u32 *p,
			    size_t n, struct u8c_text text)
{
	size_t i, doubt = n, offset;
	int want = U8C_QUICK_YES;
	u8 last = 0, bytes[4 * FORMS_TEXT];

	for (i = 0; i < n && want != U8C_QUICK_NO; i++) {
		const u8 class = forms_class(p[i]);
		const char property = forms_quick(form, p[i]);

		if ((class && last > class) || property == 'N')
			want = U8C_QUICK_NO;
		else if (property == 'M')
			want = U8C_QUICK_MAYBE;
		if (want && doubt == n)
			doubt = i;
		last = class;
	}
	if (u8c_quick_check(impl, form, text, &offset, NULL) != want ||
	    offset != forms_encode(p, doubt, bytes))
		assert_same("quick check by property", text.p, text.n);
}

void forms_try(enum utf8check_form form, const u32 *p, size_t n)
{
	static u32 made[FORMS_TEXT * FORMS_MAX];
	static u8 in[4 * FORMS_TEXT], want[4 * FORMS_TEXT * FORMS_MAX];
	const struct u8c_impl *const *impl;
	static struct u8c_ways *calls;
	static struct kunit test;
	struct u8c_text text = u8c_text(in, 0);

	assert_true(n <= FORMS_TEXT);
	text.n = forms_encode(p, n, in);
	calls = calls ?: u8c_ways_new(&test, sizeof(want));
	u8c_ways_try(calls, NULL, form, text,
		     u8c_text(want, forms_encode(made, forms_make(form, p, n, made), want)));
	if (form >= UTF8CHECK_FORM_NFC && form <= UTF8CHECK_FORM_NFKD)
		u8c_for_each_impl(impl)
			try_quick_check(*impl, form, p, n, text);
}
