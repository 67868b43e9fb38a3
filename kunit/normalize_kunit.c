// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams and whole texts under a form against the reference: random texts, the longest
 * runs, and every difference from a form.
 */
#include "errors.h"
#include "feed.h"
#include "sample_form.h"
#include "support.h"
#include "ways.h"

/* Long enough that a kernel uses vectors. */
#define WHOLE_MAX 1200
/* Every difference from a form is listed, the first of each run. */
static const struct utf8check_config ask_for_all = {
	.action = UTF8CHECK_ACTION_PASS, .records = 17,
	.flags = UTF8CHECK_FLAG_POSITION | UTF8CHECK_FLAG_NO_OUTPUT,
	.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
};

#define RUN_TEXT (2 * (U8C_RUN_MAX + 8))

/* Whole well-formed texts. */
static void form_whole(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_ways *w = u8c_ways_new(test, U8C_FEED_MAX);
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, WHOLE_MAX);

	f->in = p;
	for (unsigned int round = 0; round < u8c_rounds(3000); round++) {
		u8c_sample_form_text(&c, &u8c_rfc3629, 0, p, WHOLE_MAX);
		f->n = u8c_previous_boundary(&u8c_rfc3629, p, WHOLE_MAX,
					     u8c_chance_below(&c, round % 4 ? 60 : WHOLE_MAX));
		f->config = (struct utf8check_config){ .form = round % U8C_FORMS };
		u8c_feed_expect(f);
		if (f->want.bytes_out <= U8C_FEED_MAX && !f->want.errors)
			u8c_ways_try(w, NULL, f->config.form, u8c_text(p, f->n),
				     u8c_text(f->want_out, f->want.bytes_out));
		cond_resched();
	}
}

/* A letter and @many nonstarters: of two classes by turns, or the last ten of a lower one. */
static size_t make_run(u8 *p, unsigned int many)
{
	size_t n = 0;

	p[n++] = 'b';
	for (unsigned int i = 0; i < many; i++) {
		const bool high = many % 2 ? i % 2 == 0 : i + 10 < many;

		p[n++] = 0xcc;
		p[n++] = high ? 0x81 : 0x96;
	}
	p[n++] = 'b';
	return n;
}

static void form_runs(struct kunit *test)
{
	static const enum utf8check_action actions[] = {
		UTF8CHECK_ACTION_REJECT, UTF8CHECK_ACTION_REPLACE, UTF8CHECK_ACTION_DROP,
		UTF8CHECK_ACTION_PASS,
		UTF8CHECK_ACTION_SHORTEST
	};
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *text = u8c_room(test, RUN_TEXT);
	const unsigned int step = min_t(unsigned int, u8c_share(), 7);
	unsigned int many, i;

	f->chance = &c;
	f->room = 100;
	f->in = text;
	for (many = U8C_RUN_MAX - 2; many <= U8C_RUN_MAX + 3; many++) {
		const unsigned int over = many > U8C_RUN_MAX ? many - U8C_RUN_MAX : 0;

		f->n = make_run(text, many);
		for (i = many % step; i < ARRAY_SIZE(actions) * (U8C_FORMS - 1); i += step) {
			f->config = (struct utf8check_config){
				.form = UTF8CHECK_FORM_NFC + i % (U8C_FORMS - 1),
				.action = actions[i / (U8C_FORMS - 1)],
				.flags = UTF8CHECK_FLAG_POSITION,
			};
			u8c_feed_expect(f);
			u8c_feed_run(f);
			KUNIT_EXPECT_EQ(test, f->want.errors,
					f->config.action == UTF8CHECK_ACTION_DROP ? over : !!over);
			if (over) {
				KUNIT_EXPECT_EQ(test, f->want.first.reason,
						UTF8CHECK_REASON_COMBINING_RUN);
				KUNIT_EXPECT_EQ(test, f->want.first.offset, 1 + 2 * U8C_RUN_MAX);
			}
			cond_resched();
		}
		f->config.flags |= UTF8CHECK_FLAG_STREAM_SAFE;
		u8c_feed_expect(f);
		u8c_feed_run(f);
		KUNIT_EXPECT_EQ(test, f->want.errors, 0);
	}
}

