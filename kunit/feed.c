// SPDX-License-Identifier: GPL-2.0-only
/*
 * Feeding a stream: each answer is checked for what must hold at any time; at the
 * end the counts and the output are compared with the reference.
 *
 * Each piece of the input, and the room of each call, ends before a guard page, so what
 * is read after the piece or written beyond the room is caught at once.
 */
#include "exhaustive.h"
#include "feed.h"
#include "sample.h"
#include "support.h"

/* More than a text of U8C_FEED_MAX becomes, or a short one in any coding. */
#define OUT_MAX (3 * U8C_FEED_MAX + 1)
/* Each byte may be one, and a mark that lacks. */
#define ERRORS_MAX (U8C_FEED_MAX + 1)

struct u8c_feed *u8c_feed_new(struct kunit *test)
{
	struct u8c_feed *f = u8c_room(test, sizeof(*f));

	f->test = test;
	f->want_out = u8c_room(test, OUT_MAX);
	f->ref_work = u8c_room(test, U8C_REF_WORK(U8C_FEED_MAX) * sizeof(*f->ref_work));
	f->want.list = u8c_room(test, ERRORS_MAX * sizeof(*f->want.list));
	f->out = u8c_room(test, OUT_MAX);
	f->list = u8c_room(test, UTF8CHECK_RECORDS_MAX * sizeof(*f->list));
	f->records = u8c_room(test, ERRORS_MAX * sizeof(*f->records));
	f->work = u8c_room(test, sizeof(*f->work));
	f->pieces = u8c_guarded(test, U8C_FEED_MAX);
	f->window = u8c_guarded(test, U8C_FEED_MAX);
	f->whole = u8c_guarded(test, OUT_MAX);
	f->config.flags = UTF8CHECK_FLAG_POSITION;
	return f;
}

#define FEED_ASSERT(f, condition, what) \
	U8C_ASSERT((f)->test, condition, what, (f)->in, (f)->n)

static size_t room_of_call(struct u8c_feed *f)
{
	if (!f->room || !f->chance)
		return f->room;
	return 1 + u8c_chance_below(f->chance, f->room);
}

/* The room of the next call; larger if the last call could do nothing. */
static size_t next_room(struct u8c_feed *f, size_t room, bool moved)
{
	if (moved)
		return room_of_call(f);
	FEED_ASSERT(f, room, "full without output");
	FEED_ASSERT(f, room < U8C_PIECE_MAX, "full with room for a piece");
	return room + 1;
}

/* Gathers what a call put into its room. */
static void take(struct u8c_feed *f, const struct u8c_stream *s, size_t room,
		 size_t made)
{
	FEED_ASSERT(f, made <= room, "more output than room");
	FEED_ASSERT(f, f->made + made <= f->want.bytes_out,
		    "more output than there is");
	FEED_ASSERT(f, s->carried <= U8C_SEQUENCE_MAX, "too much is carried");
	memcpy(f->out + f->made, f->window - room, made);
	f->made += made;
}

/* Gathers the first records that the stream has. */
static void take_records(struct u8c_feed *f, struct u8c_stream *s, u32 n)
{
	FEED_ASSERT(f, f->listed + n <= f->want.errors, "more records than errors");
	memcpy(f->records + f->listed, s->list, n * sizeof(*s->list));
	f->listed += n;
}

/* The list is full: makes room in it. */
static void forget_some(struct u8c_feed *f, struct u8c_stream *s)
{
	const u32 n = (s->listed + 1) / 2;

	FEED_ASSERT(f, s->listed == f->config.records, "stopped before the list is full");
	take_records(f, s, n);
	u8c_stream_forget(s, n);
}

/* Pushes one piece of input, with as many calls as it takes. */
static enum u8c_result push(struct u8c_feed *f, struct u8c_stream *s,
			    const u8 *in, size_t n)
{
	size_t room = room_of_call(f);
	enum u8c_result status;
	size_t used, made;

	for (;;) {
		u8 *out = room ? f->window - room : NULL;

		used = n;
		made = room;
		status = u8c_stream_push(s, in, &used, out, &made);
		take(f, s, room, made);
		if (status == U8C_REJECTED)
			return status;
		FEED_ASSERT(f, used <= n, "more input taken than given");
		/* To go back to what differs from a form takes patience too. */
		FEED_ASSERT(f, status != U8C_PAUSED ||
			    (f->patience && (f->config.form || (used && used < n))),
			    "paused without a reason");
		in += used;
		n -= used;
		if (status == U8C_DONE)
			break;
		if (status == U8C_LISTED)
			forget_some(f, s);
		else
			room = next_room(f, room, made || used || status == U8C_PAUSED);
	}
	FEED_ASSERT(f, !n, "done before the end of the input");
	return status;
}

static enum u8c_result finish(struct u8c_feed *f, struct u8c_stream *s)
{
	size_t room = room_of_call(f);
	enum u8c_result status;
	size_t made;

