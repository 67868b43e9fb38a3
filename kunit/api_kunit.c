// SPDX-License-Identifier: GPL-2.0-only
/*
 * The in-kernel API: the errnos of each call, and what it sets.  consumer_kunit.c has what
 * it says of each name and text, in every context.
 */
#include <linux/utf8check.h>

#include "support.h"

static void api_validate_errno(struct kunit *test)
{
	int profile;

	KUNIT_EXPECT_EQ(test, 0, utf8check_validate(NULL, 0, UTF8CHECK_PROFILE_RFC3629,
						    NULL));
	for (profile = UTF8CHECK_PROFILE_WTF8; profile < U8C_PROFILES; profile++)
		KUNIT_EXPECT_EQ(test, 0,
				utf8check_validate("a", 1, profile, NULL));
	for (profile = U8C_PROFILES; profile < 1024; profile++)
		KUNIT_EXPECT_EQ(test, -EINVAL,
				utf8check_validate("a", 1, profile, NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL, utf8check_validate("a", 1, -1, NULL));
}

#define REFUSE(mask) (&(const struct utf8check_policy){ .refuse = (mask) })

/* A policy that refuses more classes than the default, and one with a bit of no class. */
static void api_refuse(struct kunit *test)
{
	static const u64 senseless[] = {
		U8C_BIT(UTF8CHECK_CLASS_OK), U8C_BIT(U8C_CLASSES), 1ull << 63,
	};
	static const u8 zero[sizeof(struct utf8check_verdict)];
	struct utf8check_verdict v;
	size_t i;

	memset(&v, 0x55, sizeof(v));
	KUNIT_EXPECT_EQ(test, 0, utf8check_verify_name("a\\b", 3, NULL, &v));
	KUNIT_EXPECT_EQ(test, v.classes, U8C_BIT(UTF8CHECK_CLASS_BACKSLASH));
	KUNIT_EXPECT_EQ(test, v.ok, 1);
	KUNIT_EXPECT_MEMEQ(test, v.reserved, zero, sizeof(v.reserved));
	KUNIT_EXPECT_EQ(test, -EILSEQ,
			utf8check_verify_name("a\\b", 3, REFUSE(v.classes), NULL));
	for (i = 0; i < ARRAY_SIZE(senseless); i++) {
		KUNIT_EXPECT_EQ(test, -EINVAL,
				utf8check_verify_name("a", 1, REFUSE(senseless[i]), NULL));
		KUNIT_EXPECT_EQ(test, -EINVAL,
				utf8check_verify_path("a", 1, REFUSE(senseless[i]), NULL));
	}
}

/* A ".." in a path is refused on request only. */
static void api_dotdot(struct kunit *test)
{
	u64 refuse = U8C_REFUSE_PATH | 1 << UTF8CHECK_CLASS_DOTDOT;

	KUNIT_EXPECT_EQ(test, 0, utf8check_verify_path("a/..", 4, NULL, NULL));
	KUNIT_EXPECT_EQ(test, -EILSEQ, utf8check_verify_path("a/..", 4, REFUSE(refuse), NULL));
	KUNIT_EXPECT_EQ(test, -EILSEQ, utf8check_verify_name("..", 2, NULL, NULL));
}

static void api_protect(struct kunit *test)
{
	struct utf8check_policy linux_names;
	struct utf8check_protect *t = u8c_room(test, sizeof(*t));
	struct utf8check_verdict v;

	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, "a/b", 3), -EINVAL);
	KUNIT_EXPECT_EQ(test, utf8check_protect_init(t, ".git\0.ssh", 9), 0);
	KUNIT_EXPECT_EQ(test, utf8check_verify_name_protected(".git", 4, NULL, t, &v), 0);
	KUNIT_EXPECT_EQ(test, v.classes, 0);
	KUNIT_EXPECT_EQ(test, utf8check_verify_name_protected(".SSH", 4, NULL, t, &v), -EILSEQ);
	KUNIT_EXPECT_EQ(test, v.primary, UTF8CHECK_CLASS_PROTECTED);
	KUNIT_EXPECT_EQ(test, utf8check_verify_name_protected(".SSH", 4, NULL, t, NULL), -EILSEQ);
	KUNIT_EXPECT_EQ(test, utf8check_verify_name(".SSH", 4, NULL, NULL), 0);
	KUNIT_EXPECT_EQ(test, utf8check_verify_path_protected("a/.git/.ssh", 11, NULL, t, NULL), 0);
	KUNIT_EXPECT_EQ(test, utf8check_verify_path_protected("a/.Git/b", 8, NULL, t, &v), -EILSEQ);
	/* Whatever the policy refuses. */
	utf8check_policy_find("linux", false, &linux_names);
	KUNIT_EXPECT_EQ(test, utf8check_verify_name_protected(".SSH", 4, &linux_names, t, &v), -EILSEQ);
	linux_names.refuse = 1;
	KUNIT_EXPECT_EQ(test, utf8check_verify_name_protected(".git", 4, &linux_names, t, &v), -EINVAL);
}

