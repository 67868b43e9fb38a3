// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams and whole texts under a form: the longest runs, and random text against the
 * reference; each text ends at a guard page.
 */
#include "feed.h"
#include "reference_action.h"
#include "sample_form.h"
#include "support.h"

/* Bytes of a random text: its output fits into the room of a feed. */
#define TEXT_MAX 300
/* Long enough that a kernel uses vectors. */
#define WHOLE_MAX 1200
#define RUN_TEXT (2 * (U8C_RUN_MAX + 8))

/* A feed, and memory for what the reference says of texts up to @n bytes. */
static struct u8c_feed *feed_new(struct kunit *test, size_t n)
{
	struct u8c_feed *f = u8c_feed_new(test);

	test->priv = u8c_room(test, U8C_REF_WORK(n) * sizeof(u64));
	return f;
}

/* Makes a random configuration with a form; about half of them refuse what is not normalized. */
static void choose(struct u8c_chance *c, struct utf8check_config *config)
{
	memset(config, 0, sizeof(*config));
	do {
		config->profile = u8c_chance_below(c, U8C_PROFILES);
		config->to_profile = u8c_chance_below(c, U8C_PROFILES);
		config->from = u8c_chance_below(c, U8C_ENCODINGS);
		config->to = u8c_chance_below(c, UTF8CHECK_ENCODING_AUTO);
		config->action = u8c_chance_below(c, U8C_ACTIONS);
		config->form = u8c_chance_below(c, U8C_FORMS);
		config->bom = u8c_chance_below(c, U8C_BOMS);
		config->flags = u8c_chance_below(c, 16);
		config->forbid = u8c_chance_below(c, 4) ? 0 :
				 (u64)u8c_chance_below(c, 64) << UTF8CHECK_REASON_CONTROL;
		if (u8c_chance_below(c, 2))
			config->forbid |= 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
	} while (!u8c_config_makes_sense(config) ||
		 !u8c_config_needs_work(config));
}

static void form_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, TEXT_MAX);
	struct u8c_feed *f = feed_new(test, TEXT_MAX);
	struct u8c_coding coding = {};
	unsigned int round;

	f->chance = &c;
	for (round = 0; round < u8c_rounds(12000); round++) {
		choose(&c, &f->config);
		coding.profile = f->config.profile;
		coding.encoding = f->config.from % UTF8CHECK_ENCODING_AUTO;
		f->n = u8c_chance_below(&c, TEXT_MAX);
		f->in = end - f->n;
		f->room = f->config.flags & UTF8CHECK_FLAG_NO_OUTPUT ? 0 : round % 5 * 37;
		u8c_sample_form_text(&c, &coding, 1u << round % 7, end - f->n,
				     f->n);
		u8c_feed_expect_all(f, f->test->priv);
		u8c_feed_run(f);
		cond_resched();
	}
}

/* All ways to ask one implementation about a whole text; its form has @n bytes. */
static void try_whole(struct kunit *test, const struct u8c_impl *impl,
		      struct u8c_feed *f, size_t n)
{
	enum utf8check_form form = f->config.form;
	struct u8c_sink s = u8c_sink(f->window - n, n);
	size_t offset;
	int order;

	U8C_ASSERT(test, u8c_normalize(impl, form, u8c_text(f->in, f->n), &s,
				       NULL) == U8C_MADE &&
		   s.made == n && !memcmp(f->window - n, f->want_out, n),
		   impl->name, f->in, f->n);
	U8C_ASSERT(test, u8c_is_normalized(impl, form, u8c_text(f->window - n, n), &offset,
					   NULL) && offset == n,
		   impl->name, f->in, f->n);
	U8C_ASSERT(test, u8c_compare_form(impl, form, u8c_text(f->in, f->n),
					  u8c_text(f->window - n, n), &order) &&
		   !order, impl->name, f->in, f->n);
}

