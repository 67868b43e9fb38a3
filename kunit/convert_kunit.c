// SPDX-License-Identifier: GPL-2.0-only
/*
 * utf8check_convert(): rows with their output, and random text against the reference
 * and against streams in random parts.  Text and room end at a guard page.
 */
#include <linux/sched.h>
#include <linux/utf8check.h>

#include "exhaustive.h"
#include "feed.h"
#include "reference_action.h"
#include "sample_form.h"
#include "support.h"

#define TEXT_MAX 300
#define OUT_MAX U8C_REF_OUT(TEXT_MAX)

/**
 * struct convert_row - a text and what becomes of it
 *
 * @description: what it shows.
 * @config: as for a stream.
 * @in: the text.
 * @in_n: its length.
 * @out: the output.
 * @out_n: its length.
 * @reason: of the first error, or 0.
 * @offset: of the first error.
 */
struct convert_row {
	const char *description;
	struct utf8check_config config;
	const char *in;
	size_t in_n;
	const char *out;
	size_t out_n;
	u8 reason;
	u32 offset;
};

#define ROW(what, why, at, from_text, to_text, ...) { \
	.description = what, .in = from_text, .in_n = sizeof(from_text) - 1, \
	.out = to_text, .out_n = sizeof(to_text) - 1, .reason = UTF8CHECK_##why, \
	.offset = at, .config = { .size = sizeof(struct utf8check_config), __VA_ARGS__ } }
#define GOOD(what, ...) ROW(what, NO_REASON, 0, __VA_ARGS__)
#define LE .from = UTF8CHECK_UTF16LE
#define TO_LE .to = UTF8CHECK_UTF16LE
#define WTF8 .profile = UTF8CHECK_WTF8, .to_profile = UTF8CHECK_WTF8
#define ACTION(name) .action = UTF8CHECK_##name

static const struct convert_row rows[] = {
	GOOD("as it is", "caf\xc3\xa9", "caf\xc3\xa9", .from = UTF8CHECK_UTF8),
	GOOD("no text", "", "", TO_LE),
	GOOD("to utf-16le", "a\xc3\xa9\xf0\x9f\x98\x80",
	     "a\0\xe9\0\x3d\xd8\0\xde", TO_LE),
	GOOD("to utf-16be", "a\xe2\x82\xac", "\0a\x20\xac", .to = UTF8CHECK_UTF16BE),
	GOOD("from utf-16le", "a\0\xe9\0\x3d\xd8\0\xde", "a\xc3\xa9\xf0\x9f\x98\x80", LE),
	GOOD("NUL ends nothing", "a\0b", "a\0\0\0b\0", TO_LE),
	GOOD("a mark is added", "a", "\xff\xfe" "a\0", TO_LE, .bom = UTF8CHECK_BOM_ADD),
	GOOD("a mark is taken away", "\xff\xfe" "a\0", "a", LE, .bom = UTF8CHECK_BOM_STRIP),
	GOOD("utf-16 by its mark", "\xfe\xff\0a", "\xef\xbb\xbf" "a",
	     .from = UTF8CHECK_AUTO),
	ROW("a surrogate alone", SURROGATE, 2, "a\0\0\xd8" "b\0", "", LE),
	ROW("a surrogate alone, replaced", SURROGATE, 2, "a\0\0\xd8" "b\0",
	    "a\xef\xbf\xbd" "b", LE, ACTION(REPLACE)),
	GOOD("wtf-8: a surrogate alone", "a\0\0\xd8" "b\0", "a\xed\xa0\x80" "b", LE, WTF8),
	GOOD("wtf-8: and back", "a\xed\xa0\x80" "b", "a\0\0\xd8" "b\0", TO_LE, WTF8),
	GOOD("wtf-8: a pair", "\x3d\xd8\0\xde", "\xf0\x9f\x98\x80", LE, WTF8),
	ROW("half a unit", INCOMPLETE, 2, "a\0b", "", LE),
	ROW("overlong", OVERLONG, 1, "a\xc0\xaf", "", TO_LE),
	ROW("dropped", INVALID_BYTE, 1, "a\xff" "b", "ab", ACTION(DROP)),
	ROW("escaped", INVALID_BYTE, 1, "a\xff" "b", "a\0\\\0x\0f\0f\0b\0", TO_LE,
	    ACTION(ESCAPE)),
};

