// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts under the normalization forms: NormalizationTest.txt, each line in all
 * ways, and random texts against the reference.  Run in userspace/.
 */
#include <stdio.h>
#include "kunit/lines.h"
#include "shared/ways.h"
#include "core/normalize/hangul.h"

/* Bytes of six syllables and of the text between and after them. */
#define SYLLABLES_MAX 100
/* With so many bytes after it, a syllable is not the last one. */
#define JAMO_READ 12

/* The code points of a column. */
static size_t points_of(const struct u8c_line *line, unsigned int column, u32 *points)
{
	const u8 *p = line->p[column], *end = p + line->n[column];
	size_t n = 0;

	while (p < end)
		points[n++] = u8c_take(&p, end);
	return n;
}

/* Of a line each column, in all ways; kunit/lines_kunit.c asks only for whole texts. */
static void check_line(const struct u8c_line *line)
{
	u32 p[U8C_LINES_MAX], want[U8C_LINES_MAX];
	unsigned int i, form;
	size_t n;

	for (i = 0; i < U8C_LINES_COLUMNS; i++) {
		n = points_of(line, i, p);
		for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFKD; form++)
			ways_try(form, p, n, want,
				 points_of(line, u8c_line_form(form, i), want));
		/* The other two forms are compared with the reference. */
		ways_try_reference(UTF8CHECK_FORM_NFKC_CASEFOLD, p, n);
		ways_try_reference(UTF8CHECK_FORM_NFD_CASEFOLD, p, n);
	}
}

static void conformance(void **unused)
{
	static struct u8c_line line;
	unsigned int lines;

	u8c_line_start(&line);
	for (lines = 0; u8c_line_next(&line); lines++)
		if (lines % share() == 0)
			check_line(&line);
	printf("# %u lines\n", lines);
	assert_true(lines > 20000);
}

/*
 * A syllable is not complete if its T comes from a compatibility jamo, or from
 * after a filler that NFKC_Casefold leaves out.  Regression: it was taken for
 * complete.
 */
static void late_finals(void **unused)
{
	static const u32 texts[][4] = {
		{ 0x1104, 0x1165, 0x313c, 0x819 },	/* E3 84 BC */
		{ 0x1112, 0x1167, 0x1160, 0x11a9 },	/* E1 85 A0 */
		{ 0x1112, 0x1167, 0x200d, 0x11a9 },
		{ 0xac00, 0x3133, 0x3133, 'a' },
		{ 0x1100, 0x314f, 0x3133, 'a' },
		{ 0x1100, 0x1161, 0x301, 0x11a8 },
		{ 0x1100, 0x1161, 0xffa1, 0xffa3 },
	};
	unsigned int i, form;

	for (i = 0; i < U8C_ARRAY_SIZE(texts); i++)
		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
			ways_try_reference(form, texts[i], 4);
}

static void random_texts(void **unused)
{
	u32 p[64];
	unsigned int i, form;
	size_t n;

	for (i = 0; i < 20000; i += share()) {
		n = random_below(random_below(8) ? 8 : 64);
		forms_random(p, n);
		for (form = UTF8CHECK_FORM_NONE; form < U8C_FORMS; form++)
			ways_try_reference(form, p, n);
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

	for (i = 0; i < 20000; i += share()) {
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
 * U+AC01 six times, with up to two ASCII characters between; then ASCII.  Return:
 * the length without the ASCII at the end.
 */
static size_t make_syllables(bool joined, u8 *p)
{
	const char *one = joined ? "\xea\xb0\x81" :
				   "\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8";
	size_t n = 0, part = strlen(one);
	unsigned int i;

	memset(p, ' ', SYLLABLES_MAX);
	for (i = 0; i < 6; i++) {
		n += i % 3;
		memcpy(p + n, one, part);
		n += part;
	}
	return n;
}

/* Syllables are converted many at once, and nothing is written after the room. */
static void syllables(void **unused)
{
	u8 in[SYLLABLES_MAX], want[SYLLABLES_MAX], out[SYLLABLES_MAX];
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	size_t n, m, room, taken, i;
	unsigned int form;

	for (form = UTF8CHECK_FORM_NFC; form <= UTF8CHECK_FORM_NFD; form++) {
		struct u8c_sink s = u8c_sink(out, sizeof(out));

		n = make_syllables(form == UTF8CHECK_FORM_NFD, in);
		m = make_syllables(form == UTF8CHECK_FORM_NFC, want);
		taken = (form == UTF8CHECK_FORM_NFC ? u8c_hangul_join :
			 u8c_hangul_split)(&s, form, in, in + n + JAMO_READ);
		assert_true(taken >= n && s.made - m == taken - n);
		assert_memory_equal(out, want, s.made);

		for (room = 0; room <= m + JAMO_READ; room++) {
			memset(out, 0, sizeof(out));
			s = u8c_sink(out, room);
			assert_int_equal(u8c_normalize(impl, form,
					u8c_text(in, n + JAMO_READ), &s, NULL),
				room < m + JAMO_READ ? U8C_MADE_FULL : U8C_MADE);
			assert_int_equal(s.made, m + JAMO_READ);
			for (i = room; i < sizeof(out); i++)
				assert_int_equal(out[i], 0);
		}
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

	for (n = 1; n < ASCII; n += share())
		for_each_impl(impl) {
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

/* The first and last code points of each length, with marks out of order. */
static void ends_of_lengths(void **unused)
{
	static const u32 points[] = {
		0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000,
		0x10ffff,
	};
	unsigned int i, form;

	for (i = 0; i < U8C_ARRAY_SIZE(points); i++) {
		const u32 text[] = { points[i], 0x301, 0x327, points[i] };

		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++)
			ways_try_reference(form, text, 4);
	}
}

/* Nothing after the text is read, whatever windows the text is divided into. */
static void where_the_page_ends(void **unused)
{
	enum { LONGEST = 4200 };
	struct guarded page = guarded_new(LONGEST);
	const struct u8c_impl *const *impl;
	struct u8c_sink s = u8c_sink(NULL, 0);
	size_t n, offset;
	u8 *p;

	for (n = 2; n <= LONGEST; n += n < 700 || n > 4000 ? 2 : 98) {
		p = page.p + page.size - n;
		for (offset = 0; offset < n; offset += 2)
			memcpy(p + offset, "\xc3\xa9", 2);
		for_each_impl(impl) {
			assert_true(u8c_is_normalized(*impl, UTF8CHECK_FORM_NFC, u8c_text(p, n),
						      &offset, NULL));
			assert_int_equal(u8c_quick_check(*impl, UTF8CHECK_FORM_NFKC, u8c_text(p, n),
							 &offset, NULL), U8C_QUICK_YES);
			assert_int_equal(u8c_normalize(*impl, UTF8CHECK_FORM_NFD, u8c_text(p, n),
						       &s, NULL), U8C_MADE_FULL);
			assert_int_equal(s.made, n / 2 * 3);
		}
	}
	guarded_free(&page);
}

static int normalize_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conformance),
		cmocka_unit_test(late_finals),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(ill_formed),
		cmocka_unit_test(syllables),
		cmocka_unit_test(after_ascii),
		cmocka_unit_test(ends_of_lengths),
		cmocka_unit_test(where_the_page_ends),
	};

	return cmocka_run_group_tests_name("normalize", tests, forms_setup, NULL);
}

UNIT_GROUP("normalize", normalize_tests);
