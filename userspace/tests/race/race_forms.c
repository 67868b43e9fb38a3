// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's calls of the core under a normalization form.
 */
#include <string.h>
#include "core/normalize/candidates.h"
#include "core/normalize/rewrite.h"
#include "race.h"

/* The size first, then the text, as who allocates has to. */
static void run_normalize(struct race_round *r)
{
	enum utf8check_form form = race_form(r);
	size_t room = race_below(&r->random, r->n + 40), made;
	enum u8c_made how;
	struct utf8check_error e;

	memset(&e, 0xff, sizeof(e));
	if (race_below(&r->random, 2)) {
		how = u8c_normalize(r->impl, form, r->p, r->n, NULL, 0, &made,
				    &e);
		room = how == U8C_MADE_FULL ? made : 0;
	}
	how = u8c_normalize(r->impl, form, r->p, r->n, race_room(r, room), room,
			    &made, &e);
	race_expect(r, how <= U8C_MADE_COMBINING_RUN);
	race_expect(r, how != U8C_MADE || made <= room);
	if (how >= U8C_MADE_ILL_FORMED)
		race_expect_error(r, &e, r->n);
}

static void run_is_normalized(struct race_round *r)
{
	struct utf8check_error e;
	size_t offset = ~(size_t)0;

	e.reason = UTF8CHECK_NO_REASON;
	u8c_is_normalized(r->impl, race_form(r), r->p, r->n, &offset,
			  race_below(&r->random, 2) ? &e : NULL);
	race_expect(r, offset <= r->n);
	if (e.reason)
		race_expect_error(r, &e, r->n);
}

static void run_quick_check(struct race_round *r)
{
	enum utf8check_quick answer;
	struct utf8check_error e;
	size_t offset;

	memset(&e, 0xff, sizeof(e));
	if (!u8c_quick_check(r->impl, race_form(r), r->p, r->n, &answer, &offset,
			     &e)) {
		race_expect_error(r, &e, r->n);
		return;
	}
	race_expect(r, answer <= UTF8CHECK_QUICK_MAYBE);
	race_expect(r, offset <= r->n);
}

static void run_compare_form(struct race_round *r)
{
	size_t n = race_below(&r->random, r->n + 1);
	size_t from = race_below(&r->random, 2) ? 0 :
		      race_below(&r->random, r->n);
	struct utf8check_error e;
	int order;

	/* The second may begin within a sequence: then the answer is no. */
	memset(&e, 0xff, sizeof(e));
	if (!u8c_compare_form(r->impl, race_form(r), r->p, n, r->p + from,
			      r->n - from, &order, &e))
		race_expect_error(r, &e, r->n);
}

static void run_hash_form(struct race_round *r)
{
	struct utf8check_error e;
	u64 hash;

	memset(&e, 0xff, sizeof(e));
	if (!u8c_hash_form(r->impl, race_form(r), r->p, r->n, 1, &hash, &e))
		race_expect_error(r, &e, r->n);
}

static void run_stable_up_to(struct race_round *r)
{
	enum utf8check_form form = race_form(r);

	race_expect(r, u8c_stable_up_to(r->impl, form, r->p, r->n,
					race_below(&r->random, 2)) <= r->n);
	race_expect(r, u8c_segment_end(form, r->p, r->n) <= r->n);
}

/* What both find and make, without a look whether the text is well-formed. */
static void run_rewrite(struct race_round *r)
{
	size_t room = race_below(&r->random, 3 * r->n), at = 0, done;
	struct u8c_sink sink = { .out = race_room(r, room), .room = room };

	done = u8c_rewrite(&sink, r->impl, race_form(r), r->p, r->n, &at);
	race_expect(r, done <= r->n);
	race_expect(r, done == r->n || at < r->n);
}

static void run_doubt(struct race_round *r)
{
	struct u8c_candidates marks;
	size_t at = 0, doubt;

	u8c_candidates_init(&marks, r->impl, race_form(r), r->p, r->n,
		       race_below(&r->random, 2));
	while (at < r->n) {
		doubt = u8c_candidates_doubt(&marks, at);
		race_expect(r, doubt >= at && doubt <= r->n);
		at = doubt + 1;
	}
}

const struct race_call race_forms[] = {
	{ "normalize", run_normalize, false },
	{ "is-normalized", run_is_normalized, false },
	{ "quick-check", run_quick_check, false },
	{ "compare-form", run_compare_form, false },
	{ "hash-form", run_hash_form, false },
	{ "stable-up-to", run_stable_up_to, false },
	{ "rewrite", run_rewrite, false },
	{ "doubt", run_doubt, false },
	{ NULL, NULL, false },
};
