// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's streams: random configurations of every class, with random splits and
 * rooms.
 */
#include <string.h>
#include "race.h"

/* The most calls of one stream: a room that is always too small ends it. */
#define CALLS 400

/* A configuration that makes sense, without records. */
static struct utf8check_config shuffled(struct race_round *r)
{
	struct utf8check_config config;

	do {
		config = u8c_sample_any_config(&r->random);
		config.records = 0;
	} while (!u8c_config_makes_sense(&config));
	return config;
}

/* All of the input, in pieces, into rooms of all sizes. */
static void push_all(struct race_round *r, struct u8c_stream *s)
{
	size_t at = 0, used, made, room = 0, calls;
	bool blind = s->config.flags & UTF8CHECK_FLAG_NO_OUTPUT;
	enum u8c_result status;
	u8 *out = NULL;

	if (!blind) {
		room = any(r, 2) ? r->n + 200 : 128 + any(r, 300);
		out = race_room(r, room);
	}
	for (calls = 0; at < r->n && calls < CALLS; calls++) {
		size_t left = r->n - at, n = left;

		if (any(r, 3) == 0)
			n = 1 + any(r, left);
		used = n;
		made = room;
		status = u8c_stream_push(s, r->p + at, &used, out, &made);
		CHECK(made <= room);
		if (status == U8C_REJECTED)
			return;
		CHECK(used <= n);
		CHECK(status != U8C_DONE || used == n);
		at += used;
		used = 0;
		made = room;
		if (status == U8C_FULL)
			u8c_stream_push(s, NULL, &used, out, &made);
		CHECK(made <= room);
	}
	for (calls = 0; calls < CALLS; calls++) {
		made = room;
		status = u8c_stream_finish(s, out, &made);
		CHECK(made <= room);
		if (status != U8C_FULL)
			break;
	}
}

static void run(struct race_round *r, const struct utf8check_config *config)
{
	static struct u8c_verifier work;
	struct u8c_stream s;
	unsigned int again;

	u8c_stream_init(&s, r->impl, config);
	if (u8c_config_needs_work(config))
		u8c_stream_lend(&s, &work, NULL, 0);
	for (again = any(r, 2); ; again--) {
		push_all(r, &s);
		if (s.errors)
			race_expect_error(&s.first, ~(size_t)0);
		if (!again)
			break;
		u8c_stream_reset(&s);
	}
}

static void run_any(struct race_round *r)
{
	const struct utf8check_config config = shuffled(r);

	run(r, &config);
}

/* A stream whose configuration has these members; they are asked of @r. */
#define STREAM(name, ...) \
	static void name(struct race_round *r) \
	{ \
		run(r, &(struct utf8check_config){ __VA_ARGS__ }); \
	}

STREAM(run_plain,
	.flags = any(r, 2) * UTF8CHECK_FLAG_POSITION | any(r, 2) * UTF8CHECK_FLAG_NO_OUTPUT)
/* With positions; and without positions, where u8c_validate_impl.replace does the work. */
STREAM(run_replace, .action = UTF8CHECK_ACTION_REPLACE,
	.flags = any(r, 4) ? 0 : UTF8CHECK_FLAG_POSITION)
STREAM(run_action, .profile = any(r, U8C_PROFILES),
	.to_profile = UTF8CHECK_PROFILE_EXTENDED, .action = any(r, U8C_ACTIONS))
STREAM(run_unescape, .action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_UNESCAPE)
STREAM(run_form, .form = race_form(r), .flags = any(r, 2) * UTF8CHECK_FLAG_STREAM_SAFE,
	.action = any(r, 2) ? UTF8CHECK_ACTION_REPLACE : UTF8CHECK_ACTION_DROP)
/* Asks whether the text is normalized. */
STREAM(run_ask, .form = race_form(r), .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
	.flags = UTF8CHECK_FLAG_NO_OUTPUT | any(r, 2) * UTF8CHECK_FLAG_POSITION |
		any(r, 2) * UTF8CHECK_FLAG_STREAM_SAFE)
STREAM(run_from_wide, .from = UTF8CHECK_ENCODING_UTF16LE + any(r, 4),
	.to = any(r, 4) ? UTF8CHECK_ENCODING_UTF8 : UTF8CHECK_ENCODING_UTF16LE + any(r, 4),
	.action = UTF8CHECK_ACTION_REPLACE, .flags = any(r, 2) * UTF8CHECK_FLAG_POSITION)
STREAM(run_to_wide, .to = UTF8CHECK_ENCODING_UTF16LE + any(r, 4),
	.action = UTF8CHECK_ACTION_REPLACE, .form = any(r, 2) ? 0 : race_form(r))
STREAM(run_forbid, .forbid = (u64)(1 + any(r, 63)) << UTF8CHECK_REASON_CONTROL,
	.action = any(r, 2) ? UTF8CHECK_ACTION_REPLACE : UTF8CHECK_ACTION_DROP,
	.bom = any(r, U8C_BOMS))

/* A whole text in one call. */
static void run_convert(struct race_round *r)
{
	size_t room = any(r, 2) ? r->n + 200 : any(r, 300);
	struct u8c_sink to = u8c_sink(race_room(r, room), room);
	struct utf8check_config config;
	struct u8c_stream s;
	bool good;

	do
		config = shuffled(r);
	while (u8c_config_needs_work(&config));
	u8c_stream_init(&s, r->impl, &config);
	good = u8c_convert(&s, u8c_text(r->p, r->n), &to);
	CHECK(good == !s.rejected && s.bytes_in <= r->n);
	CHECK(!(config.flags & UTF8CHECK_FLAG_NO_OUTPUT) || !to.made);
}

const struct race_call race_streams[] = {
	{ "stream, any", run_any, RACE_EACH, NULL },
	{ "stream, plain", run_plain, RACE_EACH, NULL },
	{ "stream, replace", run_replace, RACE_EACH, NULL },
	{ "stream, action", run_action, RACE_EACH, NULL },
	{ "stream, unescape", run_unescape, RACE_EACH, NULL },
	{ "stream, form", run_form, RACE_EACH, NULL },
	{ "stream, is it normalized", run_ask, RACE_EACH, NULL },
	{ "stream, from UTF-16 or UTF-32", run_from_wide, RACE_EACH, NULL },
	{ "stream, to UTF-16 or UTF-32", run_to_wide, RACE_EACH, NULL },
	{ "stream, forbid", run_forbid, RACE_EACH, NULL },
	{ "convert", run_convert, RACE_EACH, NULL },
	{}
};
