// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream: what it takes at once, what it waits for, and which configurations there are.
 */
#include "support.h"

/* How many of @n bytes a new stream takes at once. */
static size_t taken_at_once(struct kunit *test, const struct utf8check_config *config,
			    u32 patience, struct u8c_text text)
{
	struct u8c_stream s;
	size_t used = text.n;
	enum u8c_result status;

	u8c_stream_init(&s, u8c_impl_find(NULL), config);
	if (u8c_config_needs_work(config))
		u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)), NULL, 0);
	s.patience = patience;
	status = u8c_stream_push(&s, text.p, &used, NULL, NULL);
	KUNIT_EXPECT_EQ(test, status, used < text.n ? U8C_PAUSED : U8C_DONE);
	return used;
}

/* Slow work is done in parts, quick work at once. */
static void patience(struct kunit *test)
{
	const struct utf8check_config pass = { .action = UTF8CHECK_ACTION_PASS };
	const struct utf8check_config nfd = { .form = UTF8CHECK_FORM_NFD };
	const struct utf8check_config utf16 = { .to = UTF8CHECK_ENCODING_UTF16LE };
	const struct utf8check_config ask = {
		.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	u8 *p = u8c_room(test, 1000), *q = u8c_room(test, 3 * 5000);
	const struct u8c_text bad = u8c_text(p, 1000), hangul = u8c_text(q, 3 * 5000);
	size_t i, used;

	memset(p, 0xff, bad.n);
	for (i = 0; i < hangul.n; i += 3)
		memcpy(q + i, "\xea\xb0\x81", 3);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &pass, 0, bad), 1000);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &pass, 1, bad), 1);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &pass, 100, bad), 100);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &pass, 1, hangul), hangul.n);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &utf16, 1, hangul), hangul.n);
	/* The start of the text takes a step of its own. */
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &ask, 2, hangul), hangul.n);
	/* A form rewrites up to 4 KiB at once: about a thousand steps. */
	used = taken_at_once(test, &nfd, 500, hangul);
	KUNIT_EXPECT_TRUE(test, used > 4000 && used <= 4096);
	used = taken_at_once(test, &nfd, 1500, hangul);
	KUNIT_EXPECT_TRUE(test, used > 8000 && used <= 8192);
	KUNIT_EXPECT_EQ(test, taken_at_once(test, &nfd, 0, hangul), hangul.n);
}

/* A byte that begins no byte order mark is judged when it comes. */
static void auto_at_once(struct kunit *test)
{
	const struct utf8check_config config = { .from = UTF8CHECK_ENCODING_AUTO };
	size_t used = 1, made = 8;
	struct u8c_stream s;
	u8 out[8];

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	KUNIT_EXPECT_EQ(test, u8c_stream_push(&s, "a", &used, out, &made), U8C_DONE);
	KUNIT_EXPECT_EQ(test, made, 1);
	KUNIT_EXPECT_EQ(test, s.bytes_in, 1);
	KUNIT_EXPECT_EQ(test, s.carried, 0);
}

/* Offsets are 64 bits wide: an error after the first 5 GiB. */
static void stream_far_offset(struct kunit *test)
{
	const struct utf8check_config config = {};
	const u64 far = 5ull << 30;
	struct u8c_stream s;
	size_t used;

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	s.bytes_in = far;
	used = 4;
	KUNIT_EXPECT_EQ(test, U8C_DONE,
			u8c_stream_push(&s, "abc\xe2", &used, NULL, NULL));
	used = 2;
	KUNIT_EXPECT_EQ(test, U8C_REJECTED,
			u8c_stream_push(&s, "\x82z", &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, s.first.offset, far + 3);
	KUNIT_EXPECT_EQ(test, s.first.length, 2);
	KUNIT_EXPECT_EQ(test, s.bytes_in, far + 3);
}

/*
 * Text that comes byte by byte is compared with its form in a queue that is shorter: what is
 * the same is taken out of it.
 */
static void long_queue(struct kunit *test)
{
	enum { SIZE = 3 * U8C_QUEUE_MAX };
	const struct utf8check_config ask = {
		.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	u8 *p = u8c_room(test, SIZE);
	struct u8c_stream s;
	size_t i, used;

	for (i = 0; i < SIZE; i++)
		p[i] = 'a' + i % 26;
	memcpy(p + SIZE - 3, "e\u0301", 3);
	u8c_stream_init(&s, u8c_impl_find(NULL), &ask);
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)), NULL, 0);
	for (i = 0; i < SIZE; i++) {
		used = 1;
		KUNIT_ASSERT_EQ(test, u8c_stream_push(&s, p + i, &used, NULL, NULL), U8C_DONE);
	}
	KUNIT_EXPECT_EQ(test, u8c_stream_finish(&s, NULL, NULL), U8C_REJECTED);
	KUNIT_EXPECT_EQ(test, s.first.offset, SIZE - 3);
}