static int push(struct utf8check_stream *s, const char *in, size_t n,
		size_t *used, void *out, size_t *made)
{
	*used = n;
	return utf8check_stream_push(s, in, used, out, made);
}

static void api_stream(struct kunit *test)
{
	struct utf8check_report *r = u8c_room(test, sizeof(*r));
	struct utf8check_stream *s = u8c_room(test, sizeof(*s));
	size_t used;

	memset(s, 0x55, sizeof(*s));
	KUNIT_ASSERT_EQ(test, 0, utf8check_stream_init(s, NULL));
	KUNIT_EXPECT_EQ(test, 0, push(s, "a\xe2\x82", 3, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, used, 3);
	utf8check_stream_report(s, r);
	KUNIT_EXPECT_EQ(test, r->size, sizeof(*r));
	KUNIT_EXPECT_EQ(test, r->bytes_in, 1);
	KUNIT_EXPECT_EQ(test, r->pending, 2);
	KUNIT_EXPECT_EQ(test, r->first.reason, 0);
	KUNIT_EXPECT_EQ(test, -EILSEQ, push(s, "b", 1, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, -EILSEQ, push(s, "c", 1, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, -EILSEQ, utf8check_stream_finish(s, NULL, NULL));
	utf8check_stream_report(s, r);
	KUNIT_EXPECT_EQ(test, r->state, UTF8CHECK_STATE_REJECTED);
	KUNIT_EXPECT_EQ(test, r->bytes_in, 1);
	KUNIT_EXPECT_EQ(test, r->pending, 0);
	KUNIT_EXPECT_EQ(test, r->queued, 0);
	KUNIT_EXPECT_EQ(test, r->errors, 1);
	KUNIT_EXPECT_EQ(test, r->by_reason[UTF8CHECK_REASON_TRUNCATED], 1);
	KUNIT_EXPECT_EQ(test, r->first.offset, 1);
	KUNIT_EXPECT_EQ(test, r->first.length, 2);
}

static void api_stream_filter(struct kunit *test)
{
	const struct utf8check_config config = {
		.size = sizeof(config), .action = UTF8CHECK_ACTION_REPLACE,
	};
	struct utf8check_stream *s = u8c_room(test, sizeof(*s));
	size_t used, made = 4;
	u8 out[8];

	KUNIT_ASSERT_EQ(test, 0, utf8check_stream_init(s, &config));
	KUNIT_EXPECT_EQ(test, -ENOSPC,
			push(s, "ab\xff" "c", 4, &used, out, &made));
	KUNIT_EXPECT_EQ(test, used, 2);
	KUNIT_ASSERT_EQ(test, made, 2);
	KUNIT_EXPECT_MEMEQ(test, out, "ab", 2);
	made = 4;
	KUNIT_EXPECT_EQ(test, 0, push(s, "\xff" "c", 2, &used, out, &made));
	KUNIT_ASSERT_EQ(test, made, 4);
	KUNIT_EXPECT_MEMEQ(test, out, "\xef\xbf\xbd" "c", 4);
	made = 4;
	KUNIT_EXPECT_EQ(test, 0, push(s, "\xf4\x8f", 2, &used, out, &made));
	KUNIT_EXPECT_EQ(test, made, 0);
	made = 2;
	KUNIT_EXPECT_EQ(test, -ENOSPC, utf8check_stream_finish(s, out, &made));
	KUNIT_EXPECT_EQ(test, made, 0);
	made = 8;
	KUNIT_EXPECT_EQ(test, 0, utf8check_stream_finish(s, out, &made));
	KUNIT_EXPECT_EQ(test, made, 3);
}

static int init_with(struct utf8check_config config)
{
	struct utf8check_stream s;

	return utf8check_stream_init(&s, &config);
}

#define INIT(...) init_with((struct utf8check_config) \
	{ .size = sizeof(struct utf8check_config), __VA_ARGS__ })

static void api_stream_errno(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, INIT(.action = UTF8CHECK_ACTION_PASS));
	KUNIT_EXPECT_EQ(test, 0, INIT(.queue = 1));	/* is ignored */
	KUNIT_EXPECT_EQ(test, -EINVAL,
			init_with((struct utf8check_config) { .size = 31 }));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.reserved = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.records = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.flags = 1u << 31));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.action = 6));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.to = UTF8CHECK_ENCODING_AUTO));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.forbid = 1));
	KUNIT_EXPECT_EQ(test, 0, INIT(.action = UTF8CHECK_ACTION_ESCAPE));
	KUNIT_EXPECT_EQ(test, 0, INIT(.from = UTF8CHECK_ENCODING_AUTO));
	KUNIT_EXPECT_EQ(test, 0, INIT(.profile = UTF8CHECK_PROFILE_CESU8));
	KUNIT_EXPECT_EQ(test, 0, INIT(.bom = UTF8CHECK_BOM_FORBID));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.to_profile = UTF8CHECK_PROFILE_UCS2,
					    .to = UTF8CHECK_ENCODING_UTF32LE));
	KUNIT_EXPECT_EQ(test, -EINVAL, INIT(.form = UTF8CHECK_FORM_NFC));
}

