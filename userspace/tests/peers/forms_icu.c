// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Random texts under each form, against ICU, for decoders beside it:  forms COUNT SEED
 *
 * ICU may be older than the tables: code points that it does not know are left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include "kunit/sample_form.h"

#define TEXT_MAX 40
#define UNITS_MAX (TEXT_MAX * 18 * 2)

static struct u8c_chance chance;
static const UNormalizer2 *icu[U8C_FORMS];
static unsigned long normalized;

static u32 below(u32 limit)
{
	return u8c_chance_below(&chance, limit);
}

static void check_icu(UErrorCode code, const char *what)
{
	if (U_SUCCESS(code))
		return;
	fprintf(stderr, "ICU: %s: %s\n", what, u_errorName(code));
	exit(2);
}

static void open_icu(void)
{
	UErrorCode code = U_ZERO_ERROR;

	icu[UTF8CHECK_FORM_NFC] = unorm2_getNFCInstance(&code);
	icu[UTF8CHECK_FORM_NFD] = unorm2_getNFDInstance(&code);
	icu[UTF8CHECK_FORM_NFKC] = unorm2_getNFKCInstance(&code);
	icu[UTF8CHECK_FORM_NFKD] = unorm2_getNFKDInstance(&code);
	icu[UTF8CHECK_FORM_NFKC_CASEFOLD] = unorm2_getNFKCCasefoldInstance(&code);
	icu[UTF8CHECK_FORM_NFD_CASEFOLD] = icu[UTF8CHECK_FORM_NFD];
	check_icu(code, "instances");
}

static bool is_known(u32 cp)
{
	UVersionInfo age;

	u_charAge(cp, age);
	return age[0];
}

static int32_t decompose_some(UChar *p, int32_t n)
{
	UErrorCode code = U_ZERO_ERROR;
	UChar out[UNITS_MAX];
	int32_t made = unorm2_normalize(icu[1 + below(4)], p, n, out,
					UNITS_MAX, &code);

	check_icu(code, "normalize");
	if (made > TEXT_MAX)
		return n;
	memcpy(p, out, made * sizeof(*p));
	return made;
}

/* Of code points that ICU knows.  Return: units. */
static int32_t make_text(UChar *p)
{
	u32 points[U8C_SAMPLE_FORM_MAX];
	u32 count = 1 + below(below(6) ? 6 : 20), many, i;
	int32_t n = 0;

	while (count) {
		many = u8c_sample_form_points(&chance, points);
		for (i = 0; i < many && count; i++) {
			if (!is_known(points[i]))
				continue;
			U16_APPEND_UNSAFE(p, n, points[i]);
			count--;
		}
	}
	return below(3) ? n : decompose_some(p, n);
}

static int32_t icu_form(enum utf8check_form form, const UChar *p, int32_t n,
			UChar *out)
{
	UChar folded[UNITS_MAX], ordered[UNITS_MAX];
	UErrorCode code = U_ZERO_ERROR;
	int32_t made;

	if (form == UTF8CHECK_FORM_NFD_CASEFOLD) {
		made = unorm2_normalize(icu[form], p, n, ordered, UNITS_MAX,
					&code);
		n = u_strFoldCase(folded, UNITS_MAX, ordered, made,
				  U_FOLD_CASE_DEFAULT, &code);
		p = folded;
	}
	made = unorm2_normalize(icu[form], p, n, out, UNITS_MAX, &code);
	check_icu(code, "normalize");
	return made;
}

static int32_t to_bytes(const UChar *p, int32_t n, u8 *out)
{
	UErrorCode code = U_ZERO_ERROR;
	int32_t made;

	u_strToUTF8((char *)out, UNITS_MAX * 3, &made, p, n, &code);
	check_icu(code, "to UTF-8");
	return made;
}

static void show(const char *what, const UChar *p, int32_t n)
{
	UChar32 cp;
	int32_t i = 0;

	printf("  %s:", what);
	while (i < n) {
		U16_NEXT(p, i, n, cp);
		printf(" %04X", cp);
	}
	putchar('\n');
}

/* Does ICU say the same? */
static bool try_form(enum utf8check_form form, const UChar *p, int32_t n)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u8 in[UNITS_MAX * 3], out[UNITS_MAX * 3], want_bytes[UNITS_MAX * 3];
	struct u8c_sink s = u8c_sink(out, sizeof(out));
	size_t length = to_bytes(p, n, in), offset;
	UErrorCode code = U_ZERO_ERROR;
	UChar want[UNITS_MAX];
	int32_t m = icu_form(form, p, n, want);
	size_t want_length = to_bytes(want, m, want_bytes);
	bool same = form == UTF8CHECK_FORM_NFD_CASEFOLD ?
		    m == n && !memcmp(p, want, n * sizeof(*p)) :
		    unorm2_isNormalized(icu[form], p, n, &code);

	check_icu(code, "isNormalized");
	normalized += same;
	if (u8c_normalize(impl, form, u8c_text(in, length), &s, NULL) == U8C_MADE &&
	    s.made == want_length && !memcmp(out, want_bytes, s.made) &&
	    u8c_is_normalized(impl, form, u8c_text(in, length), &offset, NULL) == same)
		return true;
	printf("%s differs; ICU says %snormalized\n", u8c_form_name(form),
	       same ? "" : "not ");
	show("text", p, n);
	show("ICU", want, m);
	return false;
}

int main(int argc, char **argv)
{
	unsigned long count = argc == 3 ? strtoul(argv[1], NULL, 0) : 0, i;
	unsigned long failed = 0;
	UChar p[TEXT_MAX * 2];
	unsigned int form;
	int32_t n;

	if (!count) {
		fprintf(stderr, "usage: forms COUNT SEED\n");
		return 2;
	}
	chance.state = strtoull(argv[2], NULL, 0);
	open_icu();
	for (i = 0; i < count && failed < 5; i++) {
		n = make_text(p);
		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
			failed += !try_form(form, p, n);
	}
	printf("%lu texts under %d forms, ICU %s of Unicode %s, seed %s; "
	       "%lu answers that it is normalized\n", count, U8C_FORMS - 1,
	       U_ICU_VERSION, U_UNICODE_VERSION, argv[2], normalized);
	return failed != 0;
}
