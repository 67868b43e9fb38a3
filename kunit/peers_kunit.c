// SPDX-License-Identifier: GPL-2.0-only
/*
 * What fs/unicode and nls of the kernel answer otherwise than the in-kernel API: most rows of
 * utf8check(9) by an example, and that of single code points nothing else differs.
 */
#include <linux/nls.h>
#include <linux/unicode.h>
#include <linux/utf8check.h>

#include "support.h"

#define OUT_MAX 64
#define POINTS 0x110000
/* The order of UTF16_HOST_ENDIAN. */
#define UTF16_HERE                                                        \
	(IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? UTF8CHECK_ENCODING_UTF16BE : \
					     UTF8CHECK_ENCODING_UTF16LE)

#if IS_BUILTIN(CONFIG_UNICODE)

/**
 * struct form_row - a text, and what becomes of it when case is folded
 *
 * @what: what it shows.
 * @text: the text, with a NUL after it.
 * @n: bytes of @text.
 * @theirs: fs/unicode's form.
 * @ours: the API's; NULL where it refuses the text.
 * @nfd_too: NFD is the same.
 */
struct form_row {
	const char *what;
	const char *text;
	size_t n;
	const char *theirs;
	const char *ours;
	bool nfd_too;
};

#define ROW(what, text, theirs, ours, nfd_too) \
	{ what, text, sizeof(text) - 1, theirs, ours, nfd_too }

static const struct form_row form_rows[] = {
	ROW("text", "\xc3\xa9 a\xcc\x81\xcc\x96", "e\xcc\x81 a\xcc\x96\xcc\x81",
	    "e\xcc\x81 a\xcc\x96\xcc\x81", true),
	ROW("case", "\xc3\x89\xc3\x9f", "e\xcc\x81ss", "e\xcc\x81ss", false),
	ROW("a NUL, where the text ends", "a\0\xff", "a", NULL, true),
	ROW("a continuation byte that follows a whole sequence", "a\x80", "a\x80", NULL, true),
	ROW("one that begins the text, which both refuse", "\x80", NULL, NULL, true),
	ROW("overlong, which both refuse", "a\xc0\xaf", NULL, NULL, true),
	ROW("a default-ignorable code point, which is left out", "a\xc2\xad" "b", "ab",
	    "a\xc2\xad" "b", true),
	ROW("it is between marks out of order, which stay so", "a\xcc\x81\xc2\xad\xcc\x96",
	    "a\xcc\x81\xcc\x96", "a\xcc\x81\xc2\xad\xcc\x96", true),
	/* U+1ABF came with 13.0. */
	ROW("a mark that 12.1 does not know, which parts marks", "a\xcc\x81\xe1\xaa\xbf\xcc\x96",
	    "a\xcc\x81\xe1\xaa\xbf\xcc\x96", "a\xe1\xaa\xbf\xcc\x96\xcc\x81", true),
	ROW("U+0345 before another mark", "\xce\xb1\xcd\x85\xcc\x81", "\xce\xb1\xce\xb9\xcc\x81",
	    "\xce\xb1\xcc\x81\xce\xb9", false),
};

KUNIT_ARRAY_PARAM_DESC(form, form_rows, what);

/* A form that was made, or that was refused: is it the one that is expected? */
static bool is_form(const u8 *made, int n, const char *wanted)
{
	return wanted ? n == strlen(wanted) && !memcmp(made, wanted, n) : n < 0;
}

static int our_form(enum utf8check_form form, const char *p, size_t n, u8 *out)
{
	size_t made = OUT_MAX;

	return utf8check_normalize(form, p, n, out, &made, NULL) ?: made;
}

static void peers_forms(struct kunit *test)
{
	const struct form_row *row = test->param_value;
	const struct unicode_map *map = u8c_unicode_map(test);
	struct qstr text = QSTR_INIT(row->text, row->n);
	u8 out[OUT_MAX];

	KUNIT_EXPECT_TRUE(test, is_form(out, utf8_casefold(map, &text, out, OUT_MAX), row->theirs));
	KUNIT_EXPECT_TRUE(test, is_form(out, our_form(UTF8CHECK_FORM_NFD_CASEFOLD, row->text,
						      row->n, out), row->ours));
	if (!row->nfd_too || !HAS_UTF8_NORMALIZE)
		return;
	KUNIT_EXPECT_TRUE(test, is_form(out, utf8_normalize(map, &text, out, OUT_MAX), row->theirs));
	KUNIT_EXPECT_TRUE(test, is_form(out, our_form(UTF8CHECK_FORM_NFD, row->text, row->n, out),
					row->ours));
}