/* A whole well-formed text; its form is written to a room of its size before a guard. */
static void form_whole(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	const struct u8c_impl *const *i;
	u8 *end = u8c_guarded(test, WHOLE_MAX);
	struct u8c_feed *f = feed_new(test, WHOLE_MAX);
	unsigned int round;
	size_t n;

	for (round = 0; round < u8c_rounds(1000); round++) {
		u8c_sample_form_text(&c, &u8c_rfc3629, 0, end - WHOLE_MAX,
				     WHOLE_MAX);
		n = u8c_previous_boundary(&u8c_rfc3629, end - WHOLE_MAX, WHOLE_MAX,
					  u8c_chance_below(&c, WHOLE_MAX));
		f->in = end - n;
		memmove(end - n, end - WHOLE_MAX, n);
		f->n = n;
		f->config = (struct utf8check_config){ .form = round % U8C_FORMS };
		u8c_feed_expect_all(f, f->test->priv);
		/* The window has no more room: the guard page is after it. */
		if (f->want.bytes_out > U8C_FEED_MAX || f->want.errors)
			continue;
		n = f->want.bytes_out;
		u8c_for_each_impl(i)
			try_whole(test, *i, f, n);
		cond_resched();
	}
}

/* A letter and @many nonstarters, of two classes by turns or the last ten of a lower one. */
static size_t make_run(u8 *p, unsigned int many)
{
	unsigned int i;
	size_t n = 0;

	p[n++] = 'b';
	for (i = 0; i < many; i++) {
		p[n++] = 0xcc;
		p[n++] = (many & 1 ? !(i & 1) : i + 10 < many) ? 0x81 : 0x96;
	}
	p[n++] = 'b';
	return n;
}

static void try_whole_run(struct u8c_feed *f, unsigned int many)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	enum u8c_made want = many > U8C_RUN_MAX ? U8C_MADE_COMBINING_RUN :
						  U8C_MADE;
	struct u8c_sink s = u8c_sink(f->out, U8C_FEED_MAX);
	struct utf8check_error e = {};

	KUNIT_EXPECT_EQ(f->test, u8c_normalize(impl, f->config.form,
					       u8c_text(f->in, f->n), &s, &e),
			want);
	if (want == U8C_MADE)
		return;
	KUNIT_EXPECT_EQ(f->test, e.reason, UTF8CHECK_REASON_COMBINING_RUN);
	KUNIT_EXPECT_EQ(f->test, e.offset, 1 + 2 * U8C_RUN_MAX);
}