/* Most text is in its form, so take such text and insert one bad code point: U+0344. */
static void random_normalized(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, U8C_FEED_MAX), *spoiled = u8c_room(test, U8C_FEED_MAX);
	size_t n, at;

	f->chance = &c;
	for (unsigned int round = 0; round < u8c_rounds(4000); round++) {
		f->config = (struct utf8check_config){
			.form = UTF8CHECK_FORM_NFC + u8c_chance_below(&c, U8C_FORMS - 1),
			.flags = UTF8CHECK_FLAG_POSITION, .action = UTF8CHECK_ACTION_DROP,
		};
		u8c_sample_form_text(&c, &u8c_rfc3629, 0, p, 60);
		f->in = p;
		f->n = 60;
		f->room = 40;
		u8c_feed_expect(f);
		u8c_feed_run(f);
		n = f->made;
		memcpy(p, f->out, n);
		f->config.action = UTF8CHECK_ACTION_REJECT;
		f->config.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
		f->config.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
		f->n = n;
		f->room = 0;
		u8c_feed_expect(f);
		KUNIT_ASSERT_EQ(test, f->want.errors, 0);
		u8c_feed_run(f);
		at = u8c_previous_boundary(&u8c_rfc3629, p, n, u8c_chance_below(&c, n + 1));
		memcpy(spoiled, p, at);
		memcpy(spoiled + at, "\xcd\x84", 2);
		memcpy(spoiled + at + 2, p + at, n - at);
		f->in = spoiled;
		f->n = n + 2;
		u8c_feed_expect(f);
		KUNIT_ASSERT_EQ(test, f->want.by_reason[UTF8CHECK_REASON_NOT_NORMALIZED], 1);
		KUNIT_ASSERT_LE(test, f->want.first.offset, at);
		u8c_feed_run(f);
		cond_resched();
	}
}

/* In a run only the first difference is an error; the next run has its own. */
static void one_for_a_run(struct kunit *test)
{
	static const struct {
		enum utf8check_form form;
		const char *text;
		u8 count;
		u8 offsets[4];
	} rows[] = {
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xcd\x80\xcd\x80", 1, { 0 } },
		{ UTF8CHECK_FORM_NFC, "a\xcd\x80\xcd\x80" "b\xcd\x80", 2, { 0, 6 } },
		{ UTF8CHECK_FORM_NFC, "\xe2\x84\xab\xcd\x80\xe2\x84\xab", 2, { 0, 5 } },
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xff\xcd\x80\n\xcd\x80", 4, { 0, 2, 3, 6 } },
		{ UTF8CHECK_FORM_NFC, "\xcd\x80\xcc\x81\x01\xcd\x80", 3, { 0, 4, 5 } },
		{ UTF8CHECK_FORM_NFD, "a\xcc\x81\xcc\x96\xcd\x80" "a\xcc\x96", 1, { 1 } },
		{ UTF8CHECK_FORM_NFKC_CASEFOLD, "a\xc2\xad\xc2\xad" "B\xc2\xad", 2, { 1, 5 } },
	};
	struct u8c_feed *f = u8c_feed_new(test);

	f->config = ask_for_all;
	f->config.forbid |= 1ull << UTF8CHECK_REASON_CONTROL;
	for (u64 row = 0; row < ARRAY_SIZE(rows); row++) {
		f->config.form = rows[row].form;
		f->in = (const u8 *)rows[row].text;
		f->n = strlen(rows[row].text);
		u8c_feed_expect(f);
		u8c_feed_run(f);
		KUNIT_EXPECT_EQ(test, f->want.errors, rows[row].count);
		for (u64 i = 0; i < f->want.errors; i++)
			KUNIT_EXPECT_EQ(test, f->want.list[i].offset, rows[row].offsets[i]);
	}
}

