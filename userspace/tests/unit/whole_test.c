// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The calls of libutf8check that take a whole text and a form.
 */
#include <errno.h>
#include "shared/common.h"
#include "utf8check.h"

#define ACUTE "\xcc\x81"	/* U+0301, class 230 */
#define BELOW "\xcc\xa3"	/* U+0323, class 220 */

/* A literal and its length. */
#define TEXT(literal) literal, sizeof(literal) - 1

static int make(enum utf8check_form form, const char *text, size_t n, u8 *out,
		size_t *room)
{
	return utf8check_normalize(form, text, n, out, room, NULL);
}

static void every_form(void **unused)
{
	static const struct {
		enum utf8check_form form;
		const char *want;
	} rows[] = {
		{ UTF8CHECK_FORM_NONE, "E" ACUTE "\xef\xac\x81\xc3\x9f" },
		{ UTF8CHECK_FORM_NFC, "\xc3\x89\xef\xac\x81\xc3\x9f" },
		{ UTF8CHECK_FORM_NFD, "E" ACUTE "\xef\xac\x81\xc3\x9f" },
		{ UTF8CHECK_FORM_NFKC, "\xc3\x89" "fi\xc3\x9f" },
		{ UTF8CHECK_FORM_NFKD, "E" ACUTE "fi\xc3\x9f" },
		{ UTF8CHECK_FORM_NFKC_CASEFOLD, "\xc3\xa9" "fiss" },
		{ UTF8CHECK_FORM_NFD_CASEFOLD, "e" ACUTE "fiss" },
	};
	unsigned int i;

	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++) {
		size_t room = 32, want = strlen(rows[i].want);
		u8 out[32];

		assert_int_equal(make(rows[i].form,
				      TEXT("E" ACUTE "\xef\xac\x81\xc3\x9f"),
				      out, &room), 0);
		assert_int_equal(room, want);
		assert_memory_equal(out, rows[i].want, want);
	}
}

static void sizes(void **unused)
{
	size_t room = 99;
	u8 out[64];

	/* Without memory the call returns the length, whatever the room is. */
	assert_int_equal(make(UTF8CHECK_FORM_NFKD, TEXT("\xef\xb7\xba"), NULL,
			      &room), 0);
	assert_int_equal(room, 33);
	room = 32;
	assert_int_equal(make(UTF8CHECK_FORM_NFKD, TEXT("\xef\xb7\xba"), out,
			      &room), -ENAMETOOLONG);
	assert_int_equal(room, 33);
	assert_int_equal(make(UTF8CHECK_FORM_NFKD, TEXT("\xef\xb7\xba"), out,
			      &room), 0);
	assert_int_equal(room, 33);
	/* An empty text has an empty form, and needs no room. */
	room = 0;
	assert_int_equal(make(UTF8CHECK_FORM_NFC, "", 0, out, &room), 0);
	assert_int_equal(room, 0);
	assert_int_equal(make(UTF8CHECK_FORM_NFC, "a", 1, out, &room),
			 -ENAMETOOLONG);
	assert_int_equal(room, 1);
	room = sizeof(out);
	assert_int_equal(make(UTF8CHECK_FORM_NFKC_CASEFOLD, TEXT("\xc2\xad"), out,
			      &room), 0);
	assert_int_equal(room, 0);
	/* NUL is a code point like any other. */
	room = sizeof(out);
	assert_int_equal(make(UTF8CHECK_FORM_NFC, TEXT("\0e" ACUTE "\0"), out,
			      &room), 0);
	assert_int_equal(room, 4);
	assert_memory_equal(out, "\0\xc3\xa9", 4);
}

static void records(void **unused)
{
	struct utf8check_error e = { .offset = 99 };
	u8 flood[1 + 2 * 1025], out[2 * sizeof(flood)];
	size_t room = sizeof(out), i;

	assert_int_equal(utf8check_normalize(UTF8CHECK_FORM_NFC,
					     TEXT("e" ACUTE "\xc0\xaf"), out,
					     &room, &e), -EILSEQ);
	assert_int_equal(e.offset, 3);
	assert_int_equal(e.reason, UTF8CHECK_REASON_OVERLONG);
	assert_int_equal(e.value, '/');
	assert_int_equal(e.line, 0);
	flood[0] = 'e';
	for (i = 0; i < 1025; i++)
		memcpy(flood + 1 + 2 * i, ACUTE, 2);
	room = sizeof(out);
	assert_int_equal(utf8check_normalize(UTF8CHECK_FORM_NFD, flood,
					     sizeof(flood), out, &room, &e),
			 -EILSEQ);
	assert_int_equal(e.reason, UTF8CHECK_REASON_COMBINING_RUN);
	assert_int_equal(e.offset, 2049);
	assert_int_equal(e.length, 2);
	room = sizeof(out);
	assert_int_equal(utf8check_normalize(UTF8CHECK_FORM_NFD, flood,
					     sizeof(flood) - 2, out, &room,
					     &e), 0);
	assert_int_equal(e.reason, UTF8CHECK_REASON_NONE);
	assert_memory_equal(out, flood, sizeof(flood) - 2);
}

