// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conversion: there and back, where a profile or encoding reads
 * what another one writes, and undoing an escape gives the bytes back; and texts against
 * the reference and against streams in random parts.  Text and room end at a guard page.
 */
#include "exhaustive.h"
#include "feed.h"
#include "reference_action.h"
#include "sample_coding.h"
#include "sample_form.h"
#include "support.h"

#define TEXT_MAX 300
#define OUT_MAX U8C_REF_OUT(TEXT_MAX)

/* Return: the length of the output, or -1 where the text is rejected. */
static ssize_t convert(const struct utf8check_config *config, struct u8c_text text, u8 *out,
		       size_t room, struct utf8check_error *e)
{
	struct u8c_sink to = u8c_sink(out, room);
	struct u8c_stream s;
	bool done;

	u8c_stream_init(&s, u8c_impl_find(NULL), config);
	done = u8c_convert(&s, text, &to);
	*e = s.first;
	return done ? (ssize_t)to.made : -1;
}

/* A random configuration without a form. */
static void choose(struct u8c_chance *c, struct utf8check_config *config)
{
	do {
		*config = (struct utf8check_config){
			.size = sizeof(*config),
			.profile = u8c_chance_below(c, U8C_PROFILES),
			.to_profile = u8c_chance_below(c, U8C_PROFILES),
			.from = u8c_chance_below(c, U8C_ENCODINGS),
			.to = u8c_chance_below(c, UTF8CHECK_ENCODING_AUTO),
			.action = u8c_chance_below(c, U8C_ACTIONS),
			.bom = u8c_chance_below(c, U8C_BOMS),
			.flags = u8c_chance_below(c, 16) & ~UTF8CHECK_FLAG_STREAM_SAFE,
			.forbid = u8c_chance_below(c, 4) ? 0 :
				  (u64)u8c_chance_below(c, 64) << UTF8CHECK_REASON_CONTROL,
		};
	} while (!u8c_config_makes_sense(config));
}

/* Converts the text of the feed into a room that ends at @end. */
static void try_room(struct u8c_feed *f, u8 *end, size_t room)
{
	struct utf8check_error e;
	ssize_t made = convert(&f->config, u8c_text(f->in, f->n), end - room, room, &e);

	U8C_ASSERT(f->test, made == (f->want.rejected ? -1 : (ssize_t)f->want.bytes_out), "length",
		   f->in, f->n);
	U8C_ASSERT(f->test, made < 0 || (size_t)made > room ||
		   !memcmp(end - room, f->want_out, made), "output", f->in, f->n);
	U8C_ASSERT(f->test, f->want.errors ? u8c_same_error(&e, &f->want.first) : !e.reason,
		   "first error", f->in, f->n);
}

static void convert_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *in = u8c_guarded(test, TEXT_MAX), *out = u8c_guarded(test, OUT_MAX);
	struct u8c_feed *f = u8c_feed_new(test);
	struct u8c_coding coding = {};
	unsigned int round;

	f->chance = &c;
	for (round = 0; round < u8c_rounds(6000); round++) {
		choose(&c, &f->config);
		coding.profile = f->config.profile;
		coding.encoding = f->config.from % UTF8CHECK_ENCODING_AUTO;
		f->n = u8c_chance_below(&c, TEXT_MAX);
		f->room = f->config.flags & UTF8CHECK_FLAG_NO_OUTPUT ? 0 : 1 + round % 5 * 37;
		if (round % 2)
			f->n = u8c_sample_coded_text(&c, &coding, in - f->n, f->n);
		else
			u8c_sample_form_text(&c, &coding, 1u << round % 7, in - f->n, f->n);
		f->in = in - f->n;
		u8c_feed_expect_all(f, NULL);
		u8c_feed_run(f);
		try_room(f, out, f->want.bytes_out);
		try_room(f, out, u8c_chance_below(&c, f->want.bytes_out + 1));
		cond_resched();
	}
}

/**
 * struct trip - a text that is converted, and converted back
 *
 * @there: to another profile or encoding.
 * @back: from that one; its text is the output of @there.
 */
struct trip {
	struct u8c_feed *there;
	struct u8c_feed *back;
};