/* About as many code points as can wait, each of which may differ from the form. */
static void long_runs(struct kunit *test)
{
	static const u32 rows[][2] = {
		{ 0x0340, 0x0341 }, { 0x0315, 0x0301 }, { 0x034f, 0x200d }, { 0x0344, 0x0308 },
		{ 0x00ad, 'a' },
	};
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, U8C_FEED_MAX);
	size_t row, many, i;

	f->chance = &c;
	f->config = ask_for_all;
	f->in = p;
	for (row = 0; row < ARRAY_SIZE(rows); row++) {
		for (many = 1000; many < 1200; many += 40 + u8c_chance_below(&c, 90)) {
			for (f->n = i = 0; i < many; i++)
				f->n += u8c_encode(&u8c_rfc3629, rows[row][!u8c_chance_below(&c, 3)],
						   p + f->n);
			f->config.form = 1 + u8c_chance_below(&c, U8C_FORMS - 1);
			u8c_feed_expect(f);
			u8c_feed_run(f);
			cond_resched();
		}
	}
}

/* A text of UTF-16, no run of which is passed over, is in NFC but for one place. */
static void one_difference(struct kunit *test)
{
	const struct u8c_coding utf16 = { .encoding = UTF8CHECK_ENCODING_UTF16LE };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, U8C_FEED_MAX);
	size_t many, at, i;

	f->config = ask_for_all;
	f->config.form = UTF8CHECK_FORM_NFC;
	f->config.from = f->config.to = utf16.encoding;
	f->in = p;
	for (many = U8C_FEED_MAX / 2; many > 1; many -= 1 + many / 16) {
		at = many % U8C_VERIFIER_MAX < 40 ? many - 1 : many / 2;
		for (f->n = i = 0; i < many; i++)
			f->n += u8c_encode(&utf16, i == at ? 0x301 : 'a' + i % 26, p + f->n);
		p[2 * at - 2] = 'e';
		u8c_feed_expect(f);
		KUNIT_EXPECT_EQ(test, f->want.first.offset, 2 * at - 2);
		u8c_feed_run(f);
	}
}

/*
 * A unit, many times.  Regressions: the room for output ended a block in the middle of the mark
 * of U+0648 U+0654, which did not compose; and without an output the place from which text gets
 * small letters was counted from NULL, as clang's sanitizer says.
 */
static void repeated(struct kunit *test)
{
	static const struct {
		const char *unit;
		u8 form;
		u32 flags;
	} rows[] = {
		{ "\xd9\x88\xd9\x94", UTF8CHECK_FORM_NFC, 0 },
		{ "e\xcc\x81", UTF8CHECK_FORM_NFC, UTF8CHECK_FLAG_NO_OUTPUT },
		{ "\xc3\x84", UTF8CHECK_FORM_NFKC_CASEFOLD, UTF8CHECK_FLAG_NO_OUTPUT },
		{ "A", UTF8CHECK_FORM_NFD_CASEFOLD, UTF8CHECK_FLAG_STREAM_SAFE },
	};
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, U8C_FEED_MAX);

	f->in = p;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		f->config = (struct utf8check_config){ .form = rows[i].form, .flags = rows[i].flags };
		f->n = U8C_FEED_MAX - U8C_FEED_MAX % strlen(rows[i].unit);
		u8c_ground_fill(&(struct u8c_ground){ .unit = rows[i].unit }, p, f->n);
		u8c_feed_expect(f);
		for (f->room = 96; f->room < 200; f->room += u8c_share() > 1 ? 7 : 1)
			u8c_feed_run(f);
		f->room = 0;
		u8c_feed_run(f);
		cond_resched();
	}
}

