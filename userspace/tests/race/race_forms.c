// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's calls of the core under a normalization form.
 */
#include <string.h>
#include "core/normalize/candidates.h"
#include "core/normalize/rewrite.h"
#include "race.h"

/* First the size, then the text, as a caller does that allocates memory. */
static void run_normalize(struct race_round *r)
{
	enum utf8check_form form = race_form(r);
	size_t room = any(r, r->n + 40);
	const struct u8c_text text = u8c_text(r->p, r->n);
	struct u8c_sink s = u8c_sink(NULL, 0);
	enum u8c_made how;
	struct utf8check_error e;

	memset(&e, 0xff, sizeof(e));
	if (any(r, 2)) {
		how = u8c_normalize(r->impl, form, text, &s, &e);
		room = how == U8C_MADE_FULL ? s.made : 0;
	}
	s = u8c_sink(race_room(r, room), room);
	how = u8c_normalize(r->impl, form, text, &s, &e);
	CHECK(how <= U8C_MADE_COMBINING_RUN);
	CHECK(how != U8C_MADE || s.made <= room);
	if (how >= U8C_MADE_ILL_FORMED)
		race_expect_error(&e, r->n);
}

static void run_is_normalized(struct race_round *r)
{
	struct utf8check_error e;
	size_t offset = ~(size_t)0;

	e.reason = UTF8CHECK_REASON_NONE;
	u8c_is_normalized(r->impl, race_form(r), u8c_text(r->p, r->n), &offset,
			  any(r, 2) ? &e : NULL);
	CHECK(offset <= r->n);
	if (e.reason)
		race_expect_error(&e, r->n);
}

static void run_quick_check(struct race_round *r)
{
	struct utf8check_error e;
	size_t offset;
	int answer;

	memset(&e, 0xff, sizeof(e));
	answer = u8c_quick_check(r->impl, race_form(r), u8c_text(r->p, r->n), &offset, &e);
	if (answer < 0) {
		race_expect_error(&e, r->n);
		return;
	}
	CHECK(answer <= U8C_QUICK_MAYBE);
	CHECK(offset <= r->n);
}

static void run_compare_form(struct race_round *r)
{
	size_t n = any(r, r->n + 1);
	size_t from = any(r, 2) ? 0 :
		      any(r, r->n);
	int order;

	/* The second text may begin inside a sequence: then the answer is no. */
	if (u8c_compare_form(r->impl, race_form(r), u8c_text(r->p, n),
			     u8c_text(r->p + from, r->n - from), &order))
		CHECK(order >= -1 && order <= 1);
}

static void run_hash_form(struct race_round *r)
{
	u64 hash;

	u8c_hash_form(r->impl, race_form(r), u8c_text(r->p, r->n), 1, &hash);
}

static void run_match_form(struct race_round *r)
{
	size_t half = any(r, r->n);
	int answer = u8c_match_form(r->impl, race_form(r), u8c_text(r->p, half),
				    u8c_text(r->p + half, r->n - half));

	CHECK(answer >= -1 && answer <= 1);
}

/* The form in parts, of bytes that nobody has validated. */
static void run_reader(struct race_round *r)
{
	size_t room = 1 + any(r, 600), n;
	u8 *out = race_room(r, room);
	struct u8c_reader reader;

	u8c_reader_init(&reader, r->impl, race_form(r), u8c_text(r->p, r->n));
	do
		n = u8c_reader_next(&reader, out, room);
	while (n == room);
	CHECK(n < room);
}

static void run_stable_up_to(struct race_round *r)
{
	enum utf8check_form form = race_form(r);

	CHECK(u8c_stable_up_to(r->impl, form, r->p, r->n,
					any(r, 2)) <= r->n);
	CHECK(u8c_segment_end(form, r->p, r->n) <= r->n);
}

/* Finding and changing, without a check that the text is well-formed. */
static void run_rewrite(struct race_round *r)
{
	size_t room = any(r, 3 * r->n), at = 0, done;
	struct u8c_sink sink = { .out = race_room(r, room), .room = room };

	done = u8c_rewrite(&sink, r->impl, race_form(r), u8c_text(r->p, r->n), &at);
	CHECK(done <= r->n);
	CHECK(done == r->n || at < r->n);
}

static void run_doubt(struct race_round *r)
{
	struct u8c_candidates marks;
	size_t at = 0, doubt;

	u8c_candidates_init(&marks, r->impl, race_form(r), u8c_text(r->p, r->n),
			    any(r, 2));
	while (at < r->n) {
		doubt = u8c_candidates_span_yes(&marks, at);
		CHECK(doubt >= at && doubt <= r->n);
		at = doubt + 1;
	}
}

/*
 * The first character of a text changes all the time, while a later one never
 * changes and is in no form.  What is remembered of the first character must not
 * be used for the later one.
 */
#define STEADY_SIZE 512
#define STEADY_AT 200

/**
 * struct steady - a text whose first character changes
 *
 * @p: its bytes.
 * @at: the byte that changes.
 * @between: the values that the byte has in turn.
 */
struct steady {
	u8 p[STEADY_SIZE];
	size_t at;
	u8 between[2];
};

static struct steady steady[] = {
	/* U+0374, in turn with U+04B4, which most forms do not change. */
	{ .p = { 0xcd, 0xb4, [STEADY_AT] = 0xcd, 0xb4 },
	  .at = 0, .between = { 0xcd, 0xd2 } },
	/* U+1D15E, in turn with U+1F15E. */
	{ .p = { 0xf0, 0x9d, 0x85, 0x9e, [STEADY_AT] = 0xf0, 0x9d, 0x85, 0x9e },
	  .at = 1, .between = { 0x9d, 0x9f } },
};

/* Only the byte that changes is written. */
static void write_steady(struct u8c_chance *random)
{
	volatile u8 *p;
	unsigned int i, rhythm = u8c_chance_below(random, 8), n;
	const struct steady *t = &steady[u8c_chance_below(random, U8C_ARRAY_SIZE(steady))];

	p = (volatile u8 *)t->p + t->at;
	for (i = 0; i < 2000; i++) {
		*p = t->between[i & 1];
		for (n = rhythm; n; n--)
			__asm__ volatile("");
	}
}

static void run_steady(struct race_round *r)
{
	struct steady *t = &steady[any(r, U8C_ARRAY_SIZE(steady))];
	enum utf8check_form form = race_form(r);
	u64 marks[STEADY_SIZE / 64];
	size_t offset;

	r->impl->form->candidates(form, t->p, STEADY_SIZE, marks, r->impl->form);
	CHECK(marks[STEADY_AT / 64] >> STEADY_AT % 64 & 1);
	CHECK(!u8c_is_normalized(r->impl, form, u8c_text(t->p, STEADY_SIZE), &offset,
					  NULL));
}

const struct race_call race_forms[] = {
	{ "normalize", run_normalize, RACE_EACH, NULL },
	{ "is-normalized", run_is_normalized, RACE_EACH, NULL },
	{ "quick-check", run_quick_check, RACE_EACH, NULL },
	{ "compare-form", run_compare_form, RACE_EACH, NULL },
	{ "hash-form", run_hash_form, RACE_EACH, NULL },
	{ "match-form", run_match_form, RACE_EACH, NULL },
	{ "reader", run_reader, RACE_EACH, NULL },
	{ "stable-up-to", run_stable_up_to, RACE_EACH, NULL },
	{ "rewrite", run_rewrite, RACE_EACH, NULL },
	{ "doubt", run_doubt, RACE_EACH, NULL },
	{ "steady", run_steady, RACE_EACH, write_steady },
	{}
};