	for (;;) {
		u8 *out = room ? f->window - room : NULL;

		made = room;
		status = u8c_stream_finish(s, out, &made);
		take(f, s, room, made);
		if (status == U8C_LISTED)
			forget_some(f, s);
		else if (status == U8C_FULL)
			room = next_room(f, room, made);
		else if (status != U8C_PAUSED)
			return status;
	}
}

/* The length of the piece that begins at byte @at. */
static size_t next_piece(const struct u8c_feed *f, size_t at)
{
	size_t end = at + 1;

	if (f->chance) {
		size_t most = u8c_chance_below(f->chance, 4) ? 8 : 600;

		return min_t(size_t, u8c_chance_below(f->chance, most),
			     f->n - at);
	}
	while (end < f->n && !(end <= 64 && f->cuts >> (end - 1) & 1))
		end++;
	return end - at;
}

static void compare(struct u8c_feed *f, struct u8c_stream *s)
{
	struct u8c_ref_result want = f->want;
	const char *differs;

	/* A stream without room has no output. */
	if (!f->room)
		want.bytes_out = s->bytes_out;
	differs = u8c_ref_stream_differs(s, &want);
	FEED_ASSERT(f, !differs, differs);
	if (f->config.records) {
		take_records(f, s, s->listed);
		FEED_ASSERT(f, f->listed == want.errors && !memcmp(f->records, want.list,
			    f->listed * sizeof(*f->records)), "records");
	}
	if (!f->room)
		return;
	FEED_ASSERT(f, f->made == want.bytes_out, "length of the output");
	FEED_ASSERT(f, !memcmp(f->out, f->want_out, f->made), "output");
}

/* After the end a stream takes nothing more, and no more comes out. */
static void end_again(struct u8c_feed *f, struct u8c_stream *s)
{
	const enum u8c_result end = f->want.rejected ? U8C_REJECTED : U8C_DONE;
	size_t used = 1, made = U8C_FEED_MAX;

	FEED_ASSERT(f, u8c_stream_finish(s, f->window - made, &made) == end && !made, "a second end");
	if (!f->want.rejected)
		return;
	made = U8C_FEED_MAX;
	FEED_ASSERT(f, u8c_stream_push(s, "a", &used, f->window - made, &made) == end && !made,
		    "more text after a rejection");
}

/* Feeds the text in its pieces, ends it, and compares. */
static void feed(struct u8c_feed *f, struct u8c_stream *s)
{
	enum u8c_result status = U8C_DONE;
	size_t at, n;

	f->made = 0;
	f->listed = 0;
	for (at = 0; at < f->n && status == U8C_DONE; at += n) {
		n = next_piece(f, at);
		memcpy(f->pieces - n, f->in + at, n);
		status = push(f, s, f->pieces - n, n);
		if (status == U8C_DONE)
			FEED_ASSERT(f, s->bytes_in + s->carried == at + n,
				    "bytes judged and carried");
	}
	if (status == U8C_DONE)
		status = finish(f, s);
	FEED_ASSERT(f, status == (f->want.rejected ? U8C_REJECTED : U8C_DONE),
		    "status at the end");
	end_again(f, s);
	compare(f, s);
}

void u8c_feed_expect(struct u8c_feed *f)
{
	KUNIT_ASSERT_TRUE(f->test, u8c_config_makes_sense(&f->config));
	u8c_ref_stream(&f->config, f->in, f->n, f->want_out, &f->want, f->ref_work);
	/* The reference always counts lines. */
	if (f->config.flags & UTF8CHECK_FLAG_POSITION)
		return;
	f->want.first.line = 0;
	f->want.first.column = 0;
	for (u64 i = 0; i < f->want.errors; i++) {
		f->want.list[i].line = 0;
		f->want.list[i].column = 0;
	}
}

void u8c_feed_run(struct u8c_feed *f)
{
	const struct u8c_impl *const *i;
	struct u8c_stream s;

	u8c_for_each_impl(i) {
		if (f->impl && f->impl != *i)
			continue;
		memset(&s, 0xa5, sizeof(s));
		u8c_stream_init(&s, *i, &f->config);
		u8c_stream_lend(&s, u8c_config_needs_work(&f->config) ? f->work : NULL,
				f->config.records ? f->list : NULL, f->config.records);
		s.patience = f->patience;
		feed(f, &s);
		if (!f->again)
			continue;
		u8c_stream_reset(&s);
		feed(f, &s);
	}
}

void u8c_feed_convert(struct u8c_feed *f, size_t room)
{
	struct u8c_sink to = u8c_sink(f->whole - room, room);
	struct u8c_stream s;
	bool done;

	u8c_stream_init(&s, f->impl ?: u8c_impl_find(NULL), &f->config);
	done = u8c_convert(&s, u8c_text(f->in, f->n), &to);
	FEED_ASSERT(f, done == !f->want.rejected && (!done || to.made == f->want.bytes_out),
		    "convert: length");
	FEED_ASSERT(f, !done || to.made > room || !memcmp(f->whole - room, f->want_out, to.made),
		    "convert: output");
	FEED_ASSERT(f, u8c_same_error(&s.first, &f->want.first), "convert: first error");
}
