// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tests the engines with a text.
 *
 * A text goes through each engine in many splits: in one piece, byte by byte,
 * cut in two at every place, in pieces of odd sizes, with plenty of room for
 * output and with little.  The first answer is compared with the row, and every
 * other one with the first.  So one row tests that the answer is right, that it does
 * not depend on the split, and that the engines report the same numbers.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "test.h"

#define PLENTY 4096
#define LITTLE 16		/* one code point fits */
#define LITTLE_ESCAPED 128	/* any single piece of output fits */
/* Texts up to this length are cut at every place, longer ones at as many places. */
#define CUTS_MAX 48
/* With --splits=few, texts longer than this are not cut at every byte. */
#define LONG 4096

/* --- a text through one engine */

/**
 * struct split - a way to cut text into pieces
 *
 * @first: bytes of the first piece.
 * @rest: bytes of each other piece.
 * @room: bytes of room for output at each call.
 */
struct split {
	size_t first;
	size_t rest;
	size_t room;
};

/**
 * struct answer - all that a stream said of a text
 *
 * @err: 0 or -EILSEQ.
 * @report: its report.
 * @out: its output; owned, reused.
 * @made: bytes of it.
 * @size: bytes of room.
 */
struct answer {
	int err;
	struct utf8check_report report;
	u8 *out;
	size_t made;
	size_t size;
};

/* A new stream for a configuration, or an old one after a reset. */
static int take_stream(struct contestant *contestant, const struct utf8check_config *config,
		       struct utf8check_stream **stream)
{
	/* Any slot will do; so the few configurations of a row mostly have one each. */
	unsigned int slot = (config->action + config->flags) % CONTESTANT_STREAMS;
	int err;

	*stream = contestant->streams[slot];
	if (*stream && !memcmp(&contestant->configs[slot], config, sizeof(*config)))
		return utf8check_stream_reset(*stream);
	utf8check_stream_close(*stream);
	contestant->streams[slot] = NULL;
	err = utf8check_stream_open(contestant->engine, config,
				    config->flags & UTF8CHECK_FLAG_NO_OUTPUT ?
				    UTF8CHECK_CHECK_ONLY : 0, stream);
	if (err)
		return err;
	contestant->streams[slot] = *stream;
	contestant->configs[slot] = *config;
	return 0;
}

static int need_room(struct answer *to, size_t more)
{
	size_t size = 2 * (to->made + more);
	u8 *out;

	if (to->size - to->made >= more)
		return 0;
	out = realloc(to->out, size);
	if (!out)
		return -ENOMEM;
	to->out = out;
	to->size = size;
	return 0;
}

