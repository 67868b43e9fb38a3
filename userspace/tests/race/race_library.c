// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's calls of the library, which uses the implementation that the
 * environment names: those in which it does more than to call the core once.
 */
#include <errno.h>
#include <string.h>
#include "race.h"
#include "utf8check.h"

static struct utf8check *engine(struct race_round *r)
{
	static struct utf8check *open;

	if (!open)
		CHECK(!utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &open));
	return open;
}

static void run_validate(struct race_round *r)
{
	struct utf8check_error e;
	uint64_t points;
	int err = utf8check_validate(engine(r), r->p, r->n,
				     any(r, U8C_PROFILES),
				     &points, &e);

	CHECK(!err || err == -EILSEQ);
	CHECK(!err || (e.offset <= r->n && e.length <= 8));
}

static void run_stream(struct race_round *r)
{
	struct utf8check_config config = {
		.size = sizeof(config), .action = UTF8CHECK_ACTION_REPLACE,
		.form = any(r, U8C_FORMS),
	};
	struct utf8check_stream *s;
	struct utf8check_report report;
	size_t in = r->n, room = 11 * r->n + 128, out = room;
	u8 *to = race_room(r, room);

	CHECK(!utf8check_stream_open(engine(r), &config, 0, &s));
	utf8check_stream_push(s, r->p, &in, to, &out);
	CHECK(in <= r->n && out <= room);
	out = room;
	utf8check_stream_finish(s, to, &out);
	CHECK(out <= room);
	CHECK(!utf8check_stream_report(s, &report));
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
		CHECK(made <= room);
}

static void run_ask(struct race_round *r)
{
	enum utf8check_form form = (enum utf8check_form)race_form(r);
	size_t offset = 0, half = r->n / 2;
	struct utf8check_error e;
	uint64_t hash;
	int order;

	utf8check_is_normalized(form, r->p, r->n, &offset, &e);
	CHECK(offset <= r->n);
	utf8check_quick_check(form, r->p, r->n, &offset, &e);
	CHECK(offset <= r->n);
	utf8check_compare_form(form, r->p, half, r->p + half, r->n - half,
			       &order);
	utf8check_hash_form(form, r->p, r->n, 1, &hash);
}

const struct race_call race_library[] = {
	{ "library, validate", run_validate, RACE_EACH, NULL },
	{ "library, stream", run_stream, RACE_EACH, NULL },
	{ "library, normalize", run_normalize, RACE_EACH, NULL },
	{ "library, ask", run_ask, RACE_EACH, NULL },
	{}
};
