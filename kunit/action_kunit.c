// SPDX-License-Identifier: GPL-2.0-only
/*
 * Streams of every profile, encoding and action against the reference, with all splits of
 * the input and all rooms for output.
 */
#include "feed.h"
#include "reference_action.h"
#include "sample_coding.h"
#include "support.h"

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
} plain_texts[] = {
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
};

/* How a text is fed under a configuration. */
typedef void (*feed_fn)(struct u8c_feed *f);

/* All texts under a configuration that can be used; one in u8c_share(), in turns. */
static void feed_texts(struct u8c_feed *f, feed_fn fn)
{
	unsigned int i;

	if (!u8c_config_makes_sense(&f->config))
		return;
	for (i = 0; i < ARRAY_SIZE(plain_texts); i++) {
		if (f->turn++ % u8c_share())
			continue;
		f->in = plain_texts[i].p;
		f->n = plain_texts[i].n;
		u8c_feed_expect_all(f, NULL);
		fn(f);
	}
	cond_resched();
}

static void feed_actions(struct u8c_feed *f, feed_fn fn)
{
	unsigned int action;

	for (action = 0; action < U8C_ACTIONS; action++) {
		f->config.action = action;
		feed_texts(f, fn);
	}
}

/* All ways to cut a short text; a longer text is cut at each two places. */
static void feed_splits(struct u8c_feed *f)
{
	size_t a, b;

	f->room = 64;
	if (f->n <= 7) {
		for (f->cuts = 0; f->cuts < 1u << f->n; f->cuts++)
			u8c_feed_run(f);
		return;
	}
	for (a = 0; a < f->n; a++) {
		for (b = a; b < f->n; b++) {
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
	unsigned int i;

	for (i = 0; i < U8C_PROFILES; i++) {
		f->config.profile = i;
		f->config.to_profile = i;
		feed_actions(f, feed_splits);
	}
	f->config.profile = UTF8CHECK_PROFILE_WTF8;
	f->config.to_profile = UTF8CHECK_PROFILE_MUTF8;
	for (i = 0; i < U8C_ENCODINGS; i++) {
		f->config.from = i;
		feed_actions(f, feed_splits);
	}
}

static void every_room(struct kunit *test)
{
	struct u8c_feed *f = feed_of_texts(test);
	unsigned int i;

	f->config.profile = UTF8CHECK_PROFILE_EXTENDED;
	for (i = 0; i < UTF8CHECK_ENCODING_AUTO; i++) {
		f->config.to = i;
		feed_actions(f, feed_rooms);
	}
	f->config.to = UTF8CHECK_ENCODING_UTF8;
	for (i = 0; i < U8C_BOMS; i++) {
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
	unsigned int i;

	for (i = 0; i < many * many; i++) {
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
	unsigned int i;

	for (i = 0; i < many; i++) {
		f->config.bom = i % U8C_BOMS;
		f->config.from = i / U8C_BOMS % U8C_ENCODINGS;
		f->config.to = i / U8C_BOMS / U8C_ENCODINGS;
		feed_actions(f, feed_whole);
	}
}

/* A random configuration that can be used. */
static void choose(struct u8c_chance *c, struct utf8check_config *config)
{
	do {
		config->profile = u8c_chance_below(c, U8C_PROFILES);
		config->to_profile = u8c_chance_below(c, U8C_PROFILES);
		config->from = u8c_chance_below(c, U8C_ENCODINGS);
		config->to = u8c_chance_below(c, 2) ? config->from :
			     u8c_chance_below(c, UTF8CHECK_ENCODING_AUTO);
		config->action = u8c_chance_below(c, U8C_ACTIONS);
		config->bom = u8c_chance_below(c, U8C_BOMS);
		config->flags = u8c_chance_below(c, 16) & ~UTF8CHECK_FLAG_STREAM_SAFE;
		config->forbid = (u64)u8c_chance_below(c, 64) << UTF8CHECK_REASON_CONTROL;
		if (u8c_chance_below(c, 4))
			config->forbid = 0;
	} while (!u8c_config_makes_sense(config));
}

static void action_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *text = u8c_room(test, 700);
	struct u8c_coding coding = {};
	unsigned int round;

	f->chance = &c;
	f->in = text;
	for (round = 0; round < u8c_rounds(6000); round++) {
		choose(&c, &f->config);
		coding.profile = f->config.profile;
		coding.encoding = f->config.from % UTF8CHECK_ENCODING_AUTO;
		f->n = u8c_chance_below(&c, round % 4 ? 124 : 700);
		f->room = round % 5 * 37;
		if (round & 1)
			f->n = u8c_sample_coded_text(&c, &coding, text, f->n);
		else
			u8c_sample_text(&c, 1u << round % 8, text, f->n);
		u8c_feed_expect_all(f, NULL);
		u8c_feed_run(f);
		cond_resched();
	}
}

static struct kunit_case action_cases[] = {
	KUNIT_CASE_SLOW(action_every_pair),
	KUNIT_CASE_SLOW(every_split),
	KUNIT_CASE_SLOW(every_room),
	KUNIT_CASE_SLOW(every_mark),
	KUNIT_CASE(action_random),
	{}
};

struct kunit_suite u8c_action_suite = {
	.name = "utf8check_action",
	.test_cases = action_cases,
};
