// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams of every profile, encoding, action and form against the reference: a few texts with
 * all splits of the input and all rooms for output; then random ones, which are also converted
 * as a whole.  Text and room end at a guard page.
 */
#include "exhaustive.h"
#include "feed.h"
#include "sample_coding.h"
#include "sample_form.h"
#include "support.h"

#define TEXT_MAX 700

static void feed_rooms(struct u8c_feed *f)
{
	for (f->room = 0; f->room <= 40; f->room++) {
		f->cuts = 0;
		u8c_feed_run(f);
		f->cuts = ~0ull;
		u8c_feed_run(f);
	}
}

#define TEXT(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

static const struct {
	const u8 *p;
	size_t n;
} texts[] = {
	TEXT(""), TEXT("\0"), TEXT("a\nb"), TEXT("\\"), TEXT("a\\b\\\\"),
	TEXT("\\xff"), TEXT("\\x4"), TEXT("\\x4g\\y"), TEXT("\\x!0"), TEXT("\\xFF\\x"),
	TEXT("\xef\xbb\xbf"), TEXT("\xef\xbb\xbf" "a\xef\xbb\xbf"),
	TEXT("\xef\xbb"), TEXT("\xff\xfe"), TEXT("\xfe\xff" "a\xd8"),
	TEXT("\xff\xfe\0\0"), TEXT("\0\0\xfe\xff\0\x11"),
	TEXT("\xc0\x80"), TEXT("\xc0\x8a" "a"), TEXT("\xc0\xaf"),
	TEXT("\xc0\x9b"), TEXT("\xe0\x80"), TEXT("\xf0\x8d\xa0\x80"),
	TEXT("\xed\xa0\x80"), TEXT("\xed\xa0\xbd\xed\xb8\x80"),
	TEXT("\xed\xa0\x80\xed\xa0\x80\xed\xb0\x80\xed\xb0\x80"),
	TEXT("\xed\xa0\x80\xff\xed\xb0\x80"), TEXT("\xed\xa0\xed\xb0\x80"),
	TEXT("\xed\xa0\x80\xed\xb0"), TEXT("\xed\xb0\x80" "a"),
	TEXT("\xf0\x9f\x98\x80"), TEXT("\xf4\x90\x80\x80"),
	TEXT("\xf8\x88\x80\x80\x80"), TEXT("\xfd\xbf\xbf\xbf\xbf\xbf"),
	TEXT("\xfe\x82\x80\x80\x80\x80\x80"),
	TEXT("\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf"),
	TEXT("\xff\x80\x84\x80\x80\x80\x80\x80"),
	TEXT("a\0\x3d\xd8\0\xde"), TEXT("\xd8\x3d\xde\0\0"),
	TEXT("\0\xd8\0\xd8\0\xdc\0\xdc"), TEXT("\0\0\0\\\0\0\xd8\0"),
	TEXT("\0\xd8\0\0\0\xdc\0\0\0\0\x11\0"), TEXT("\x1b[\x7f\xc2\x85"),
	/* all kinds */
	TEXT("\xef\xbb\xbf" "a\\\n\xc0\x8a\xed\xa0\xbd\xed\xb8\x80\xed\xb8\x80"
	     "\xf0\x9f\x98\x80\xfd\xbf\xbf\xbf\xbf\xbf\xc0\x80\0\xff\xe2\x82"),
	/* U+00C1 is C3 81, U+0301 CC 81, U+0316 CC 96; U+1100 U+1161 U+11A8 */
	TEXT("a"), TEXT("\xcc\x81"), TEXT("a\xcc\x81\xcc\x96"),
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

/* How a text is fed under a configuration. */
typedef void (*feed_fn)(struct u8c_feed *f);

/* All texts under a configuration that can be used; one in u8c_share(), in turns. */
static void feed_texts(struct u8c_feed *f, feed_fn fn)
{
	if (!u8c_config_makes_sense(&f->config))
		return;
	for (unsigned int i = 0; i < ARRAY_SIZE(texts); i++) {
		if (f->turn++ % u8c_share())
			continue;
		f->in = texts[i].p;
		f->n = texts[i].n;
		u8c_feed_expect(f);
		fn(f);
	}
	cond_resched();
}

static void feed_actions(struct u8c_feed *f, feed_fn fn)
{
	for (unsigned int action = 0; action < U8C_ACTIONS; action++) {
		f->config.action = action;
		feed_texts(f, fn);
	}
}

/* All ways to cut a short text; a longer text is cut at each two places. */
static void feed_splits(struct u8c_feed *f)
{
	f->room = 64;
	if (f->n <= 7) {
		for (f->cuts = 0; f->cuts < 1u << f->n; f->cuts++)
			u8c_feed_run(f);
		return;
	}
	for (size_t a = 0; a < f->n; a++) {
		for (size_t b = a; b < f->n; b++) {
			f->cuts = 1ull << a | 1ull << b;
			u8c_feed_run(f);
		}
	}
}

/* Whole, without output, and byte by byte. */
static void feed_whole(struct u8c_feed *f)
{
	f->cuts = 0;
	f->room = U8C_REF_OUT(f->n);
	u8c_feed_run(f);
	f->room = 0;
	u8c_feed_run(f);
	f->cuts = ~0ull;
	f->room = 3;
	u8c_feed_run(f);
}

/* In the one implementation that is preferred. */
static struct u8c_feed *feed_of_texts(struct kunit *test)
{
	struct u8c_feed *f = u8c_feed_new(test);

	f->impl = u8c_impl_find(NULL);
	return f;
}

static void every_split(struct kunit *test)
{
	struct u8c_feed *f = feed_of_texts(test);

	for (unsigned int i = 0; i < U8C_PROFILES; i++) {
		f->config.profile = i;
		f->config.to_profile = i;
		feed_actions(f, feed_splits);
	}
	f->config.profile = UTF8CHECK_PROFILE_WTF8;
	f->config.to_profile = UTF8CHECK_PROFILE_MUTF8;
	for (unsigned int i = 0; i < U8C_ENCODINGS; i++) {
		f->config.from = i;
		feed_actions(f, feed_splits);
	}
}

static void every_room(struct kunit *test)
{
	struct u8c_feed *f = feed_of_texts(test);

	f->config.profile = UTF8CHECK_PROFILE_EXTENDED;
	for (unsigned int i = 0; i < UTF8CHECK_ENCODING_AUTO; i++) {
		f->config.to = i;
		feed_actions(f, feed_rooms);
	}
	f->config.to = UTF8CHECK_ENCODING_UTF8;
	for (unsigned int i = 0; i < U8C_BOMS; i++) {
		f->config.bom = i;
		feed_actions(f, feed_rooms);
	}
	f->config.bom = UTF8CHECK_BOM_KEEP;
	f->config.flags |= UTF8CHECK_FLAG_UNESCAPE;
	feed_actions(f, feed_rooms);
}

/* From each profile and encoding to each, with each action. */
static void action_every_pair(struct kunit *test)
{
	const unsigned int many = U8C_PROFILES * U8C_ENCODINGS;
	struct u8c_feed *f = feed_of_texts(test);

	for (unsigned int i = 0; i < many * many; i++) {
		f->config.profile = i % U8C_PROFILES;
		f->config.from = i / U8C_PROFILES % U8C_ENCODINGS;
		f->config.to_profile = i / many % U8C_PROFILES;
		f->config.to = i / many / U8C_PROFILES;
		f->config.flags = (i + i / many) % 3 ? 0 : UTF8CHECK_FLAG_POSITION;
		feed_actions(f, feed_whole);
	}
}

static void every_mark(struct kunit *test)
{
	const unsigned int many = U8C_BOMS * U8C_ENCODINGS * UTF8CHECK_ENCODING_AUTO;
	struct u8c_feed *f = feed_of_texts(test);

	for (unsigned int i = 0; i < many; i++) {
		f->config.bom = i % U8C_BOMS;
		f->config.from = i / U8C_BOMS % U8C_ENCODINGS;
		f->config.to = i / U8C_BOMS / U8C_ENCODINGS;
		feed_actions(f, feed_whole);
	}
}

/* Whole, without output, in each cut, and byte by byte with all rooms. */
static void feed_cuts(struct u8c_feed *f)
{
	const bool output = !(f->config.flags & UTF8CHECK_FLAG_NO_OUTPUT);

	f->cuts = 0;
	f->room = 0;
	u8c_feed_run(f);
	f->room = U8C_FEED_MAX;
	u8c_feed_run(f);
	for (size_t at = 0; at < f->n && at < 64; at++) {
		f->cuts = 1ull << at;
		u8c_feed_run(f);
	}
	f->cuts = ~0ull;
	for (f->room = 1; output && f->room < 24; f->room++)
		u8c_feed_run(f);
}

/* Each form; with and without stream-safe and output; as a question, for the first or for all. */
static void every_form(struct kunit *test)
{
	static const u8 profiles[] = {
		UTF8CHECK_PROFILE_RFC3629, UTF8CHECK_PROFILE_WTF8, UTF8CHECK_PROFILE_EXTENDED,
	};
	struct u8c_feed *f = feed_of_texts(test);
	unsigned int i, what;

	for (i = 0; i < U8C_FORMS * 16 * ARRAY_SIZE(profiles); i++) {
		what = i / U8C_FORMS % 16;
		f->config.form = i % U8C_FORMS;
		f->config.profile = f->config.to_profile = profiles[i / U8C_FORMS / 16];
		f->config.flags = UTF8CHECK_FLAG_POSITION |
				  (what & 1 ? UTF8CHECK_FLAG_STREAM_SAFE : 0) |
				  (what & 2 ? UTF8CHECK_FLAG_NO_OUTPUT : 0);
		f->config.forbid = what & 4 ? 1ull << UTF8CHECK_REASON_NOT_NORMALIZED : 0;
		f->config.records = what & 8 ? 1 : 0;
		feed_actions(f, feed_cuts);
	}
}

/* A text that has something of what the configuration is about, of at most @n bytes before @end. */
static void choose_text(struct u8c_feed *f, u8 *end, size_t n)
{
	const struct utf8check_config *config = &f->config;
	const struct u8c_coding from = {
		.profile = config->profile, .encoding = config->from % UTF8CHECK_ENCODING_AUTO,
	}, to = { .profile = config->to_profile, .encoding = config->to };
	u8 *p = end - n;

	switch (u8c_chance_below(f->chance, 4)) {
	case 0:
		n = u8c_sample_coded_text(f->chance, &from, p, n);
		break;
	case 1:
		n = u8c_sample_long_text(f->chance, &from, &to, p, n);
		break;
	case 2:
		u8c_sample_text(f->chance, 1u << u8c_chance_below(f->chance, 8), p, n);
		break;
	default:
		u8c_sample_form_text(f->chance, &from, 1u << u8c_chance_below(f->chance, 7), p, n);
	}
	f->in = memmove(end - n, p, n);
	f->n = n;
}

static void action_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, TEXT_MAX);
	struct u8c_feed *f = u8c_feed_new(test);

	f->chance = &c;
	for (unsigned int round = 0; round < u8c_rounds(40000); round++) {
		u8c_sample_config(&c, &f->config);
		choose_text(f, end, u8c_chance_below(&c, round % 4 ? 200 : TEXT_MAX));
		f->room = round % 5 * 37;
		f->patience = round % 7 > 3 ? 0 : round % 7;
		f->again = round % 3 == 0;
		u8c_feed_expect(f);
		u8c_feed_run(f);
		if (!u8c_config_needs_work(&f->config) && !f->config.records) {
			u8c_feed_convert(f, f->want.bytes_out);
			u8c_feed_convert(f, u8c_chance_below(&c, f->want.bytes_out + 1));
		}
		cond_resched();
	}
}

static struct kunit_case action_cases[] = {
	KUNIT_CASE_SLOW(action_every_pair),
	KUNIT_CASE_SLOW(every_split),
	KUNIT_CASE_SLOW(every_room),
	KUNIT_CASE_SLOW(every_mark),
	KUNIT_CASE_SLOW(every_form),
	KUNIT_CASE(action_random),
	{}
};

struct kunit_suite u8c_action_suite = {
	.name = "utf8check_action",
	.test_cases = action_cases,
};
