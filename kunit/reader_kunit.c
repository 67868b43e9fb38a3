// SPDX-License-Identifier: GPL-2.0-only
/*
 * A form that is read in parts, and one that was made before: rows with their answers,
 * the longest runs, and random text against the reference and against streams in random
 * parts.  Text and room end at a guard page.
 */
#include <linux/sched.h>
#include <linux/utf8check.h>

#include "exhaustive.h"
#include "feed.h"
#include "reference_action.h"
#include "sample_form.h"
#include "support.h"

#define TEXT_MAX 300
#define MARKS 1100	/* more than a normalizer takes */

/**
 * struct match_row - a text, and what may be its form
 *
 * @description: what it shows.
 * @form: enum utf8check_form.
 * @text: the text.
 * @made: what may be its form.
 * @answer: of utf8check_match_form().
 */
struct match_row {
	const char *description;
	enum utf8check_form form;
	const char *text;
	const char *made;
	int answer;
};

static const struct match_row rows[] = {
	{ "none", UTF8CHECK_FORM_NONE, "E\xcc\x81", "E\xcc\x81", 1 },
	{ "none: other bytes", UTF8CHECK_FORM_NONE, "E\xcc\x81", "\xc3\x89", 0 },
	{ "nfc: composed", UTF8CHECK_FORM_NFC, "e\xcc\x81", "\xc3\xa9", 1 },
	{ "nfc: no text", UTF8CHECK_FORM_NFC, "", "", 1 },
	{ "nfc: no text, other", UTF8CHECK_FORM_NFC, "", "a", 0 },
	{ "nfc: a mark goes before a dot", UTF8CHECK_FORM_NFC, "\xe1\xb8\x8a\xcc\xa3",
	  "\xe1\xb8\x8c\xcc\x87", 1 },
	{ "nfd: what is no form", UTF8CHECK_FORM_NFD, "\xc3\xa9", "\xc3\xa9", 0 },
	{ "nfd: order", UTF8CHECK_FORM_NFD, "a\xcc\x81\xcc\x96", "a\xcc\x96\xcc\x81", 1 },
	{ "nfd: Hangul", UTF8CHECK_FORM_NFD, "\xea\xb0\x81",
	  "\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8", 1 },
	{ "nfkc: a ligature", UTF8CHECK_FORM_NFKC, "o\xef\xac\x83" "ce", "office", 1 },
	{ "nfkc-casefold: all left out", UTF8CHECK_FORM_NFKC_CASEFOLD, "\xc2\xad", "", 1 },
	{ "nfkc-casefold: left out", UTF8CHECK_FORM_NFKC_CASEFOLD, "A\xc2\xad\xcc\x81",
	  "\xc3\xa1", 1 },
	{ "nfd-casefold: case", UTF8CHECK_FORM_NFD_CASEFOLD, "STRA\xc3\x9f" "E", "strasse", 1 },
	{ "nfd-casefold: a capital is no form", UTF8CHECK_FORM_NFD_CASEFOLD, "A", "A", 0 },
	{ "nfd-casefold: iota", UTF8CHECK_FORM_NFD_CASEFOLD, "\xce\xb1\xcd\x85\xcc\x81",
	  "\xce\xb1\xcc\x81\xce\xb9", 1 },
	{ "longer", UTF8CHECK_FORM_NFC, "ab", "a", 0 },
	{ "shorter", UTF8CHECK_FORM_NFC, "a", "ab", 0 },
	{ "a form that is ill-formed", UTF8CHECK_FORM_NFC, "a", "a\xff", 0 },
	{ "ill-formed, the first letter differs", UTF8CHECK_FORM_NFC, "bc\xff", "a", 0 },
	{ "ill-formed, a mark could join the letter", UTF8CHECK_FORM_NFC, "b\xff", "a", -EILSEQ },
	{ "ill-formed", UTF8CHECK_FORM_NFC, "a\xff", "a", -EILSEQ },
	{ "an unknown form", U8C_FORMS, "a", "a", -EINVAL },
};