static struct trip trip_new(struct kunit *test)
{
	return (struct trip){ u8c_feed_new(test), u8c_feed_new(test) };
}

/* Makes the trip with the rooms and cuts of both, by the implementation that is preferred. */
static void go(const struct trip *t, const u8 *p, size_t n, u32 flags)
{
	const struct utf8check_config *config = &t->there->config;

	t->there->impl = u8c_impl_find(NULL);
	t->back->impl = t->there->impl;
	t->there->in = p;
	t->there->n = n;
	u8c_feed_expect_all(t->there, NULL);
	u8c_feed_run(t->there);
	t->back->config = (struct utf8check_config){
		.profile = config->to_profile, .to_profile = config->profile,
		.from = config->to, .to = config->from, .flags = flags,
	};
	t->back->in = t->there->out;
	t->back->n = t->there->made;
	u8c_feed_expect_all(t->back, NULL);
	u8c_feed_run(t->back);
	U8C_ASSERT(t->back->test, !t->back->want.errors && t->back->made == n &&
		   !memcmp(t->back->out, p, n), "there and back", p, n);
}

/* Texts of any bytes, from each profile to each. */
static void escape_and_inverse(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct trip t = trip_new(test);
	struct u8c_coding coding = {};
	unsigned int i, k;
	u8 p[96];
	size_t n;

	t.there->chance = &c;
	t.back->chance = &c;
	t.there->room = 100;
	t.back->room = 100;
	for (i = 0; i < u8c_rounds(49 * 60); i++) {
		t.there->config = (struct utf8check_config){
			.profile = i % U8C_PROFILES, .to_profile = i / U8C_PROFILES % U8C_PROFILES,
			.action = UTF8CHECK_ACTION_ESCAPE,
		};
		coding.profile = i % U8C_PROFILES;
		n = u8c_sample_coded_text(&c, &coding, p, sizeof(p));
		for (k = 0; i % 3 == 0 && k < n; k++)
			p[k] = u8c_chance_below(&c, 3) ? u8c_chance_below(&c, 256) : "\\x4"[k % 3];
		go(&t, p, n, UTF8CHECK_FLAG_UNESCAPE);
		KUNIT_EXPECT_FALSE(test, t.there->want.rejected);
		cond_resched();
	}
}

/* Each profile in each encoding, to each that can hold the text; also byte by byte. */
static void every_pair(struct kunit *test)
{
	const unsigned int n = U8C_PROFILES * UTF8CHECK_ENCODING_AUTO;
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct trip t = trip_new(test);
	unsigned int i, k, used = 0;
	size_t length;
	u8 p[150];

	t.there->cuts = ~0ull;
	t.back->cuts = ~0ull;
	for (i = 0; i < n * n; i++) {
		struct u8c_coding from = {
			.profile = i % n / UTF8CHECK_ENCODING_AUTO,
			.encoding = i % UTF8CHECK_ENCODING_AUTO,
		};
		struct u8c_coding to = {
			.profile = i / n / UTF8CHECK_ENCODING_AUTO,
			.encoding = i / n % UTF8CHECK_ENCODING_AUTO,
		};

		t.there->config = (struct utf8check_config){
			.profile = from.profile, .from = from.encoding,
			.to_profile = to.profile, .to = to.encoding,
		};
		if (!u8c_config_makes_sense(&t.there->config))
			continue;
		used++;
		for (k = 0; k < 8; k += u8c_share() > 1 ? 7 : 1) {
			length = u8c_sample_coded(&c, &from, &to, p, sizeof(p));
			t.there->chance = t.back->chance = &c;
			t.there->room = t.back->room = 40;
			go(&t, p, length, 0);
			t.there->chance = t.back->chance = NULL;
			t.there->room = t.back->room = 5;
			go(&t, p, length, 0);
		}
		cond_resched();
	}
	KUNIT_EXPECT_GT(test, used, 300);
}