static void describe(const struct convert_row *row, char *to)
{
	strscpy(to, row->description, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(convert, rows, describe);

/* With too little room for the output, with just enough, and with more. */
static void convert_row(struct kunit *test)
{
	const struct convert_row *row = test->param_value;
	const bool ends = row->reason && row->config.action == UTF8CHECK_REJECT;
	u8 *in = u8c_guarded(test, row->in_n + 1) - row->in_n;
	u8 *end = u8c_guarded(test, row->out_n + 4);
	struct utf8check_error e;
	size_t room, n = 77;
	int want;

	memcpy(in, row->in, row->in_n);
	KUNIT_EXPECT_EQ(test, ends ? -EILSEQ : 0,
			utf8check_convert(&row->config, in, row->in_n, NULL, &n, NULL));
	KUNIT_EXPECT_EQ(test, n, row->out_n);
	for (room = 0; room < row->out_n + 4; room++) {
		n = room;
		want = ends ? -EILSEQ : room < row->out_n ? -ENAMETOOLONG : 0;
		memset(&e, 0x55, sizeof(e));
		KUNIT_EXPECT_EQ(test, want, utf8check_convert(&row->config, in, row->in_n,
							      end - room, &n, &e));
		KUNIT_EXPECT_EQ(test, n, row->out_n);
		KUNIT_EXPECT_EQ(test, e.reason, row->reason);
		KUNIT_EXPECT_EQ(test, e.offset, row->offset);
		if (!want)
			KUNIT_EXPECT_MEMEQ(test, end - room, row->out, row->out_n);
	}
}

static int convert_with(struct utf8check_config config)
{
	struct utf8check_error e = { .offset = 5 };
	u8 out[4] = "....";
	size_t n = 4;
	int err = utf8check_convert(&config, "a", 1, out, &n, &e);

	return err != -EINVAL || (n == 4 && e.offset == 5 && !memcmp(out, "....", 4)) ? err : 1;
}

#define WITH(...) convert_with((struct utf8check_config) \
	{ .size = sizeof(struct utf8check_config), __VA_ARGS__ })

/* What a stream without work memory refuses is refused, and nothing is written. */
static void convert_errno(struct kunit *test)
{
	u8 out[1] = "";
	size_t n = 1;

	KUNIT_EXPECT_EQ(test, 0, utf8check_convert(NULL, "a", 1, out, &n, NULL));
	KUNIT_EXPECT_TRUE(test, n == 1 && out[0] == 'a');
	KUNIT_EXPECT_EQ(test, 0, utf8check_convert(NULL, NULL, 0, NULL, &n, NULL));
	KUNIT_EXPECT_EQ(test, n, 0);
	KUNIT_EXPECT_EQ(test, 0, WITH(.flags = UTF8CHECK_NO_OUTPUT));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.form = UTF8CHECK_NFC));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.flags = UTF8CHECK_STREAM_SAFE));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.reserved = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.records = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.to = UTF8CHECK_AUTO));
	KUNIT_EXPECT_EQ(test, -EINVAL, convert_with((struct utf8check_config){ .size = 31 }));
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
			.to = u8c_chance_below(c, UTF8CHECK_AUTO),
			.action = u8c_chance_below(c, U8C_ACTIONS),
			.bom = u8c_chance_below(c, U8C_BOMS),
			.flags = u8c_chance_below(c, 16) & ~UTF8CHECK_STREAM_SAFE,
		};
	} while (!u8c_config_makes_sense(config));
}

/* Converts the text of the feed into a room that ends at @end. */
static void try_room(struct u8c_feed *f, u8 *end, size_t room)
{
	const bool fits = f->want.bytes_out <= room;
	int want = f->want.rejected ? -EILSEQ : fits ? 0 : -ENAMETOOLONG;
	struct utf8check_error e;
	size_t n = room;

	U8C_ASSERT(f->test, utf8check_convert(&f->config, f->in, f->n, end - room, &n,
					      &e) == want, "errno", f->in, f->n);
	U8C_ASSERT(f->test, n == (f->want.rejected ? 0 : f->want.bytes_out), "length", f->in,
		   f->n);
	U8C_ASSERT(f->test, want || !memcmp(end - room, f->want_out, n), "output", f->in,
		   f->n);
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
	for (round = 0; round < u8c_rounds(3000); round++) {
		choose(&c, &f->config);
		coding.profile = f->config.profile;
		coding.encoding = f->config.from % UTF8CHECK_AUTO;
		f->n = u8c_chance_below(&c, TEXT_MAX);
		f->in = in - f->n;
		f->room = f->config.flags & UTF8CHECK_NO_OUTPUT ? 0 : 1 + round % 5 * 37;
		u8c_sample_form_text(&c, &coding, 1u << round % 7, in - f->n, f->n);
		u8c_feed_expect_all(f, NULL);
		u8c_feed_run(f);
		try_room(f, out, f->want.bytes_out);
		try_room(f, out, u8c_chance_below(&c, f->want.bytes_out + 1));
		cond_resched();
	}
}

static struct kunit_case convert_cases[] = {
	KUNIT_CASE_PARAM(convert_row, convert_gen_params),
	KUNIT_CASE(convert_errno),
	KUNIT_CASE(convert_random),
	{}
};

struct kunit_suite u8c_convert_suite = {
	.name = "utf8check_convert",
	.test_cases = convert_cases,
};