static void describe(const struct match_row *row, char *to)
{
	strscpy(to, row->description, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(match, rows, describe);

/* Reads the form of a text into rooms of random sizes before @end, if @c is not NULL. */
static size_t read_all(struct utf8check_reader *r, struct u8c_chance *c, u8 *end, u8 *to)
{
	size_t room, n, made = 0;

	do {
		room = c ? 1 + u8c_chance_below(c, u8c_chance_below(c, 2) ? 8 : 2000) : 1;
		n = utf8check_reader_next(r, end - room, room);
		memcpy(to + made, end - room, min(n, room));
		made += n;
	} while (n == room);
	return made;
}

static void match_row(struct kunit *test)
{
	const struct match_row *row = test->param_value;
	const size_t n = strlen(row->text), made_n = strlen(row->made);
	u8 *text = u8c_guarded(test, n + 1) - n, *made = u8c_guarded(test, made_n + 1) - made_n;
	struct utf8check_error e = { .line = 5 };
	struct utf8check_reader r;
	u8 out[64];
	int err;

	memcpy(text, row->text, n);
	memcpy(made, row->made, made_n);
	KUNIT_EXPECT_EQ(test, row->answer,
			utf8check_match_form(row->form, text, n, made, made_n));
	err = utf8check_reader_init(&r, row->form, text, n, &e);
	KUNIT_EXPECT_EQ(test, err, row->form >= U8C_FORMS ? -EINVAL :
			strchr(row->text, 0xff) ? -EILSEQ : 0);
	KUNIT_EXPECT_EQ(test, e.line, err == -EINVAL ? 5 : 0);
	KUNIT_EXPECT_EQ(test, e.reason, err == -EILSEQ ? UTF8CHECK_REASON_INVALID_BYTE : 0);
	KUNIT_EXPECT_EQ(test, e.offset, err == -EILSEQ ? n - 1 : 0);
	if (row->answer == 1) {
		KUNIT_EXPECT_EQ(test, made_n, read_all(&r, NULL, out + 1, out + 1));
		KUNIT_EXPECT_MEMEQ(test, out + 1, made, made_n);
	}
}

/* A letter, and marks of two classes that are not in order; then its form. */
static void reader_run(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	const size_t n = 1 + 2 * MARKS;
	u8 *end = u8c_guarded(test, 2000), *text = u8c_room(test, n);
	u8 *made = u8c_room(test, n), *out = u8c_room(test, n);
	struct utf8check_reader r;
	size_t i;

	text[0] = 'b';
	made[0] = 'b';
	for (i = 0; i < MARKS; i++) {
		memcpy(text + 1 + 2 * i, i < MARKS - 10 ? "\xcc\x81" : "\xcc\x96", 2);
		memcpy(made + 1 + 2 * i, i < 10 ? "\xcc\x96" : "\xcc\x81", 2);
	}
	KUNIT_EXPECT_EQ(test, 0, utf8check_reader_init(&r, UTF8CHECK_FORM_NFC, text, n, NULL));
	KUNIT_EXPECT_EQ(test, n, read_all(&r, &c, end, out));
	KUNIT_EXPECT_MEMEQ(test, out, made, n);
	KUNIT_EXPECT_EQ(test, 0, utf8check_reader_next(&r, end - 1, 1));
	KUNIT_EXPECT_EQ(test, 1, utf8check_match_form(UTF8CHECK_FORM_NFC, text, n, made, n));
	KUNIT_EXPECT_EQ(test, 0, utf8check_match_form(UTF8CHECK_FORM_NFC, text, n, text, n));
}

/* Compares the answers for the text of the feed with those of the reference. */
static void try_text(struct u8c_feed *f, u8 *end)
{
	const enum utf8check_form form = f->config.form;
	const size_t n = f->want.bytes_out, at = n ? u8c_chance_below(f->chance, n) : 0;
	struct utf8check_reader r;
	struct utf8check_error e;
	int err = utf8check_reader_init(&r, form, f->in, f->n, &e);

	if (f->want.errors) {
		U8C_ASSERT(f->test, f->want.first.reason == UTF8CHECK_REASON_COMBINING_RUN ||
			   (err == -EILSEQ && u8c_same_error(&e, &f->want.first)),
			   "first error", f->in, f->n);
		return;
	}
	U8C_ASSERT(f->test, !err && read_all(&r, f->chance, end, f->out) == n &&
		   !memcmp(f->out, f->want_out, n), "reader", f->in, f->n);
	U8C_ASSERT(f->test, utf8check_match_form(form, f->in, f->n, f->out, n) == 1, "match",
		   f->in, f->n);
	f->out[at] ^= 1;
	U8C_ASSERT(f->test, !n || !utf8check_match_form(form, f->in, f->n, f->out, n),
		   "another byte", f->in, f->n);
}

static void reader_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *in = u8c_guarded(test, TEXT_MAX), *end = u8c_guarded(test, 2000);
	u64 *work = u8c_room(test, U8C_REF_WORK(TEXT_MAX) * sizeof(u64));
	struct u8c_feed *f = u8c_feed_new(test);
	unsigned int round;

	f->chance = &c;
	for (round = 0; round < u8c_rounds(3000); round++) {
		f->config = (struct utf8check_config){ .form = round % U8C_FORMS };
		f->n = u8c_chance_below(&c, TEXT_MAX);
		f->in = in - f->n;
		f->room = 1 + u8c_chance_below(&c, 100);
		u8c_sample_form_text(&c, &u8c_rfc3629, round % 3 ? 0 : 20, in - f->n, f->n);
		u8c_feed_expect_all(f, work);
		u8c_feed_run(f);
		try_text(f, end);
		cond_resched();
	}
}

static struct kunit_case reader_cases[] = {
	KUNIT_CASE_PARAM(match_row, match_gen_params),
	KUNIT_CASE(reader_run),
	KUNIT_CASE(reader_random),
	{}
};

struct kunit_suite u8c_reader_suite = {
	.name = "utf8check_reader",
	.test_cases = reader_cases,
};