/* A text with all lengths of UTF-16, cut at any two places. */
static void wide_splits(struct kunit *test)
{
	static const u8 utf8[] = "a\xc3\xa4\xe4\xba\x8c\xf0\x9f\x98\x80\xef\xbf\xbf"
		"\xf4\x8f\xbf\xbf\xf0\x90\x80\x80\n";
	struct trip t = trip_new(test);
	size_t a, b;
	u8 to;

	for (to = UTF8CHECK_ENCODING_UTF16LE; to < UTF8CHECK_ENCODING_AUTO; to++)
		for (a = 0; a < 32; a++)
			for (b = a; b < 32; b += u8c_share() > 1 ? 5 : 1) {
				t.there->config = (struct utf8check_config){ .to = to };
				t.there->cuts = t.back->cuts = 1ull << a | 1ull << b;
				t.there->room = t.back->room = 3 + b;
				go(&t, utf8, sizeof(utf8) - 1, 0);
			}
}

/* Cuts around the lengths at which vectors begin and end; rooms; parts of any size. */
static void try_long(struct u8c_feed *f, struct u8c_chance *c)
{
	static const u8 edges[] = { 1, 2, 3, 4, 29, 30, 31, 32, 33, 34, 59, 60, 61, 62, 63, 64 };
	static const u8 rooms[] = { 0, 3, 4, 31, 64, 127, 128, 200 };
	const bool output = !(f->config.flags & UTF8CHECK_FLAG_NO_OUTPUT);
	unsigned int i;

	u8c_feed_expect_all(f, NULL);
	f->chance = NULL;
	f->room = output ? U8C_FEED_MAX : 0;
	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		f->cuts = 1ull << (edges[i] - 1);
		u8c_feed_run(f);
	}
	f->cuts = 0;
	for (i = 0; i < ARRAY_SIZE(rooms); i++) {
		f->room = output ? rooms[i] : 0;
		u8c_feed_run(f);
	}
	f->chance = c;
	for (i = 0; i < 4; i++) {
		f->room = output && i < 3 ? 1 + u8c_chance_below(c, 300) : 0;
		u8c_feed_run(f);
	}
}

/* A text that is well-formed for long, with an error or two. */
static size_t long_text(struct u8c_chance *c, const struct u8c_coding *from,
			const struct u8c_coding *to, u8 *p, size_t room)
{
	size_t n = 0, at;

	while (n + 128 < room) {
		if (u8c_chance_below(c, 2)) {
			n += u8c_sample_coded(c, from, to, p + n, 16 + u8c_chance_below(c, 110));
			continue;
		}
		for (at = u8c_chance_below(c, 30); at; at--)
			n += u8c_encode(from, u8c_chance_below(c, 9) ? 'a' : '\n', p + n);
	}
	if (u8c_chance_below(c, 2))
		n += u8c_sample_coded_text(c, from, p + n, 20);
	for (at = u8c_chance_below(c, 3); n && at; at--)
		p[u8c_chance_below(c, n)] = u8c_chance_below(c, 2) ? 0xd8 + u8c_chance_below(c, 8) :
								     u8c_chance_below(c, 256);
	return n - (n && u8c_chance_below(c, 2));
}

/* Runs of UTF-16 in, out and both. */
static void long_runs(struct kunit *test)
{
	static const u8 profiles[] = {
		UTF8CHECK_PROFILE_RFC3629, UTF8CHECK_PROFILE_WTF8, UTF8CHECK_PROFILE_EXTENDED,
		UTF8CHECK_PROFILE_UCS2
	};
	static const u8 encodings[] = { UTF8CHECK_ENCODING_UTF8, UTF8CHECK_ENCODING_UTF16LE,
	UTF8CHECK_ENCODING_UTF16BE };
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, TEXT_MAX + 128);
	unsigned int i, used = 0;

	for (i = 0; i < u8c_rounds(1500); i++) {
		struct u8c_coding from, to;

		f->config = (struct utf8check_config){
			.profile = profiles[u8c_chance_below(&c, 2) ? 0 : u8c_chance_below(&c, 4)],
			.to_profile = profiles[u8c_chance_below(&c, 2) ? 0 : u8c_chance_below(&c,
			4)],
			.from = encodings[i % 3],
			.to = encodings[i / 3 % 3],
			.action = u8c_chance_below(&c, U8C_ACTIONS),
			.flags = UTF8CHECK_FLAG_POSITION |
				 (u8c_chance_below(&c, 6) ? 0 : UTF8CHECK_FLAG_NO_OUTPUT),
			.bom = u8c_chance_below(&c, 3) ? UTF8CHECK_BOM_KEEP : UTF8CHECK_BOM_STRIP,
		};
		if (!u8c_config_makes_sense(&f->config))
			continue;
		used++;
		from = (struct u8c_coding){
			.profile = f->config.profile, .encoding = f->config.from,
		};
		to = (struct u8c_coding){
			.profile = f->config.to_profile, .encoding = f->config.to,
		};
		f->in = p;
		f->n = long_text(&c, &from, &to, p, 130 + u8c_chance_below(&c, TEXT_MAX - 130));
		try_long(f, &c);
		cond_resched();
	}
	KUNIT_EXPECT_GT(test, used, i * 2 / 5);
}

