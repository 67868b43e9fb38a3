// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms by the slow reference, for code points of 32 bits.
 */
#include <stdio.h>
#include "common.h"
#include "forms.h"
#include "kunit/reference_profile.h"

#define POINTS 0x110000
#define TEXT_MAX 16384

static char quick[4][POINTS];
/* Code points that some form changes or reorders. */
static u32 active[POINTS];
static unsigned int active_count;

/* Quick_Check, which is no part of the reference. */
static void load_quick(void)
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

static bool changes(enum utf8check_form form, u32 cp)
{
	u32 out[FORMS_MAX];

	return forms_make(form, &cp, 1, out) != 1 || *out != cp;
}

void forms_load(void)
{
	u32 cp;

	if (active_count)
		return;
	load_quick();
	for (cp = 0; cp < POINTS; cp++)
		if (forms_class(cp) || quick[0][cp] != 'Y' || changes(UTF8CHECK_FORM_NFKD, cp) ||
		    changes(UTF8CHECK_FORM_NFKC_CASEFOLD, cp) ||
		    changes(UTF8CHECK_FORM_NFD_CASEFOLD, cp))
			active[active_count++] = cp;
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

static size_t make(enum utf8check_form form, bool safe, const u32 *p, size_t n, u32 *out)
{
	static u64 in[TEXT_MAX], made[U8C_REF_FORM(TEXT_MAX)], work[U8C_REF_FORM_WORK(TEXT_MAX)];
	size_t i, m;

	assert_true(n <= TEXT_MAX);
	for (i = 0; i < n; i++)
		in[i] = p[i];
	m = u8c_ref_form(form, safe, in, n, made, work);
	for (i = 0; i < m; i++)
		out[i] = made[i];
	return m;
}

size_t forms_make(enum utf8check_form form, const u32 *p, size_t n, u32 *out)
{
	return make(form, false, p, n, out);
}

size_t forms_stream_safe(const u32 *p, size_t n, u32 *out)
{
	return make(UTF8CHECK_FORM_NONE, true, p, n, out);
}

size_t forms_encode(const u32 *p, size_t n, u8 *out)
{
	struct u8c_coding utf8 = { 0 };
	size_t i, made = 0;

	for (i = 0; i < n; i++)
		made += u8c_ref_write(&utf8, p[i], out + made);
	return made;
}

static u32 random_point(void)
{
	u32 cp;

	switch (random_below(10)) {
	case 0:
		return random_below(0x80);
	case 1:
		return 0x300 + random_below(0x70);
	case 2:
		return 0x1100 + random_below(0x100);
	case 3:
		return 0xac00 + random_below(11172);
	case 4:
		cp = random_below(POINTS);
		return cp - 0xd800 < 0x800 ? 0xfffd : cp;
	default:
		return active[random_below(active_count)];
	}
}

/* The decomposition of a random code point: parts that may compose. */
static size_t random_pieces(u32 *p, size_t n)
{
	u32 out[FORMS_MAX], cp = active[random_below(active_count)];
	size_t made =
		forms_make(random_below(2) ? UTF8CHECK_FORM_NFKD : UTF8CHECK_FORM_NFD, &cp, 1, out);

	made = made < n ? made : n;
	memcpy(p, out, made * sizeof(*p));
	return made;
}

void forms_random(u32 *p, size_t n)
{
	size_t i = 0;
	u32 mark;

	while (i < n) {
		if (!random_below(4)) {
			i += random_pieces(p + i, n - i);
			continue;
		}
		if (i && !random_below(3)) {
			do
				mark = active[random_below(active_count)];
			while (!forms_class(mark));
			p[i++] = mark;
			continue;
		}
		p[i++] = random_point();
	}
}
