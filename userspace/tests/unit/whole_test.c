// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The calls of libutf8check that take a whole text and a form: what they return and set.
 * What the forms are, the core's suites test.
 */
#include <errno.h>
#include "shared/common.h"
#include "utf8check.h"

#define ACUTE "\xcc\x81"	/* U+0301 */

/* A literal and its length. */
#define TEXT(literal) literal, sizeof(literal) - 1

static int make(enum utf8check_form form, const char *text, size_t n, u8 *out,
		size_t *room)
{
	return utf8check_normalize(form, text, n, out, room, NULL);
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

/* What is asked of two ways to write a text; the core's suites ask of all texts. */
static void answers(void **unused)
{
	uint64_t one, other;
	size_t offset;
	int order = 1;

	assert_int_equal(utf8check_is_normalized(UTF8CHECK_FORM_NFC, TEXT("caf\xc3\xa9"), &offset,
						 NULL), 1);
	assert_int_equal(offset, 5);
	assert_int_equal(utf8check_is_normalized(UTF8CHECK_FORM_NFC, TEXT("cafe" ACUTE), &offset,
						 NULL), 0);
	assert_int_equal(offset, 3);
	assert_int_equal(utf8check_quick_check(UTF8CHECK_FORM_NFC, TEXT("cafe" ACUTE), &offset,
					       NULL), UTF8CHECK_QUICK_MAYBE);
	assert_int_equal(offset, 4);
	assert_int_equal(utf8check_compare_form(UTF8CHECK_FORM_NFC, TEXT("caf\xc3\xa9"),
						TEXT("cafe" ACUTE), &order), 0);
	assert_int_equal(order, 0);
	assert_int_equal(utf8check_compare_form(UTF8CHECK_FORM_NONE, TEXT("caf\xc3\xa9"),
						TEXT("cafe" ACUTE), &order), 0);
	assert_true(order > 0);
	utf8check_hash_form(UTF8CHECK_FORM_NFC, TEXT("caf\xc3\xa9"), 7, &one);
	assert_int_equal(utf8check_hash_form(UTF8CHECK_FORM_NFC, TEXT("cafe" ACUTE), 7, &other),
			 0);
	assert_true(one == other);
	utf8check_hash_form(UTF8CHECK_FORM_NFC, TEXT("cafe" ACUTE), 8, &other);
	assert_true(one != other);
}

static void answers_of_ill_formed(void **unused)
{
	struct utf8check_error e;
	uint64_t hash;
	int order;

	assert_int_equal(utf8check_is_normalized(UTF8CHECK_FORM_NFC,
						 TEXT("e" ACUTE "\xff"), NULL,
						 &e), -EILSEQ);
	assert_int_equal(e.offset, 3);
	assert_int_equal(e.reason, UTF8CHECK_REASON_INVALID_BYTE);
	assert_int_equal(utf8check_quick_check(UTF8CHECK_FORM_NFC, TEXT("\xe2\x84"),
					       NULL, &e), -EILSEQ);
	assert_int_equal(e.offset, 0);
	assert_int_equal(e.reason, UTF8CHECK_REASON_INCOMPLETE);
	assert_int_equal(utf8check_compare_form(UTF8CHECK_FORM_NFC, TEXT("a"), TEXT("\xff"),
						&order), -EILSEQ);
	assert_int_equal(utf8check_hash_form(UTF8CHECK_FORM_NFC, TEXT("a\x80"), 0, &hash),
			 -EILSEQ);
}

static int whole_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes),
		cmocka_unit_test(records),
		cmocka_unit_test(unknown_form),
		cmocka_unit_test(answers),
		cmocka_unit_test(answers_of_ill_formed),
	};

	return cmocka_run_group_tests_name("whole", tests, NULL, NULL);
}

UNIT_GROUP("whole", whole_tests);