/* An overlong form of a mark, mended, that makes a run too long, as the mark would. */
static void mended_mark(struct kunit *test)
{
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, RUN_TEXT);

	f->config = (struct utf8check_config){
		.form = UTF8CHECK_FORM_NFC, .action = UTF8CHECK_ACTION_SHORTEST,
	};
	f->in = p;
	f->n = make_run(p, U8C_RUN_MAX) + 2;
	memcpy(p + f->n - 3, "\xe0\x8c\x96", 3);
	f->room = U8C_FEED_MAX;
	u8c_feed_expect(f);
	KUNIT_EXPECT_EQ(test, f->want.first.offset, f->n - 3);
	KUNIT_EXPECT_EQ(test, f->want.first.reason, UTF8CHECK_REASON_COMBINING_RUN);
	u8c_feed_run(f);
}

/* 70,000 times U+00AD wait for the letter before them: 16 bits cannot count them. */
static void many_left_out(struct kunit *test)
{
	const struct utf8check_config config = {
		.form = UTF8CHECK_FORM_NFKC_CASEFOLD,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT | UTF8CHECK_FLAG_POSITION,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	size_t used = 2, i;
	struct u8c_stream s;

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)), NULL, 0);
	u8c_stream_push(&s, "ba", &used, NULL, NULL);
	for (i = 0; i < 70000; i++) {
		used = 2;
		u8c_stream_push(&s, "\xc2\xad", &used, NULL, NULL);
	}
	KUNIT_EXPECT_EQ(test, u8c_stream_finish(&s, NULL, NULL), U8C_REJECTED);
	KUNIT_EXPECT_EQ(test, s.first.offset, 2);
	KUNIT_EXPECT_EQ(test, s.first.length, 2);
	KUNIT_EXPECT_EQ(test, s.bytes_in, 2);
	KUNIT_EXPECT_EQ(test, u8c_stream_code_points(&s), 2);
	KUNIT_EXPECT_EQ(test, s.position.column, 3);
}

/*
 * Runs that the Stream-Safe Text Process divides are counted in NFKD, where the starter
 * U+FF9E is a nonstarter; fast paths pass over text, and must count the nonstarters in it.
 */
static void safe_runs(struct kunit *test)
{
	enum { ROOM = 700 };
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, ROOM);
	u32 points[U8C_SAMPLE_FORM_MAX];
	size_t n, most;

	f->in = p;
	for (unsigned int round = 0; round < u8c_rounds(5000); round++) {
		f->config = (struct utf8check_config){
			.form = round % (UTF8CHECK_FORM_NFKD + 1),
			.flags = UTF8CHECK_FLAG_STREAM_SAFE,
		};
		most = 1 + u8c_chance_below(&c, u8c_chance_below(&c, 4) ? 240 : ROOM - 8);
		for (n = 0; n < most; n += u8c_encode(&u8c_rfc3629, points[0], p + n)) {
			points[0] = u8c_chance_below(&c, 3) ? 0x300 : 0xff9e;
			if (!n || !u8c_chance_below(&c, 50))
				u8c_sample_form_points(&c, points);
		}
		f->n = n;
		f->chance = round % 2 ? &c : NULL;
		f->room = round % 2 ? 200 : U8C_FEED_MAX;
		u8c_feed_expect(f);
		u8c_feed_run(f);
		cond_resched();
	}
}

static struct kunit_case normalize_cases[] = {
	KUNIT_CASE(random_normalized),
	KUNIT_CASE(one_for_a_run),
	KUNIT_CASE(long_runs),
	KUNIT_CASE(one_difference),
	KUNIT_CASE(repeated),
	KUNIT_CASE(mended_mark),
	KUNIT_CASE(many_left_out),
	KUNIT_CASE(form_whole),
	KUNIT_CASE(form_runs),
	KUNIT_CASE(safe_runs),
	{}
};

struct kunit_suite u8c_normalize_suite = {
	.name = "utf8check_normalize",
	.test_cases = normalize_cases,
};