/* Push a piece, or finish when there is none; @room is 0 for a stream that only checks. */
static int push_piece(struct utf8check_stream *stream, const u8 *p, size_t n,
		      size_t room, struct answer *to)
{
	bool last = !n;
	size_t used, made;
	u8 *out;
	int err;

	do {
		if (need_room(to, room))
			return -ENOMEM;
		out = room ? to->out + to->made : NULL;
		used = n;
		made = room;
		if (last)
			err = utf8check_stream_finish(stream, out, &made);
		else
			err = utf8check_stream_push(stream, p, &used, out, &made);
		to->made += made;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	return err;
}

/* A text through a stream.  Return: 0, also when it is rejected; a negative errno. */
static int filter_text(struct contestant *contestant, const struct utf8check_config *config,
		       const struct bytes *text, const struct split *split, struct answer *to)
{
	const u8 *p = text->p;
	size_t n = text->n, piece = split->first < n ? split->first : n;
	size_t room = config->flags & UTF8CHECK_FLAG_NO_OUTPUT ? 0 : split->room;
	struct utf8check_stream *stream;
	int err = take_stream(contestant, config, &stream);

	to->made = 0;
	while (n && !err) {
		err = push_piece(stream, p, piece, room, to);
		p += piece;
		n -= piece;
		piece = split->rest < n ? split->rest : n;
	}
	if (!err)
		err = push_piece(stream, NULL, 0, room, to);
	if (err && err != -EILSEQ)
		return err;
	to->err = err;
	return utf8check_stream_report(stream, &to->report);
}

/* --- what is expected and found */

void test_fail(struct test *t, const char *format, ...)
{
	va_list args;

	if (t->failed)
		return;
	t->failed = true;
	va_start(args, format);
	vsnprintf(t->detail, sizeof(t->detail), format, args);
	va_end(args);
}

/* Bytes or numbers as text, for a message. */
struct brief {
	char text[168];
};

/* Bytes in hex, cut where they get too long. */
static struct brief brief(struct bytes bytes)
{
	struct brief b = { "" };
	size_t i;

	for (i = 0; i < bytes.n && i < 64; i++)
		sprintf(b.text + 2 * i, "%02x", bytes.p[i]);
	if (i < bytes.n)
		memcpy(b.text + 2 * i, "...", 4);
	return b;
}

static bool is_same(struct bytes a, struct bytes b)
{
	return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

static struct bytes output(const struct answer *o)
{
	return (struct bytes){ o->out, o->made };
}

static void expect_offset(struct test *t, const char *who, const char *call,
			  const struct vector *v, unsigned long long offset)
{
	if (v->first_error >= 0 && offset != (unsigned long long)v->first_error)
		test_fail(t, "%s: %sfirst_error_offset: expected %" PRId64 ", found %llu", who, call,
			  v->first_error, offset);
}

static void expect_first_error(struct test *t, const char *who,
			       const struct vector *v, const struct answer *o)
{
	unsigned long long offset = o->report.first.offset;

	if (v->valid != !o->report.errors)
		test_fail(t, "%s: expected %s, found %s at byte %llu", who,
		     v->valid ? "valid" : "invalid", o->report.errors ?
		     utf8check_reason_name(o->report.first.reason) : "no error",
		     offset);
	else if (!v->valid)
		expect_offset(t, who, "", v, offset);
}

/* A rejecting stream also gives what is before the first error. */
static void expect(struct test *t, const char *who, const struct vector *v,
		   const struct utf8check_config *config,
		   const struct answer *o)
{
	bool judged = v->kind == VECTOR_VALIDITY &&
		      config->action == UTF8CHECK_ACTION_REJECT;
	struct bytes want = judged ? v->in : v->out;

	expect_first_error(t, who, v, o);
	if (judged && o->err)
		want.n = o->report.first.offset;
	if (!t->failed && !is_same(output(o), want))
		test_fail(t, "%s: %s: expected %s, found %s", who,
			  v->kind == VECTOR_STREAM ? "out_hex" : judged ? "output" : "replaced_hex",
			  brief(want).text, brief(output(o)).text);
}

/* The numbers of a report that fit into a message. */
static struct brief numbers(const struct answer *o)
{
	const struct utf8check_report *r = &o->report;
	struct brief b;

	snprintf(b.text, sizeof(b.text),
		 "in %llu, out %llu, code points %llu, errors %llu, first at %llu",
		 r->bytes_in, r->bytes_out, r->code_points, r->errors,
		 r->first.offset);
	return b;
}

/* What differs between two answers, or NULL. */
static const char *difference(const struct answer *a, const struct answer *b)
{
	const struct utf8check_report *r = &a->report, *s = &b->report;

	if (a->err != b->err)
		return "verdict";
	if (!is_same(output(a), output(b)))
		return "output";
	if (memcmp(&r->first, &s->first, sizeof(r->first)))
		return "error record";
	return memcmp(r, s, sizeof(*r)) ? "report" : NULL;
}

static struct brief pieces(const struct split *split)
{
	struct brief b;

	if (split->first == SIZE_MAX)
		memcpy(b.text, "in one piece", sizeof("in one piece"));
	else if (split->rest == SIZE_MAX)
		snprintf(b.text, sizeof(b.text), "cut at %zu", split->first);
	else
		snprintf(b.text, sizeof(b.text), "in pieces of %zu, then %zu",
			 split->first, split->rest);
	return b;
}

static void compare_answers(struct test *t, unsigned int contestant,
			    const struct answer *first, const struct answer *o,
			    const struct split *split)
{
	const char *what = difference(first, o);
	const bool in_output = what && first->err == o->err && !is_same(output(first), output(o));

	if (!what)
		return;
	t->disagree |= contestant > 0;
	test_fail(t, "%s, %s: another %s than %s in one piece: expected %s, found %s",
	     utf8check_engine_name(t->contestants[contestant].engine), pieces(split).text,
	     what, utf8check_engine_name(t->contestants[0].engine),
	     in_output ? brief(output(first)).text : numbers(first).text,
	     in_output ? brief(output(o)).text : numbers(o).text);
}

static bool next_split(const struct test *t, size_t n, unsigned int i,
		       struct split *split)
{
	static const struct split fixed[] = {
		{ SIZE_MAX, SIZE_MAX, PLENTY },
		{ 1, 1, PLENTY },
		{ SIZE_MAX, SIZE_MAX, LITTLE },
		{ 2, 2, LITTLE },
		{ 3, 3, PLENTY },
		{ 2, 5, LITTLE },
		{ 7, 7, PLENTY },
	};
	static const struct split large[] = {
		{ SIZE_MAX, SIZE_MAX, PLENTY },
		{ 257, 1021, PLENTY },
		{ SIZE_MAX, SIZE_MAX, 2039 },
	};
	unsigned int cuts = n < CUTS_MAX ? n : CUTS_MAX;

	if (i < (t->few ? 3 : ARRAY_SIZE(fixed))) {
		*split = (t->few && n > LONG ? large : fixed)[i];
		return true;
	}
	if (t->few)
		return false;
	/* Then two pieces: @i counts the cuts from 1 on, each between the ends. */
	i -= ARRAY_SIZE(fixed) - 1;
	*split = (struct split){ i * n / (cuts ? cuts : 1), SIZE_MAX, PLENTY };
	return i < cuts;
}

static int test_filter(struct test *t, const struct vector *v,
		 const struct utf8check_config *config)
{
	static struct answer first, other;
	struct split split;
	int err;

	for (unsigned int i = 0; next_split(t, v->in.n, i, &split); i++) {
		if (split.room == LITTLE && config->action == UTF8CHECK_ACTION_ESCAPE)
			split.room = LITTLE_ESCAPED;
		for (unsigned int contestant = 0; contestant < t->count; contestant++) {
			struct answer *o = i || contestant ? &other : &first;

			err = filter_text(&t->contestants[contestant], config, &v->in, &split, o);
			if (err)
				return err;
			if (o == &first)
				expect(t, utf8check_engine_name(t->contestants[0].engine),
				       v, config, o);
			else
				compare_answers(t, contestant, &first, o, &split);
		}
	}
	return 0;
}

/* The call that judges a buffer at once. */
static int ask_buffer(struct test *t, const struct vector *v)
{
	struct utf8check_error error, first = { 0 };
	u64 code_points, first_count = 0;

	for (unsigned int contestant = 0; contestant < t->count; contestant++) {
		struct utf8check *engine = t->contestants[contestant].engine;
		const char *who = utf8check_engine_name(engine);
		int err = utf8check_validate(engine, v->in.p, v->in.n,
					     v->config.profile, &code_points,
					     &error);

		if (err && err != -EILSEQ)
			return err;
		if (v->valid != !err)
			test_fail(t, "%s: validate: expected %s", who,
			     v->valid ? "valid" : "invalid");
		else if (err)
			expect_offset(t, who, "validate: ", v, error.offset);
		if (!contestant) {
			first = error;
			first_count = code_points;
		} else if (memcmp(&first, &error, sizeof(first)) ||
			   first_count != code_points) {
			t->disagree = true;
			test_fail(t, "%s: validate: record or count differs", who);
		}
	}
	return 0;
}

/*
 * --- a text and its form: rows that ask for nothing but the form, and expect no error
 *
 * A stream that only checks must find a text normalized if it is its own form, and only
 * then.  It must find each form normalized.
 * The library's calls for whole texts must give the result of the row, with every engine.
 */

/* Is the form all that is asked for? */
static bool asks_for_form_only(const struct vector *v)
{
	const struct utf8check_config plain = { .size = sizeof(plain), .form = v->config.form };

	return v->valid && plain.form &&
	       !memcmp(&plain, &v->config, sizeof(plain));
}

/* Where two texts differ first, back to the start of a code point. */
static size_t differs_at(const struct bytes *a, const struct bytes *b)
{
	size_t i = 0;

	while (i < a->n && i < b->n && a->p[i] == b->p[i])
		i++;
	while (i && i < a->n && (a->p[i] & 0xc0) == 0x80)
		i--;
	return i;
}

/* Is @text said to be in the form exactly when it is the form of the row? */
static int ask_whether_normalized(struct test *t, const struct vector *v,
				  const struct bytes *text,
				  const struct utf8check_config *config)
{
	struct vector asked = { .kind = VECTOR_STREAM, .in = *text };
	struct utf8check_config asking = *config;
	static u8 nothing;

	asking.flags |= UTF8CHECK_FLAG_NO_OUTPUT;
	asking.forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED;
	asked.out = (struct bytes){ &nothing, 0 };
	asked.valid = is_same(*text, v->out);
	asked.first_error = asked.valid ? -1 : (int64_t)differs_at(text, &v->out);
	return test_filter(t, &asked, &asking);
}

static void expect_made(struct test *t, const struct vector *v, u8 *room)
{
	size_t made = 0;
	int err = utf8check_normalize(v->config.form, v->in.p, v->in.n, NULL,
				      &made, NULL);

	if (err || made != v->out.n) {
		test_fail(t, "normalize: expected %zu bytes, found %zu, %d",
			   v->out.n, made, err);
		return;
	}
	err = utf8check_normalize(v->config.form, v->in.p, v->in.n, room,
				  &made, NULL);
	if (err || made != v->out.n || memcmp(room, v->out.p, made))
		test_fail(t, "normalize: another form than that of the stream");
}

static void expect_answers(struct test *t, const struct vector *v)
{
	bool same = is_same(v->in, v->out);
	enum utf8check_form form = v->config.form;
	uint64_t hash = 0, other = 1;
	size_t offset = 0;
	int order = 1;

	if (utf8check_is_normalized(form, v->in.p, v->in.n, &offset,
				    NULL) != same)
		test_fail(t, "is_normalized: expected %d", same);
	else if (offset != (same ? v->in.n : differs_at(&v->in, &v->out)))
		test_fail(t, "is_normalized: found offset %zu", offset);
	if (utf8check_quick_check(form, v->in.p, v->in.n, NULL, NULL) ==
	    (same ? UTF8CHECK_QUICK_NO : UTF8CHECK_QUICK_YES))
		test_fail(t, "quick_check: expected the other answer");
	if (utf8check_compare_form(form, v->in.p, v->in.n, v->out.p, v->out.n,
				   &order) || order)
		test_fail(t, "compare_form: expected 0, found %d", order);
	if (utf8check_hash_form(form, v->in.p, v->in.n, 1, &hash) ||
	    utf8check_hash_form(form, v->out.p, v->out.n, 1, &other) ||
	    hash != other)
		test_fail(t, "hash_form: two hashes of one form");
}

static int test_form(struct test *t, const struct vector *v,
	       const struct utf8check_config *config)
{
	AUTO_FREE u8 *room = NULL;
	int err;

	if (!asks_for_form_only(v))
		return 0;
	err = ask_whether_normalized(t, v, &v->in, config) ?:
	      ask_whether_normalized(t, v, &v->out, config);
	if (err)
		return err;
	room = malloc(v->out.n + 1);
	if (!room)
		return -ENOMEM;
	expect_made(t, v, room);
	expect_answers(t, v);
	return 0;
}

int test_text(struct test *t, const struct vector *v)
{
	struct utf8check_config config = v->config;
	int err;

	config.size = sizeof(config);
	config.flags |= UTF8CHECK_FLAG_POSITION;
	err = test_filter(t, v, &config);
	if (!err && v->kind == VECTOR_STREAM)
		err = test_form(t, v, &config);
	if (err || v->kind == VECTOR_STREAM)
		return err;
	if (v->out.p) {
		config.action = UTF8CHECK_ACTION_REPLACE;
		err = test_filter(t, v, &config);
	}
	return err ? err : ask_buffer(t, v);
}
