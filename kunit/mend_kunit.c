// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream where many errors are replaced at once, and where output is taken
 * with no bytes put in: with every implementation, against the slow reference.
 *
 * Most tests do not ask for lines and columns, because with these each error is settled
 * singly.
 */
#include "errors.h"
#include "exhaustive.h"
#include "feed.h"
#include "sample.h"
#include "support.h"

#define TEXT_MAX 1024

/* Rooms around the size that replacing many errors at once needs, and room for all. */
static void try_rooms(struct u8c_feed *f, struct u8c_chance *c)
{
	static const u16 rooms[] = {
		3, U8C_REPAIR_ROOM - 1, U8C_REPAIR_ROOM, U8C_REPAIR_ROOM + 1,
		2 * U8C_REPAIR_ROOM, U8C_FEED_MAX,
	};

	f->config.action = UTF8CHECK_ACTION_REPLACE;
	f->config.flags = 0;
	u8c_feed_expect(f);
	for (unsigned int i = 0; i < ARRAY_SIZE(rooms); i++) {
		f->room = rooms[i];
		f->chance = NULL;
		u8c_feed_run(f);
		f->chance = c;
		u8c_feed_run(f);
	}
	f->config.flags = UTF8CHECK_FLAG_POSITION;
	u8c_feed_expect(f);
	u8c_feed_run(f);
	cond_resched();
}

static void many_errors(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, TEXT_MAX);
	static const u32 bad[] = { 0, 3, 100, 200 };

	f->in = p;
	for (unsigned int i = 0; i < u8c_rounds(800); i++) {
		f->n = 100 + u8c_chance_below(&c, TEXT_MAX - 100);
		u8c_sample_text(&c, bad[u8c_chance_below(&c, ARRAY_SIZE(bad))], p, f->n);
		for (unsigned int k = 0; i % 4 == 0 && k < f->n; k++)
			p[k] = u8c_edges[u8c_chance_below(&c, U8C_EDGES)];
		try_rooms(f, &c);
	}
}

/* Texts from one byte too short for replacing many at once: one error, or only errors. */
static void short_texts(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, 2 * U8C_REPAIR_TEXT);

	f->in = p;
	for (f->n = U8C_REPAIR_TEXT - 2; f->n < U8C_REPAIR_TEXT + 10; f->n++) {
		memset(p, 'a', f->n);
		p[0] = 0xff;
		try_rooms(f, &c);
		p[f->n - 1] = 0xe2;
		try_rooms(f, &c);
		memset(p, 0x80, f->n);
		try_rooms(f, &c);
	}
}

/* Each error at each place of two blocks, in each kind of text. */
static void every_error(struct kunit *test)
{
	enum { SIZE = 330, BLOCK = 64 };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, SIZE);
	size_t i, w, at;

	f->in = p;
	f->n = SIZE;
	f->room = U8C_FEED_MAX;
	f->config = (struct utf8check_config){ .action = UTF8CHECK_ACTION_REPLACE };
	for (i = 0; i < ARRAY_SIZE(u8c_grounds) * ARRAY_SIZE(u8c_wrongs) * BLOCK; i += u8c_share()) {
		at = i % BLOCK;
		w = i / BLOCK % ARRAY_SIZE(u8c_wrongs);
		u8c_ground_fill(&u8c_grounds[i / BLOCK / ARRAY_SIZE(u8c_wrongs)], p, SIZE);
		memcpy(p + at, u8c_wrongs[w].bytes, u8c_wrongs[w].n);
		memcpy(p + at + BLOCK, u8c_wrongs[w].bytes, u8c_wrongs[w].n);
		u8c_feed_expect(f);
		u8c_feed_run(f);
		cond_resched();
	}
}

/* Blocks of ASCII without an error in which one code point is longer than the others. */
static void one_long(struct kunit *test)
{
	static const char *const longs[] = { "\xc3\xa9", "\xe4\xba\x8c", "\xf0\x9f\x98\x80" };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, TEXT_MAX);

	f->in = p;
	f->n = TEXT_MAX;
	f->room = U8C_FEED_MAX;
	f->config = (struct utf8check_config){ .action = UTF8CHECK_ACTION_REPLACE };
	for (size_t i = 0; i < ARRAY_SIZE(longs); i++) {
		for (size_t at = 1; at < 600; at++) {
			memset(p, 'b', TEXT_MAX);
			p[0] = 0xff;
			memcpy(p + at, longs[i], strlen(longs[i]));
			u8c_feed_expect(f);
			u8c_feed_run(f);
		}
		cond_resched();
	}
}

/* Errors so far apart that the text between them is passed on at once. */
static void far_errors(struct kunit *test)
{
	enum { SIZE = 2048 };
	struct u8c_feed *f = u8c_feed_new(test);
	u8 *p = u8c_room(test, SIZE);

	f->in = p;
	f->n = SIZE;
	f->room = U8C_FEED_MAX;
	f->config = (struct utf8check_config){ .action = UTF8CHECK_ACTION_REPLACE };
	for (size_t at = 1000; at < 1400; at += 13) {
		memset(p, 'b', SIZE);
		p[0] = p[at] = p[at + 200] = 0xff;
		u8c_feed_expect(f);
		u8c_feed_run(f);
		cond_resched();
	}
}