/* To UTF-16 with positions: over more than the 16 KiB of one run; lines are counted. */
static void long_wide(struct kunit *test)
{
	enum { SIZE = 40000, LINE = 1000 };
	const struct utf8check_config config = {
		.to = UTF8CHECK_ENCODING_UTF16LE, .flags = UTF8CHECK_FLAG_POSITION,
	};
	u8 *in = u8c_room(test, SIZE), *out = u8c_room(test, 2 * SIZE);
	size_t used = SIZE, made = 2 * SIZE, i;
	struct u8c_stream s;

	for (i = 0; i < SIZE; i++)
		in[i] = (i + 1) % LINE ? 'a' : '\n';
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	KUNIT_EXPECT_EQ(test, u8c_stream_push(&s, in, &used, out, &made), U8C_DONE);
	KUNIT_EXPECT_EQ(test, used, SIZE);
	KUNIT_ASSERT_EQ(test, made, 2 * SIZE);
	for (i = 0; i < SIZE && out[2 * i] == in[i] && !out[2 * i + 1]; i++)
		;
	KUNIT_EXPECT_EQ(test, i, SIZE);
	KUNIT_EXPECT_EQ(test, s.position.line, 1 + SIZE / LINE);
	KUNIT_EXPECT_EQ(test, s.position.column, 1);
}

/* A vector that ends amid a sequence, before one of ASCII. */
static void open_before_ascii(struct kunit *test)
{
	static const char *const cuts[] = { "\xc3", "\xe2\x82", "\xf0\x90\x80" };
	const struct u8c_impl *const *impl;
	static u8 text[600], out[4 * 600];
	unsigned int i;
	size_t n, at;

	for (i = 0; i < ARRAY_SIZE(cuts); i++)
		for (n = 0; n <= 300; n += 2) {
			memset(text, 'a', sizeof(text));
			for (at = 0; at < n; at += 2)
				memcpy(text + at, "\u00e9", 2);
			memcpy(text + n, cuts[i], strlen(cuts[i]));
			u8c_for_each_impl(impl) {
				const struct u8c_wide_impl *wide = (*impl)->wide;
				struct u8c_transcoding to = {
					.out = out, .out_end = out + sizeof(out),
				};

				KUNIT_ASSERT_EQ(test, n, wide->to_utf16(text, sizeof(text), false,
								      &to, wide));
				KUNIT_ASSERT_EQ(test, to.out - out, n);
				to.out = out;
				KUNIT_ASSERT_EQ(test, n, wide->to_utf32(text, sizeof(text), true,
								      &to, wide));
				KUNIT_ASSERT_EQ(test, to.out - out, 2 * n);
			}
		}
}

static struct kunit_case convert_cases[] = {
	KUNIT_CASE(convert_random),
	KUNIT_CASE(escape_and_inverse),
	KUNIT_CASE_SLOW(every_pair),
	KUNIT_CASE(wide_splits),
	KUNIT_CASE_SLOW(long_runs),
	KUNIT_CASE(long_wide),
	KUNIT_CASE(open_before_ascii),
	{}
};

struct kunit_suite u8c_convert_suite = {
	.name = "utf8check_convert",
	.test_cases = convert_cases,
};