/* A difference that a carried code point shows is work enough for one call. */
static void carried_patience(struct kunit *test)
{
	const struct utf8check_config ask = {
		.form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
		.action = UTF8CHECK_ACTION_PASS, .records = 2,
		.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	};
	static const u8 text[] = "e\u0301\u00e9";
	struct utf8check_error list[2];
	struct u8c_stream s;
	size_t i, used;

	u8c_stream_init(&s, u8c_impl_find(NULL), &ask);
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)), list, 2);
	s.patience = 1;
	for (i = 0; i < 5; i++) {
		used = 1;
		KUNIT_EXPECT_EQ(test, u8c_stream_push(&s, text + i, &used, NULL, NULL),
				i < 4 ? U8C_DONE : U8C_PAUSED);
	}
	KUNIT_EXPECT_EQ(test, u8c_stream_finish(&s, NULL, NULL), U8C_DONE);
	KUNIT_EXPECT_EQ(test, s.errors, 1);
	KUNIT_EXPECT_EQ(test, list[0].offset, 0);
}

/*
 * To UTF-16 with positions: over more than the 16 KiB of one run; lines are counted.  A policy
 * that allows all of the text changes nothing.
 */
static void try_long_wide(struct kunit *test, u64 forbid)
{
	enum { SIZE = 40000, LINE = 1000 };
	const struct utf8check_config config = {
		.to = UTF8CHECK_ENCODING_UTF16LE, .flags = UTF8CHECK_FLAG_POSITION,
		.forbid = forbid,
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

static void long_wide(struct kunit *test)
{
	try_long_wide(test, 0);
	try_long_wide(test, 1ull << UTF8CHECK_REASON_CONTROL);
}

/* Is a stream undecided after @n bytes? */
static bool undecided(struct kunit *test, struct utf8check_config config, const u8 *p, size_t n)
{
	size_t used = n, room = 16;
	struct u8c_stream s;
	u8 out[16];

	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_push(&s, p, &used, out, &room);
	KUNIT_EXPECT_EQ(test, used, n);
	return u8c_stream_is_undecided(&s);
}

static void what_is_undecided(struct kunit *test)
{
	const struct utf8check_config plain = { .action = UTF8CHECK_ACTION_REPLACE };
	const struct utf8check_config unescape = { .flags = UTF8CHECK_FLAG_UNESCAPE };
	const struct utf8check_config sniff = { .from = UTF8CHECK_ENCODING_AUTO };
	const struct utf8check_config placed = { .forbid = U8C_FORBIDS_MISPLACED };

	KUNIT_EXPECT_FALSE(test, undecided(test, plain, "", 0));
	KUNIT_EXPECT_FALSE(test, undecided(test, plain, "a", 1));
	KUNIT_EXPECT_TRUE(test, undecided(test, plain, "\xe2\x82", 2));
	KUNIT_EXPECT_TRUE(test, undecided(test, sniff, "", 1));
	KUNIT_EXPECT_TRUE(test, undecided(test, unescape, "\\", 1));
	/* U+0628, a comma, a non-joiner, a space, and the next sequence begins */
	KUNIT_EXPECT_FALSE(test, undecided(test, placed, "\xd8\xa8,\xe2\x80\x8c ", 7));
	KUNIT_EXPECT_TRUE(test, undecided(test, placed, "\xd8\xa8,\xe2\x80\x8c \xd8", 8));
	KUNIT_EXPECT_TRUE(test, undecided(test, placed, "a,\xe2\x80\x8c ", 6));
}

/* The tags of a flag, in pairs of surrogates, wait for the last one, and then for room. */
static void longest_pending(struct kunit *test)
{
	const struct utf8check_config config = {
		.profile = UTF8CHECK_PROFILE_CESU8,
		.to_profile = UTF8CHECK_PROFILE_CESU8,
		.forbid = U8C_FORBIDS_MISPLACED,
	};
	/* U+1F3F4, seven times U+E0061, U+E007F */
	u8 text[55] = "\xed\xa0\xbc\xed\xbf\xb4", out[6];
	struct u8c_stream s;

	for (size_t i = 6; i < 54; i += 6)
		memcpy(text + i, i < 48 ? "\xed\xad\x80\xed\xb1\xa1" :
		       "\xed\xad\x80\xed\xb1\xbf", 6);
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	for (size_t i = 0; i < 55; i++) {
		size_t used = 1, room = i < 6 ? 6 : 0;

		u8c_stream_push(&s, text + i, &used, out, &room);
		KUNIT_EXPECT_EQ(test, s.carried, i < 6 ? (i + 1) % 6 : min_t(size_t, i - 5, 48));
	}
}

/* A joiner waits for what comes after it; at the end it is misplaced, unless nothing must come. */
static void joiner_at_end(struct kunit *test)
{
	static const char woman[] = "\xf0\x9f\x91\xa9\xe2\x80\x8d";
	static const char ka_virama[] = "\xe0\xa4\x95\xe0\xa5\x8d\xe2\x80\x8d";
	const struct utf8check_config config = {
		.action = UTF8CHECK_ACTION_PASS,
		.forbid = 1ull << UTF8CHECK_REASON_MISPLACED_IGNORABLE,
	};
	size_t used = 7, room = 16;
	struct u8c_stream s;
	u8 out[16];

	KUNIT_EXPECT_TRUE(test, undecided(test, config, woman, 7));
	KUNIT_EXPECT_FALSE(test, undecided(test, config, ka_virama, 9));
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	u8c_stream_push(&s, woman, &used, out, &room);
	KUNIT_EXPECT_EQ(test, s.errors, 0);
	KUNIT_EXPECT_EQ(test, s.carried, 3);
	room = 16;
	KUNIT_EXPECT_EQ(test, U8C_DONE, u8c_stream_finish(&s, out, &room));
	KUNIT_EXPECT_EQ(test, room, 3);
	KUNIT_EXPECT_EQ(test, s.errors, 1);
	KUNIT_EXPECT_EQ(test, s.first.reason, UTF8CHECK_REASON_MISPLACED_IGNORABLE);
	KUNIT_EXPECT_EQ(test, s.first.offset, 4);

	/* The other half of the couple makes it right. */
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	used = 7;
	room = 16;
	u8c_stream_push(&s, woman, &used, out, &room);
	used = 4;
	room = 16;
	u8c_stream_push(&s, "\xf0\x9f\x92\xbb", &used, out, &room);
	room = 16;
	u8c_stream_finish(&s, out, &room);
	KUNIT_EXPECT_EQ(test, s.errors, 0);
}

/* What lacks only room is decided; what lacks bytes is not, also without room. */
static void stream_undecided(struct kunit *test)
{
	const struct utf8check_config plain = {}, nfc = { .form = UTF8CHECK_FORM_NFC };
	size_t used = 2, made = 2;
	struct u8c_stream s;
	u8 out[16];

	u8c_stream_init(&s, u8c_impl_find(NULL), &plain);
	KUNIT_EXPECT_FALSE(test, u8c_stream_is_undecided(&s));
	u8c_stream_push(&s, "\xe2\x82", &used, out, &made);
	KUNIT_EXPECT_TRUE(test, u8c_stream_is_undecided(&s));
	used = 1;
	made = 2;
	KUNIT_EXPECT_EQ(test, U8C_FULL, u8c_stream_push(&s, "\xac", &used, out, &made));
	KUNIT_EXPECT_EQ(test, s.carried, 3);
	KUNIT_EXPECT_FALSE(test, u8c_stream_is_undecided(&s));

	u8c_stream_init(&s, u8c_impl_find(NULL), &nfc);
	u8c_stream_lend(&s, u8c_room(test, sizeof(*s.work)), NULL, 0);
	used = 4;
	made = 0;
	KUNIT_EXPECT_EQ(test, U8C_FULL, u8c_stream_push(&s, "ab\xe2\x82", &used, out, &made));
	KUNIT_EXPECT_EQ(test, used, 4);
	KUNIT_EXPECT_TRUE(test, u8c_stream_is_undecided(&s));
}

/**
 * struct config_row - a configuration, and whether it can be used
 *
 * @description: what it asks for.
 * @config: the configuration.
 * @ok: it can be used.
 */
struct config_row {
	const char *description;
	struct utf8check_config config;
	bool ok;
};

#define CAN(what, ...) { what, { __VA_ARGS__ }, true }
#define NEVER(what, ...) { what, { __VA_ARGS__ }, false }

static const struct config_row config_rows[] = {
	CAN("default", .action = UTF8CHECK_ACTION_REJECT),
	CAN("replace", .action = UTF8CHECK_ACTION_REPLACE),
	CAN("drop", .action = UTF8CHECK_ACTION_DROP),
	CAN("pass", .action = UTF8CHECK_ACTION_PASS),
	CAN("position", .flags = UTF8CHECK_FLAG_POSITION),
	CAN("escape", .action = UTF8CHECK_ACTION_ESCAPE),
	CAN("shortest", .action = UTF8CHECK_ACTION_SHORTEST),
	CAN("wtf8", .profile = UTF8CHECK_PROFILE_WTF8),
	CAN("extended", .profile = UTF8CHECK_PROFILE_EXTENDED),
	CAN("to mutf8", .to_profile = UTF8CHECK_PROFILE_MUTF8),
	CAN("from utf-16le", .from = UTF8CHECK_ENCODING_UTF16LE),
	CAN("from auto", .from = UTF8CHECK_ENCODING_AUTO),
	CAN("to utf-32be", .to = UTF8CHECK_ENCODING_UTF32BE),
	CAN("nfc", .form = UTF8CHECK_FORM_NFC),
	CAN("strip the BOM", .bom = UTF8CHECK_BOM_STRIP),
	CAN("stream-safe", .flags = UTF8CHECK_FLAG_STREAM_SAFE),
	CAN("not-normalized", .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	    .form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_NO_OUTPUT),
	NEVER("not-normalized, but no form", .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	NEVER("not-normalized with output", .form = UTF8CHECK_FORM_NFC,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	NEVER("not-normalized, replaced", .form = UTF8CHECK_FORM_NFC,
	      .action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	CAN("not-normalized, each place", .form = UTF8CHECK_FORM_NFC, .records = 1,
	    .action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	    .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	NEVER("not-normalized, passed without records", .form = UTF8CHECK_FORM_NFC,
	      .action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_NO_OUTPUT,
	      .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED),
	NEVER("nfc, escaped", .form = UTF8CHECK_FORM_NFC, .action = UTF8CHECK_ACTION_ESCAPE),
	NEVER("nfc, unescaped", .form = UTF8CHECK_FORM_NFC, .flags = UTF8CHECK_FLAG_UNESCAPE),
	NEVER("stream-safe, unescaped",
	      .flags = UTF8CHECK_FLAG_STREAM_SAFE | UTF8CHECK_FLAG_UNESCAPE),
	NEVER("nfc to ucs2", .form = UTF8CHECK_FORM_NFC, .to_profile = UTF8CHECK_PROFILE_UCS2),
	CAN("forbid control", .forbid = 1ull << UTF8CHECK_REASON_CONTROL),
	CAN("pass in another profile", .action = UTF8CHECK_ACTION_PASS,
	    .profile = UTF8CHECK_PROFILE_WTF8),
	CAN("unescape", .flags = UTF8CHECK_FLAG_UNESCAPE),
	CAN("ucs2 from utf-16", .profile = UTF8CHECK_PROFILE_UCS2,
	    .from = UTF8CHECK_ENCODING_UTF16BE),
	NEVER("pass in another encoding", .action = UTF8CHECK_ACTION_PASS,
	      .to = UTF8CHECK_ENCODING_UTF16LE),
	NEVER("unescape what is escaped", .flags = UTF8CHECK_FLAG_UNESCAPE,
	      .action = UTF8CHECK_ACTION_ESCAPE),
	NEVER("unescape utf-16", .flags = UTF8CHECK_FLAG_UNESCAPE,
	      .from = UTF8CHECK_ENCODING_UTF16LE,
	      .to = UTF8CHECK_ENCODING_UTF16LE),
	NEVER("ucs2 in four bytes", .to_profile = UTF8CHECK_PROFILE_UCS2,
	      .to = UTF8CHECK_ENCODING_UTF32LE),
	NEVER("cesu8 in utf-16", .to_profile = UTF8CHECK_PROFILE_CESU8,
	      .to = UTF8CHECK_ENCODING_UTF16LE),
	NEVER("mutf8 from utf-32", .profile = UTF8CHECK_PROFILE_MUTF8,
	      .from = UTF8CHECK_ENCODING_UTF32BE),
	NEVER("forbid a leading dash", .forbid = 1ull << UTF8CHECK_REASON_LEADING_DASH),
	NEVER("no such profile", .profile = U8C_PROFILES),
	NEVER("no such target profile", .to_profile = 255),
	NEVER("no such encoding", .from = U8C_ENCODINGS),
	NEVER("to auto", .to = UTF8CHECK_ENCODING_AUTO),
	NEVER("no such action", .action = U8C_ACTIONS),
	NEVER("no such form", .form = U8C_FORMS),
	NEVER("no such BOM action", .bom = U8C_BOMS),
	NEVER("no such flag", .flags = 1u << 31),
	NEVER("forbid what is no policy", .forbid = 1ull << UTF8CHECK_REASON_OVERLONG),
	NEVER("forbid no such reason", .forbid = 1ull << U8C_REASONS),
	CAN("forbid all of text", .forbid = 0x3full << UTF8CHECK_REASON_CONTROL),
	CAN("utf-16 as wtf8", .from = UTF8CHECK_ENCODING_UTF16LE,
	    .profile = UTF8CHECK_PROFILE_WTF8),
	CAN("utf-32 with 31 bits", .to = UTF8CHECK_ENCODING_UTF32BE,
	    .to_profile = UTF8CHECK_PROFILE_RFC2279),
	CAN("pass into itself", .from = UTF8CHECK_ENCODING_UTF16LE,
	    .to = UTF8CHECK_ENCODING_UTF16LE, .action = UTF8CHECK_ACTION_PASS),
	CAN("as many records as there can be", .records = UTF8CHECK_RECORDS_MAX),
	NEVER("more records", .records = UTF8CHECK_RECORDS_MAX + 1),
	NEVER("a form and no such action", .form = UTF8CHECK_FORM_NFC,
	      .action = U8C_ACTIONS),
};

KUNIT_ARRAY_PARAM_DESC(config, config_rows, description);

static void stream_config(struct kunit *test)
{
	const struct config_row *row = test->param_value;

	KUNIT_EXPECT_EQ(test, u8c_config_makes_sense(&row->config), row->ok);
}

static struct kunit_case stream_cases[] = {
	KUNIT_CASE(patience),
	KUNIT_CASE(auto_at_once),
	KUNIT_CASE(stream_far_offset),
	KUNIT_CASE(long_queue),
	KUNIT_CASE(carried_patience),
	KUNIT_CASE(long_wide),
	KUNIT_CASE(what_is_undecided),
	KUNIT_CASE(longest_pending),
	KUNIT_CASE(joiner_at_end),
	KUNIT_CASE(stream_undecided),
	KUNIT_CASE_PARAM(stream_config, config_gen_params),
	{}
};

struct kunit_suite u8c_stream_suite = {
	.name = "utf8check_stream",
	.test_cases = stream_cases,
};