/* --- output taken with no bytes put in ------------------------------------------ */

/**
 * struct drain - a stream, and what came out of it
 *
 * @s: the stream.
 * @work: lent to @s.
 * @out: its output.
 * @made: bytes of @out.
 */
struct drain {
	struct u8c_stream s;
	struct u8c_verifier work;
	u8 out[64];
	size_t made;
};

static struct drain *drain_new(struct kunit *test, enum utf8check_form form)
{
	const struct utf8check_config config = { .form = form };
	struct drain *d = u8c_room(test, sizeof(*d));

	u8c_stream_init(&d->s, u8c_impl_find(NULL), &config);
	if (form)
		u8c_stream_lend(&d->s, &d->work, NULL, 0);
	return d;
}

/* Pushes a text; @room: for output.  Return: the status; how much came out is added. */
static enum u8c_result put_text(struct kunit *test, struct drain *d, const char *p, size_t n,
				size_t room)
{
	enum u8c_result status;
	size_t used = n, made = room;

	status = u8c_stream_push(&d->s, n ? p : NULL, &used, d->out + d->made, &made);
	KUNIT_ASSERT_LE(test, made, room);
	d->made += made;
	return status;
}

/* No bytes are put in: only output of earlier bytes comes out. */
static enum u8c_result put_none(struct kunit *test, struct drain *d, size_t room)
{
	return put_text(test, d, NULL, 0, room);
}

/*
 * NFD of U+1E69 is five bytes in three code points.  Each code point is given
 * when there is room for a whole sequence; the call says that the others wait.
 */
static void drain_spelled(struct kunit *test)
{
	struct drain *d = drain_new(test, UTF8CHECK_FORM_NFD);

	KUNIT_EXPECT_EQ(test, put_text(test, d, "\xe1\xb9\xa9" "b", 4, 0), U8C_FULL);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 7), U8C_FULL);
	KUNIT_EXPECT_EQ(test, d->made, 0);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 8), U8C_FULL);
	KUNIT_EXPECT_EQ(test, d->made, 1);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 15), U8C_DONE);
	KUNIT_ASSERT_EQ(test, d->made, 5);
	KUNIT_EXPECT_MEMEQ(test, d->out, "s\xcc\xa3\xcc\x87", 5);
	KUNIT_EXPECT_EQ(test, d->s.bytes_out, 5);
}

/* A complete sequence waits for room; an incomplete one waits for its bytes. */
static void carried_spelled(struct kunit *test)
{
	struct drain *d = drain_new(test, UTF8CHECK_FORM_NONE);

	KUNIT_EXPECT_EQ(test, put_text(test, d, "\xe2\x82", 2, 0), U8C_DONE);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 16), U8C_DONE);
	KUNIT_EXPECT_EQ(test, d->made, 0);
	KUNIT_EXPECT_EQ(test, put_text(test, d, "\xac", 1, 0), U8C_FULL);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 2), U8C_FULL);
	KUNIT_EXPECT_EQ(test, d->made, 0);
	KUNIT_EXPECT_EQ(test, put_none(test, d, 3), U8C_DONE);
	KUNIT_ASSERT_EQ(test, d->made, 3);
	KUNIT_EXPECT_MEMEQ(test, d->out, "\xe2\x82\xac", 3);
	KUNIT_EXPECT_EQ(test, d->s.carried, 0);
	KUNIT_EXPECT_EQ(test, u8c_stream_code_points(&d->s), 1);
}

/* A stream without a form, or one that has rejected, has no output to take. */
static void drain_nothing(struct kunit *test)
{
	struct drain *plain = drain_new(test, UTF8CHECK_FORM_NONE);
	struct drain *form = drain_new(test, UTF8CHECK_FORM_NFC);
	size_t made;

	KUNIT_EXPECT_EQ(test, put_text(test, plain, "a\xe2", 2, 16), U8C_DONE);
	KUNIT_EXPECT_EQ(test, put_none(test, plain, 16), U8C_DONE);
	KUNIT_EXPECT_EQ(test, plain->made, 1);
	KUNIT_EXPECT_EQ(test, plain->s.carried, 1);
	KUNIT_EXPECT_EQ(test, put_text(test, form, "e\xff", 2, 16), U8C_REJECTED);
	made = form->made;
	KUNIT_EXPECT_EQ(test, put_none(test, form, 16), U8C_REJECTED);
	KUNIT_EXPECT_EQ(test, form->made, made);
}

static struct kunit_case mend_cases[] = {
	KUNIT_CASE(many_errors),
	KUNIT_CASE(short_texts),
	KUNIT_CASE_SLOW(every_error),
	KUNIT_CASE(one_long),
	KUNIT_CASE(far_errors),
	KUNIT_CASE(drain_spelled),
	KUNIT_CASE(carried_spelled),
	KUNIT_CASE(drain_nothing),
	{}
};

struct kunit_suite u8c_mend_suite = {
	.name = "utf8check_mend",
	.test_cases = mend_cases,
};
