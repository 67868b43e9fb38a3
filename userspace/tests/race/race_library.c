// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's calls of the library, which uses the implementation that the
 * environment names.
 */
#include <errno.h>
#include <string.h>
#include "race.h"
#include "utf8check.h"

static struct utf8check *engine(struct race_round *r)
{
	static struct utf8check *open;

	if (!open)
		race_expect(r, !utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &open));
	return open;
}

static void run_validate(struct race_round *r)
{
	struct utf8check_error e;
	uint64_t points;
	int err = utf8check_validate(engine(r), r->p, r->n,
				     race_below(&r->random, U8C_PROFILES),
				     &points, &e);

	race_expect(r, !err || err == -EILSEQ);
	race_expect(r, !err || (e.offset <= r->n && e.length <= 8));
}

static void run_name(struct race_round *r)
{
	struct utf8check_policy policy;
	struct utf8check_verdict v;
	int path = race_below(&r->random, 2);

	race_expect(r, !utf8check_policy_find("strict", path, &policy));
	if (path)
		utf8check_path(engine(r), r->p, r->n, &policy, &v, NULL, 0);
	else
		utf8check_name(engine(r), r->p, r->n, &policy, &v, NULL, 0);
}

static void run_resync(struct race_round *r)
{
	struct utf8check_resync q = {
		.size = sizeof(q), .buf = (uintptr_t)r->p, .len = r->n,
		.at = race_below(&r->random, r->n + 1),
	};

	utf8check_resync(engine(r), &q);
}

static void run_compare(struct race_round *r)
{
	size_t half = r->n / 2;
	struct utf8check_compare c = {
		.size = sizeof(c), .a = (uintptr_t)r->p, .a_len = half,
		.b = (uintptr_t)(r->p + half), .b_len = r->n - half,
	};

	race_expect(r, !utf8check_compare(engine(r), &c));
	race_expect(r, c.offset <= half);
}

static void run_signature(struct race_round *r)
{
	struct utf8check_signature s = {
		.size = sizeof(s), .buf = (uintptr_t)r->p, .len = r->n,
	};

	race_expect(r, !utf8check_signature(engine(r), &s));
	race_expect(r, s.length <= 4 && s.length <= r->n);
}

static void run_stream(struct race_round *r)
{
	struct utf8check_config config = {
		.size = sizeof(config), .action = UTF8CHECK_ACTION_REPLACE,
		.form = race_below(&r->random, U8C_FORMS),
	};
	struct utf8check_stream *s;
	struct utf8check_report report;
	size_t in = r->n, room = 11 * r->n + 128, out = room;
	u8 *to = race_room(r, room);

	race_expect(r, !utf8check_stream_open(engine(r), &config, 0, &s));
	utf8check_stream_push(s, r->p, &in, to, &out);
	race_expect(r, in <= r->n && out <= room);
	out = room;
	utf8check_stream_finish(s, to, &out);
	race_expect(r, out <= room);
	race_expect(r, !utf8check_stream_report(s, &report));
	utf8check_stream_close(s);
}

/* First the size, then the text, as a caller does that allocates memory. */
static void run_normalize(struct race_round *r)
{
	enum utf8check_form form = (enum utf8check_form)race_form(r);
	size_t room = 0, made;
	struct utf8check_error e;

	utf8check_normalize(form, r->p, r->n, NULL, &room, NULL);
	if (room > 12 * r->n)
		room = 0;
	made = room;
	if (!utf8check_normalize(form, r->p, r->n, race_room(r, room), &made,
				 &e))
		race_expect(r, made <= room);
}

static void run_ask(struct race_round *r)
{
	enum utf8check_form form = (enum utf8check_form)race_form(r);
	size_t offset = 0, half = r->n / 2;
	struct utf8check_error e;
	uint64_t hash;
	int order;

	utf8check_is_normalized(form, r->p, r->n, &offset, &e);
	race_expect(r, offset <= r->n);
	utf8check_quick_check(form, r->p, r->n, &offset, &e);
	race_expect(r, offset <= r->n);
	utf8check_compare_form(form, r->p, half, r->p + half, r->n - half,
			       &order);
	utf8check_hash_form(form, r->p, r->n, 1, &hash);
}

const struct race_call race_library[] = {
	{ "library, validate", run_validate, false, NULL },
	{ "library, name", run_name, false, NULL },
	{ "library, resync", run_resync, true, NULL },
	{ "library, compare", run_compare, true, NULL },
	{ "library, signature", run_signature, true, NULL },
	{ "library, stream", run_stream, false, NULL },
	{ "library, normalize", run_normalize, false, NULL },
	{ "library, ask", run_ask, false, NULL },
	{ NULL, NULL, false, NULL },
};