static void form_runs(struct kunit *test)
{
	static const enum utf8check_action actions[] = {
		UTF8CHECK_ACTION_REJECT, UTF8CHECK_ACTION_REPLACE, UTF8CHECK_ACTION_DROP,
		UTF8CHECK_ACTION_PASS,
		UTF8CHECK_ACTION_SHORTEST
	};
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = feed_new(test, RUN_TEXT);
	u8 *text = u8c_room(test, RUN_TEXT);
	unsigned int many, i;

	f->chance = &c;
	f->room = 100;
	f->in = text;
	for (many = U8C_RUN_MAX - 2; many <= U8C_RUN_MAX + 3; many++) {
		const unsigned int over = many > U8C_RUN_MAX ? many - U8C_RUN_MAX : 0;

		f->n = make_run(text, many);
		for (i = many % u8c_share() % 7; i < ARRAY_SIZE(actions) * (U8C_FORMS - 1);
		     i += u8c_share() > 7 ? 7 : u8c_share()) {
			f->config = (struct utf8check_config){
				.form = UTF8CHECK_FORM_NFC + i % (U8C_FORMS - 1),
				.action = actions[i / (U8C_FORMS - 1)],
				.flags = UTF8CHECK_FLAG_POSITION,
			};
			u8c_feed_expect_all(f, f->test->priv);
			u8c_feed_run(f);
			try_whole_run(f, many);
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
		u8c_feed_expect_all(f, f->test->priv);
		u8c_feed_run(f);
		KUNIT_EXPECT_EQ(test, f->want.errors, 0);
	}
}

#define TEXT(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

/* U+00C1 is C3 81, U+0301 CC 81, U+0316 CC 96; U+1100 U+1161 U+11A8. */
static const struct {
	const u8 *p;
	size_t n;
} texts[] = {
	TEXT(""), TEXT("a"), TEXT("\xcc\x81"), TEXT("a\xcc\x81\xcc\x96"),
	TEXT("\xc3\x81"), TEXT("a\xcc\x81" "b"), TEXT("a\xcc\x96\xcc\x81\n"),
	TEXT("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8"),
	TEXT("\xea\xb0\x80\xe1\x86\xa8"), TEXT("\xea\xb0\x81"),
	TEXT("\xe2\x84\xa6"), TEXT("\xcd\x84"), TEXT("\xef\xb7\xba"),
	TEXT("\xef\xac\x83\xcc\x81"), TEXT("\xe1\xbe\x80\xcc\x96"),
	TEXT("\xce\xb1\xcd\x85\xcc\x94"), TEXT("STRASSE \xc3\x9f\xcc\x81"),
	/* errors between code points that would compose or be reordered */
	TEXT("a\xff\xcc\x81"), TEXT("a\xcc\xcc\x81"), TEXT("a\xcc\x81\xff\xcc\x96"),
	TEXT("\xe1\x84\x80\xff\xe1\x85\xa1"), TEXT("a\xcc\x81x\xff"),
	TEXT("a\xcc\x81\xe2\x82"), TEXT("a\xc1\xa1\xcc\x81"),
	/* left out by NFKC_Casefold, between lines and surrogates */
	TEXT("\xc2\xad\nb"), TEXT("a\xc2\xad\n\nb"), TEXT("\n\xc2\xad\xcc\x81\n\n"),
	TEXT("\xed\xa0\x80\xc2\xad\xed\xb0\x80"), TEXT("\xef\xbb\xbf" "A"),
	TEXT("\xed\xa0\x80\xff\xed\xb0\x80"),
	/* beyond U+10FFFF */
	TEXT("a\xf4\x90\x80\x80\xcc\x81"),
	TEXT("A\xfc\x84\x80\x80\x80\x81\xcc\x81"),
};

/* Whole, without output, in each cut, and byte by byte with all rooms. */
static void feed_splits(struct u8c_feed *f)
{
	const bool output = !(f->config.flags & UTF8CHECK_FLAG_NO_OUTPUT);
	size_t at;

	u8c_feed_expect_all(f, f->test->priv);
	f->cuts = 0;
	f->room = output ? U8C_FEED_MAX : 0;
	u8c_feed_run(f);
	f->room = 0;
	u8c_feed_run(f);
	f->room = output ? 64 : 0;
	for (at = 0; at < f->n && at < 64; at++) {
		f->cuts = 1ull << at;
		u8c_feed_run(f);
	}
	f->cuts = ~0ull;
	for (f->room = 1; output && f->room < 24; f->room++)
		u8c_feed_run(f);
}

/*
 * With each form and action; with and without stream-safe and output; as a question
 * and not.
 */
static void feed_forms(struct u8c_feed *f)
{
	unsigned int i;

	for (i = 0; i < U8C_FORMS * U8C_ACTIONS * 8; i++) {
		f->config.form = i % U8C_FORMS;
		f->config.action = i / U8C_FORMS % U8C_ACTIONS;
		f->config.flags = UTF8CHECK_FLAG_POSITION |
				  (i / U8C_FORMS / U8C_ACTIONS & 1) * UTF8CHECK_FLAG_STREAM_SAFE |
				  (i / U8C_FORMS / U8C_ACTIONS & 2 ? UTF8CHECK_FLAG_NO_OUTPUT : 0);
		f->config.forbid = i / U8C_FORMS / U8C_ACTIONS & 4 ?
				   1ull << UTF8CHECK_REASON_NOT_NORMALIZED : 0;
		if (!u8c_config_makes_sense(&f->config) || f->turn++ % u8c_share())
			continue;
		feed_splits(f);
		cond_resched();
	}
}

static void every_split(struct kunit *test)
{
	static const u8 profiles[] = { UTF8CHECK_PROFILE_RFC3629, UTF8CHECK_PROFILE_WTF8,
	UTF8CHECK_PROFILE_EXTENDED };
	struct u8c_feed *f = feed_new(test, 64);
	unsigned int i, k;

	f->impl = u8c_impl_find(NULL);
	for (k = 0; k < ARRAY_SIZE(profiles); k++) {
		f->config.profile = profiles[k];
		f->config.to_profile = profiles[k];
		for (i = 0; i < ARRAY_SIZE(texts); i++) {
			f->in = texts[i].p;
			f->n = texts[i].n;
			feed_forms(f);
		}
	}
}

/* Most text is in its form, so take such text and insert one bad code point: U+0344. */
static void random_normalized(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = feed_new(test, U8C_FEED_MAX);
	u8 *p = u8c_room(test, U8C_FEED_MAX), *spoiled = u8c_room(test, U8C_FEED_MAX);
	unsigned int round;
	size_t n, at;

	f->chance = &c;
	for (round = 0; round < u8c_rounds(4000); round++) {
		f->config = (struct utf8check_config){
			.form = UTF8CHECK_FORM_NFC + u8c_chance_below(&c, U8C_FORMS - 1),
			.flags = UTF8CHECK_FLAG_POSITION, .action = UTF8CHECK_ACTION_DROP,
		};
		u8c_sample_form_text(&c, &u8c_rfc3629, 0, p, 60);
		f->in = p;
		f->n = 60;
		f->room = 40;
		u8c_feed_expect_all(f, test->priv);
		u8c_feed_run(f);
		n = f->made;
		memcpy(p, f->out, n);
		f->config.action = UTF8CHECK_ACTION_REJECT;
		f->config.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
		f->config.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
		f->n = n;
		f->room = 0;
		u8c_feed_expect_all(f, test->priv);
		KUNIT_ASSERT_EQ(test, f->want.errors, 0);
		u8c_feed_run(f);
		at = u8c_previous_boundary(&u8c_rfc3629, p, n, u8c_chance_below(&c, n + 1));
		memcpy(spoiled, p, at);
		memcpy(spoiled + at, "\xcd\x84", 2);
		memcpy(spoiled + at + 2, p + at, n - at);
		f->in = spoiled;
		f->n = n + 2;
		u8c_feed_expect_all(f, test->priv);
		KUNIT_ASSERT_EQ(test, f->want.by_reason[UTF8CHECK_REASON_NOT_NORMALIZED], 1);
		KUNIT_ASSERT_LE(test, f->want.first.offset, at);
		u8c_feed_run(f);
		cond_resched();
	}
}

static const struct {
	enum utf8check_form form;
	const char *text;
	u32 offset, line, column, length, value;
} answers[] = {
	{ .form = UTF8CHECK_FORM_NFC, .text = "\n" "ab\xcc\x81q" },
	{ UTF8CHECK_FORM_NFC, "\n" "ae\xcc\x81", 2, 2, 2, 1, 'e' },
	{ UTF8CHECK_FORM_NFD, "ab\n\xc3\xa9", 3, 2, 1, 2, 0xe9 },
	{ .form = UTF8CHECK_FORM_NFD, .text = "a\xcc\x96\xcc\x81" },
	{ .form = UTF8CHECK_FORM_NFC, .text = "be\xcc\x96\xc3\xa9" },
	{ UTF8CHECK_FORM_NFD, "a\xcc\x81\xcc\x96", 1, 1, 2, 2, 0x301 },
	{ UTF8CHECK_FORM_NFKC, "x\xef\xac\x83", 1, 1, 2, 3, 0xfb03 },
	{ UTF8CHECK_FORM_NFKC_CASEFOLD, "a\xc2\xad\n", 1, 1, 2, 2, 0xad },
	{ UTF8CHECK_FORM_NFKC_CASEFOLD, "\xc2\xad\nb", 0, 1, 1, 2, 0xad },
	{ UTF8CHECK_FORM_NFD_CASEFOLD, "ab\nC", 3, 2, 1, 1, 'C' },
	/* the text before an ill-formed byte is a text of its own */
	{ UTF8CHECK_FORM_NFD, "\xc3\xa9\xff", 0, 1, 1, 2, 0xe9 },
	{ UTF8CHECK_FORM_NFC, "e\xcc\x81\xff", 0, 1, 1, 1, 'e' },
};

/* Compares with rows, not with the reference alone. */
static void spelled(struct kunit *test)
{
	struct u8c_feed *f = feed_new(test, 64);
	const struct utf8check_error *e = &f->want.first;
	unsigned int i;

	f->config.flags = UTF8CHECK_FLAG_NO_OUTPUT | UTF8CHECK_FLAG_POSITION;
	f->config.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
	for (i = 0; i < ARRAY_SIZE(answers); i++) {
		f->config.form = answers[i].form;
		f->in = (const u8 *)answers[i].text;
		f->n = strlen(answers[i].text);
		feed_splits(f);
		KUNIT_EXPECT_EQ(test, f->want.errors, !!answers[i].length);
		if (!answers[i].length)
			continue;
		KUNIT_EXPECT_EQ(test, e->reason, UTF8CHECK_REASON_NOT_NORMALIZED);
		KUNIT_EXPECT_EQ(test, e->offset, answers[i].offset);
		KUNIT_EXPECT_EQ(test, e->line, answers[i].line);
		KUNIT_EXPECT_EQ(test, e->column, answers[i].column);
		KUNIT_EXPECT_EQ(test, e->length, answers[i].length);
		KUNIT_EXPECT_EQ(test, e->value, answers[i].value);
		KUNIT_EXPECT_EQ(test, f->want.bytes_in, e->offset);
		KUNIT_EXPECT_MEMEQ(test, e->bytes, f->in + e->offset, e->length);
	}
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
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)));
	u8c_stream_push(&s, "ba", &used, NULL, NULL);
	for (i = 0; i < 70000; i++) {
		used = 2;
		u8c_stream_push(&s, "\xc2\xad", &used, NULL, NULL);
	}
	KUNIT_EXPECT_EQ(test, u8c_stream_finish(&s, NULL, NULL), U8C_REJECTED);
	KUNIT_EXPECT_EQ(test, s.first.offset, 2);
	KUNIT_EXPECT_EQ(test, s.first.length, 2);
	KUNIT_EXPECT_EQ(test, s.bytes_in, 2);
	KUNIT_EXPECT_EQ(test, s.code_points, 2);
	KUNIT_EXPECT_EQ(test, s.position.column, 3);
}