static void unknown_form(void **unused)
{
	size_t room = 0, offset;
	uint64_t hash;
	int order;

	assert_int_equal(make(U8C_FORMS, "a", 1, NULL, &room), -EINVAL);
	assert_int_equal(utf8check_is_normalized(U8C_FORMS, "a", 1, &offset, NULL),
			 -EINVAL);
	assert_int_equal(utf8check_quick_check(U8C_FORMS, "a", 1, &offset, NULL),
			 -EINVAL);
	assert_int_equal(utf8check_compare_form(U8C_FORMS, "a", 1, "a", 1, &order),
			 -EINVAL);
	assert_int_equal(utf8check_hash_form(U8C_FORMS, "a", 1, 0, &hash), -EINVAL);
}

/**
 * struct question - whether a text is in a form, and what quick-check says
 *
 * @form: the form.
 * @text: the text.
 * @is: the exact answer.
 * @offset: where it differs first.
 * @quick: the answer of quick-check.
 * @doubt: offset of the first code point that is in doubt.
 */
struct question {
	enum utf8check_form form;
	const char *text;
	int is;
	size_t offset;
	int quick;
	size_t doubt;
};

static const struct question questions[] = {
	{ UTF8CHECK_FORM_NFC, "caf\xc3\xa9", 1, 5, U8C_QUICK_YES, 5 },
	{ UTF8CHECK_FORM_NFC, "cafe" ACUTE, 0, 3, U8C_QUICK_MAYBE, 4 },
	{ UTF8CHECK_FORM_NFC, "q" ACUTE, 1, 3, U8C_QUICK_MAYBE, 1 },
	{ UTF8CHECK_FORM_NFC, "ab\xe2\x84\xab", 0, 2, U8C_QUICK_NO, 2 },
	{ UTF8CHECK_FORM_NFC, "\xe1\xba\xb9" ACUTE, 1, 5,
	  U8C_QUICK_MAYBE, 3 },
	{ UTF8CHECK_FORM_NFD, "cafe" ACUTE, 1, 6, U8C_QUICK_YES, 6 },
	{ UTF8CHECK_FORM_NFD, "caf\xc3\xa9", 0, 3, U8C_QUICK_NO, 3 },
	{ UTF8CHECK_FORM_NFD, "a" ACUTE BELOW, 0, 1, U8C_QUICK_NO, 3 },
	{ UTF8CHECK_FORM_NFKC, "x\xef\xac\x81", 0, 1, U8C_QUICK_NO, 1 },
	{ UTF8CHECK_FORM_NFKD, "x\xc2\xb2", 0, 1, U8C_QUICK_NO, 1 },
	{ UTF8CHECK_FORM_NFKC_CASEFOLD, "abC", 0, 2, U8C_QUICK_NO, 2 },
	{ UTF8CHECK_FORM_NFD_CASEFOLD, "stra\xc3\x9f" "e", 0, 4,
	  U8C_QUICK_NO, 4 },
	{ UTF8CHECK_FORM_NONE, "e" ACUTE, 1, 3, U8C_QUICK_YES, 3 },
	{ UTF8CHECK_FORM_NFC, "", 1, 0, U8C_QUICK_YES, 0 },
};

static void answers(void **unused)
{
	unsigned int i;

	for (i = 0; i < U8C_ARRAY_SIZE(questions); i++) {
		const struct question *q = &questions[i];
		size_t n = strlen(q->text), offset = 99, doubt = 99;

		if (utf8check_is_normalized(q->form, q->text, n, &offset,
					    NULL) != q->is ||
		    offset != q->offset)
			fail_msg("is_normalized, row %u: offset %zu", i, offset);
		if (utf8check_quick_check(q->form, q->text, n, &doubt,
					  NULL) != q->quick ||
		    doubt != q->doubt)
			fail_msg("quick_check, row %u: offset %zu", i, doubt);
	}
}

static void answers_of_ill_formed(void **unused)
{
	struct utf8check_error e;

	assert_int_equal(utf8check_is_normalized(UTF8CHECK_FORM_NFC,
						 TEXT("e" ACUTE "\xff"), NULL,
						 &e), -EILSEQ);
	assert_int_equal(e.offset, 3);
	assert_int_equal(e.reason, UTF8CHECK_REASON_INVALID_BYTE);
	assert_int_equal(utf8check_quick_check(UTF8CHECK_FORM_NFC, TEXT("\xe2\x84"),
					       NULL, &e), -EILSEQ);
	assert_int_equal(e.offset, 0);
	assert_int_equal(e.reason, UTF8CHECK_REASON_INCOMPLETE);
}

static int order_of(enum utf8check_form form, const char *a, const char *b)
{
	int order = 99;

	assert_int_equal(utf8check_compare_form(form, a, strlen(a), b,
						strlen(b), &order), 0);
	return order;
}

static uint64_t hash_of(enum utf8check_form form, const char *text,
			uint64_t seed)
{
	uint64_t hash;

	assert_int_equal(utf8check_hash_form(form, text, strlen(text), seed,
					     &hash), 0);
	return hash;
}