/* utf8_validate() looks at every byte up to a NUL. */
static void peers_validity(struct kunit *test)
{
	static const char *const texts[] = {
		"a", "\xc3\xa9", "a\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	};
	const struct qstr nul = QSTR_INIT("a\0\xff", 3);
	const struct unicode_map *map = u8c_unicode_map(test);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		const struct qstr text = QSTR_INIT(texts[i], strlen(texts[i]));

		KUNIT_EXPECT_EQ_MSG(test, !utf8_validate(map, &text), i < 2, "%zu", i);
		KUNIT_EXPECT_EQ_MSG(test, !utf8check_validate(texts[i], text.len,
							      UTF8CHECK_PROFILE_RFC3629, NULL),
				    i < 2, "%zu", i);
	}
	KUNIT_EXPECT_EQ(test, utf8_validate(map, &nul), 0);
}

/*
 * Of a code point alone fs/unicode makes the same, nothing, or what it was: it is left out or
 * new.
 */
static void peers_points(struct kunit *test)
{
	const struct unicode_map *map = u8c_unicode_map(test);
	u8 p[4], ours[OUT_MAX], theirs[OUT_MAX];
	unsigned int left_out = 0, newer = 0;
	u32 cp;

	for (cp = 1; cp < POINTS; cp++) {
		const struct qstr text = QSTR_INIT(p, u8c_encode(&u8c_rfc3629, cp, p));
		int n, made;

		if (cp >> 11 == 0xd800 >> 11)
			continue;
		if (!(cp & 0xff))
			cond_resched();
		n = utf8_casefold(map, &text, theirs, OUT_MAX);
		made = our_form(UTF8CHECK_FORM_NFD_CASEFOLD, (const char *)p, text.len, ours);
		if (n == made && !memcmp(ours, theirs, n))
			continue;
		left_out += !n;
		newer += n == text.len && !memcmp(theirs, p, n);
		KUNIT_ASSERT_TRUE_MSG(test, !n || (n == text.len && !memcmp(theirs, p, n)),
				      "U+%04X", cp);
	}
	KUNIT_EXPECT_GT(test, left_out, 0);
	KUNIT_EXPECT_GT(test, newer, 0);
}

/* Comparing and hashing use the same forms. */
static void peers_pairs(struct kunit *test)
{
	static const struct {
		const char *a, *b;
		bool theirs, ours;
	} pairs[] = {
		{ "\xc3\x89", "e\xcc\x81", true, true },
		{ "a", "b", false, false },
		{ "a", "a\xc2\xad", true, false },
		{ "\xce\xb1\xcd\x85\xcc\x81", "\xce\xb1\xcc\x81\xcd\x85", false, true },
	};
	const struct unicode_map *map = u8c_unicode_map(test);
	size_t i;
	int order;

	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		struct qstr a = QSTR_INIT(pairs[i].a, strlen(pairs[i].a));
		struct qstr b = QSTR_INIT(pairs[i].b, strlen(pairs[i].b));

		KUNIT_EXPECT_EQ(test, !utf8_strncasecmp(map, &a, &b), pairs[i].theirs);
		KUNIT_EXPECT_EQ(test, 0, utf8_casefold_hash(map, NULL, &a));
		KUNIT_EXPECT_EQ(test, 0, utf8_casefold_hash(map, NULL, &b));
		KUNIT_EXPECT_EQ(test, a.hash == b.hash, pairs[i].theirs);
		KUNIT_EXPECT_EQ(test, 0, utf8check_compare_form(UTF8CHECK_FORM_NFD_CASEFOLD, a.name,
								a.len, b.name, b.len, &order));
		KUNIT_EXPECT_EQ(test, !order, pairs[i].ours);
	}
}
#else
static const void *form_gen_params(const void *before, char *what)
{
	return before ? NULL : "";
}

