// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms by the slow reference, for code points of 32 bits.
 */
#include <stdio.h>
#include "common.h"
#include "forms.h"
#include "kunit/reference_profile.h"
#include "kunit/sample_form.h"

#define POINTS 0x110000
#define TEXT_MAX 16384

/* Quick_Check, which is no part of the reference. */
static char quick[4][POINTS];

void forms_load(void)
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
}

int forms_setup(void **unused)
{
	random_start();
	forms_load();
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