static void same(void **unused)
{
	static const struct {
		enum utf8check_form form;
		const char *a, *b;
	} rows[] = {
		{ UTF8CHECK_FORM_NFC, "caf\xc3\xa9", "cafe" ACUTE },
		{ UTF8CHECK_FORM_NFD, "a" ACUTE BELOW, "\xe1\xba\xa1" ACUTE },
		{ UTF8CHECK_FORM_NFC, "\xed\x95\x9c",
		  "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab" },
		{ UTF8CHECK_FORM_NFKC, "\xef\xac\x81", "fi" },
		{ UTF8CHECK_FORM_NFKD, "\xef\xbc\xa1", "A" },
		{ UTF8CHECK_FORM_NFKC_CASEFOLD, "STRA\xc3\x9f\xc2\xad" "E",
		  "strasse" },
		{ UTF8CHECK_FORM_NFD_CASEFOLD, "STRA\xc3\x9f" "E", "strasse" },
		{ UTF8CHECK_FORM_NFD_CASEFOLD, "CAF\xc3\x89", "cafe" ACUTE },
		{ UTF8CHECK_FORM_NFD_CASEFOLD, "\xce\xa3", "\xcf\x82" },
	};
	unsigned int i;

	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++) {
		enum utf8check_form form = rows[i].form;

		assert_int_equal(order_of(form, rows[i].a, rows[i].b), 0);
		assert_int_equal(order_of(form, rows[i].b, rows[i].a), 0);
		assert_int_not_equal(order_of(UTF8CHECK_FORM_NONE, rows[i].a,
					      rows[i].b), 0);
		assert_true(hash_of(form, rows[i].a, 7) ==
			    hash_of(form, rows[i].b, 7));
		assert_true(hash_of(form, rows[i].a, 7) !=
			    hash_of(form, rows[i].b, 8));
	}
}

static void not_same(void **unused)
{
	uint64_t hash;
	int order;

	assert_true(order_of(UTF8CHECK_FORM_NFC, "a", "b") < 0);
	assert_true(order_of(UTF8CHECK_FORM_NFC, "b", "a") > 0);
	assert_true(order_of(UTF8CHECK_FORM_NFC, "a", "aa") < 0);
	assert_true(order_of(UTF8CHECK_FORM_NFC, "", "a") < 0);
	assert_true(order_of(UTF8CHECK_FORM_NFC, "A", "a") < 0);
	/* Decomposed and in the order of code points: e + U+0301 is before f. */
	assert_true(order_of(UTF8CHECK_FORM_NFC, "\xc3\xa9", "f") < 0);
	assert_true(order_of(UTF8CHECK_FORM_NONE, "\xc3\xa9", "f") > 0);
	assert_true(order_of(UTF8CHECK_FORM_NFC, "\xef\xac\x81", "fi") != 0);
	assert_true(order_of(UTF8CHECK_FORM_NFD_CASEFOLD, "a\xc2\xad", "a") != 0);
	assert_true(hash_of(UTF8CHECK_FORM_NFC, "a", 0) !=
		    hash_of(UTF8CHECK_FORM_NFC, "b", 0));
	assert_int_equal(utf8check_compare_form(UTF8CHECK_FORM_NFC, TEXT("a"),
						TEXT("\xff"), &order), -EILSEQ);
	assert_int_equal(utf8check_compare_form(UTF8CHECK_FORM_NFC, TEXT("\xc3"),
						TEXT("b"), &order), -EILSEQ);
	assert_int_equal(utf8check_hash_form(UTF8CHECK_FORM_NFC, TEXT("a\x80"), 0,
					     &hash), -EILSEQ);
}

/*
 * Regression: a stream that only checks counted in 16 bits the code points that
 * wait, so the first difference of 'a' and 200,000 times U+00AD was at 393217.
 */
static void long_wait(void **unused)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.form = UTF8CHECK_FORM_NFKC_CASEFOLD,
		.forbid = 1u << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	static u8 text[400001];
	struct utf8check_report r;
	struct utf8check_stream *s;
	struct utf8check *engine;
	size_t n = sizeof(text), i;

	text[0] = 'a';
	for (i = 1; i < n; i += 2)
		memcpy(text + i, "\xc2\xad", 2);
	assert_int_equal(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine), 0);
	assert_int_equal(utf8check_stream_open(engine, &config, 0, &s), 0);
	assert_int_equal(utf8check_stream_push(s, text, &n, NULL, NULL),
			 -EILSEQ);
	assert_int_equal(utf8check_stream_report(s, &r), 0);
	assert_int_equal(r.first.offset, 1);
	assert_int_equal(r.bytes_in, 1);
	assert_int_equal(r.code_points, 1);
	utf8check_stream_close(s);
	utf8check_close(engine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form),
		cmocka_unit_test(sizes),
		cmocka_unit_test(records),
		cmocka_unit_test(unknown_form),
		cmocka_unit_test(answers),
		cmocka_unit_test(answers_of_ill_formed),
		cmocka_unit_test(same),
		cmocka_unit_test(not_same),
		cmocka_unit_test(long_wait),
	};

	return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}