static void peers_forms(struct kunit *test)
{
	kunit_skip(test, "fs/unicode is not built into this kernel");
}

#define peers_validity peers_forms
#define peers_points peers_forms
#define peers_pairs peers_forms
#endif

#if IS_BUILTIN(CONFIG_NLS)

static int convert(enum utf8check_encoding from, enum utf8check_encoding to, const void *p,
		   size_t n, void *out)
{
	const struct utf8check_config config = { .size = sizeof(config), .from = from, .to = to };
	size_t made = OUT_MAX;

	return utf8check_convert(&config, p, n, out, &made, NULL) ?: made;
}

/*
 * utf8_to_utf32() takes what is well-formed, and reads the same; the table only what has 16
 * bits.
 */
static void peers_nls_points(struct kunit *test)
{
	struct nls_table *table = load_nls("utf8");
	unicode_t point = 0;
	wchar_t unit;
	u32 cp;
	u8 p[4];
	int n;

	for (cp = 1; cp < POINTS; cp++) {
		n = u8c_encode(&u8c_rfc3629, cp, p) ?: u8c_put(cp, p);
		if (cp >> 11 == 0xd800 >> 11) {
			KUNIT_ASSERT_LT(test, utf8_to_utf32(p, n, &point), 0);
			continue;
		}
		KUNIT_ASSERT_EQ(test, utf8_to_utf32(p, n, &point), n);
		KUNIT_ASSERT_EQ(test, point, cp);
		if (table)
			KUNIT_ASSERT_EQ(test, table->char2uni(p, n, &unit) < 0, cp > 0xffff);
		if (!(cp & 0xff))
			cond_resched();
	}
	unload_nls(table);
}

/* A NUL ends the text there; unpaired surrogates are left out; room that is too little cuts. */
static void peers_nls_units(struct kunit *test)
{
	static const u16 lone[] = { 'a', 0xd83d, 'b', 0xde00 }, nul[] = { 'a', 0, 'b' };
	wchar_t units[8];
	u8 out[OUT_MAX];

	KUNIT_EXPECT_EQ(test, utf8s_to_utf16s("a\0b", 3, UTF16_LITTLE_ENDIAN, units, 8), 1);
	KUNIT_EXPECT_EQ(test, convert(UTF8CHECK_ENCODING_UTF8, UTF8CHECK_ENCODING_UTF16LE, "a\0b", 3,
				      out), 6);
	KUNIT_EXPECT_EQ(test, utf8s_to_utf16s("abc", 3, UTF16_LITTLE_ENDIAN, units, 2), 2);
	KUNIT_EXPECT_LT(test, utf8s_to_utf16s("a\xff", 2, UTF16_LITTLE_ENDIAN, units, 8), 0);
	KUNIT_EXPECT_EQ(test, utf16s_to_utf8s((const wchar_t *)nul, 3, UTF16_HOST_ENDIAN, out, 8), 1);
	KUNIT_EXPECT_EQ(test, convert(UTF16_HERE, UTF8CHECK_ENCODING_UTF8, nul, sizeof(nul), out), 3);
	KUNIT_EXPECT_EQ(test, utf16s_to_utf8s((const wchar_t *)lone, 4, UTF16_HOST_ENDIAN, out, 8), 2);
	KUNIT_EXPECT_MEMEQ(test, out, "ab", 2);
	KUNIT_EXPECT_EQ(test, convert(UTF16_HERE, UTF8CHECK_ENCODING_UTF8, lone, sizeof(lone), out),
			-EILSEQ);
}
#else
static void peers_nls_points(struct kunit *test)
{
	kunit_skip(test, "nls is not built into this kernel");
}

#define peers_nls_units peers_nls_points
#endif

static struct kunit_case peers_cases[] = {
	KUNIT_CASE_PARAM(peers_forms, form_gen_params),
	KUNIT_CASE(peers_validity),
	KUNIT_CASE(peers_points),
	KUNIT_CASE(peers_pairs),
	KUNIT_CASE(peers_nls_points),
	KUNIT_CASE(peers_nls_units),
	{}
};

struct kunit_suite u8c_peers_suite = {
	.name = "utf8check_peers",
	.test_cases = peers_cases,
};