/* Text and mark compose; without memory for that there is no such stream. */
static void api_stream_form(struct kunit *test)
{
	const struct utf8check_config config = { .size = sizeof(config),
						 .form = UTF8CHECK_FORM_NFC };
	struct utf8check_stream *s = u8c_room(test, sizeof(*s));
	struct utf8check_work *work = u8c_room(test, sizeof(*work));
	size_t used, made = 64, more;
	u8 out[64];

	KUNIT_EXPECT_EQ(test, -EINVAL, utf8check_stream_init_form(s, &config, NULL));
	KUNIT_ASSERT_EQ(test, 0, utf8check_stream_init_form(s, &config, work));
	KUNIT_EXPECT_EQ(test, 0, push(s, "e\xcc\x81", 3, &used, out, &made));
	more = sizeof(out) - made;
	KUNIT_EXPECT_EQ(test, 0, utf8check_stream_finish(s, out + made, &more));
	KUNIT_EXPECT_EQ(test, 2, made + more);
	KUNIT_EXPECT_MEMEQ(test, out, "\xc3\xa9", 2);
}

/* Two streams share nothing. */
static void api_stream_apart(struct kunit *test)
{
	struct utf8check_report *r = u8c_room(test, sizeof(*r));
	struct utf8check_stream *a = u8c_room(test, sizeof(*a));
	struct utf8check_stream *b = u8c_room(test, sizeof(*b));
	size_t used;

	utf8check_stream_init(a, NULL);
	utf8check_stream_init(b, NULL);
	push(a, "\xe2", 1, &used, NULL, NULL);
	push(b, "\xc3", 1, &used, NULL, NULL);
	KUNIT_EXPECT_EQ(test, 0, push(a, "\x82\xac", 2, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, 0, push(b, "\xa9", 1, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, -EILSEQ, push(a, "\xff", 1, &used, NULL, NULL));
	KUNIT_EXPECT_EQ(test, 0, utf8check_stream_finish(b, NULL, NULL));
	utf8check_stream_report(b, r);
	KUNIT_EXPECT_EQ(test, r->errors, 0);
	KUNIT_EXPECT_EQ(test, r->by_length[1], 1);
}

/* Nothing outside of the stream's memory is touched. */
static void api_stream_bounds(struct kunit *test)
{
	struct {
		u64 before;
		struct utf8check_stream s;
		u64 after;
	} *box = u8c_room(test, sizeof(*box));
	size_t used;

	box->before = 0x5555555555555555ull;
	box->after = 0x5555555555555555ull;
	utf8check_stream_init(&box->s, NULL);
	push(&box->s, "a\xf4\x8f", 3, &used, NULL, NULL);
	utf8check_stream_finish(&box->s, NULL, NULL);
	KUNIT_EXPECT_EQ(test, box->before, 0x5555555555555555ull);
	KUNIT_EXPECT_EQ(test, box->after, 0x5555555555555555ull);
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
static void api_convert(struct kunit *test)
{
	struct utf8check_error e = { .reason = 1 };
	u8 out[1] = "";
	size_t n = 1;

	KUNIT_EXPECT_EQ(test, 0, utf8check_convert(NULL, "a", 1, out, &n, NULL));
	KUNIT_EXPECT_TRUE(test, n == 1 && out[0] == 'a');
	KUNIT_EXPECT_EQ(test, -ENAMETOOLONG, utf8check_convert(NULL, "ab", 2, out, &n, &e));
	KUNIT_EXPECT_TRUE(test, n == 2 && !e.reason);
	KUNIT_EXPECT_EQ(test, 0, utf8check_convert(NULL, "ab", 2, NULL, &n, NULL));
	KUNIT_EXPECT_EQ(test, n, 2);
	KUNIT_EXPECT_EQ(test, -EILSEQ, utf8check_convert(NULL, "a\xff", 2, NULL, &n, &e));
	KUNIT_EXPECT_TRUE(test,
			  n == 0 && e.offset == 1 && e.reason == UTF8CHECK_REASON_INVALID_BYTE);
	KUNIT_EXPECT_EQ(test, 0, utf8check_convert(NULL, NULL, 0, NULL, &n, NULL));
	KUNIT_EXPECT_EQ(test, n, 0);
	KUNIT_EXPECT_EQ(test, 0, WITH(.flags = UTF8CHECK_FLAG_NO_OUTPUT));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.form = UTF8CHECK_FORM_NFC));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.flags = UTF8CHECK_FLAG_STREAM_SAFE));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.reserved = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.records = 1));
	KUNIT_EXPECT_EQ(test, -EINVAL, WITH(.to = UTF8CHECK_ENCODING_AUTO));
	KUNIT_EXPECT_EQ(test, -EINVAL, convert_with((struct utf8check_config){ .size = 31 }));
}

static struct kunit_case api_cases[] = {
	KUNIT_CASE(api_validate_errno),
	KUNIT_CASE(api_refuse),
	KUNIT_CASE(api_dotdot),
	KUNIT_CASE(api_protect),
	KUNIT_CASE(api_stream),
	KUNIT_CASE(api_stream_filter),
	KUNIT_CASE(api_stream_errno),
	KUNIT_CASE(api_stream_form),
	KUNIT_CASE(api_stream_apart),
	KUNIT_CASE(api_stream_bounds),
	KUNIT_CASE(api_convert),
	{}
};

struct kunit_suite u8c_api_suite = {
	.name = "utf8check_api",
	.test_cases = api_cases,
};