/* A reset begins a new text: nothing that was held back comes out. */
static void reset(struct kunit *test)
{
	const struct utf8check_config config = { .form = UTF8CHECK_FORM_NFC };
	struct u8c_stream s;
	size_t used, made;
	u8 out[16];

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)));
	used = 1;
	made = 16;
	u8c_stream_push(&s, "e", &used, out, &made);
	u8c_stream_reset(&s);
	used = 2;
	made = 16;
	u8c_stream_push(&s, "\xcc\x81", &used, out, &made);
	KUNIT_EXPECT_EQ(test, made, 0);
	made = 16;
	KUNIT_EXPECT_EQ(test, u8c_stream_finish(&s, out, &made), U8C_DONE);
	KUNIT_EXPECT_EQ(test, made, 2);
	KUNIT_EXPECT_MEMEQ(test, out, "\xcc\x81", 2);
}

/*
 * Runs that the Stream-Safe Text Process divides are counted in NFKD, where the starter
 * U+FF9E is a nonstarter; fast paths pass over text, and must count the nonstarters in it.
 */
static void safe_runs(struct kunit *test)
{
	enum { ROOM = 700 };
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = feed_new(test, ROOM);
	u8 *p = u8c_room(test, ROOM);
	u32 points[U8C_SAMPLE_FORM_MAX];
	unsigned int round;
	size_t n, most;

	f->in = p;
	for (round = 0; round < u8c_rounds(5000); round++) {
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
		u8c_feed_expect_all(f, test->priv);
		u8c_feed_run(f);
		cond_resched();
	}
}

static struct kunit_case normalize_cases[] = {
	KUNIT_CASE(form_random),
	KUNIT_CASE_SLOW(every_split),
	KUNIT_CASE(random_normalized),
	KUNIT_CASE(spelled),
	KUNIT_CASE(many_left_out),
	KUNIT_CASE(reset),
	KUNIT_CASE(form_whole),
	KUNIT_CASE(form_runs),
	KUNIT_CASE(safe_runs),
	{}
};

struct kunit_suite u8c_normalize_suite = {
	.name = "utf8check_normalize",
	.test_cases = normalize_cases,
};
