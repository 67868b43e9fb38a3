// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The racer's streams: random configurations of every class, with random splits and
 * rooms.
 */
#include <string.h>
#include "race.h"

/* The most calls of one stream: a room that is always too small ends it. */
#define CALLS 400


static u32 any(struct race_round *r, u32 limit)
{
	return race_below(&r->random, limit);
}

static struct utf8check_config shuffled(struct race_round *r)
{
	return (struct utf8check_config){
		.profile = any(r, 2) ? UTF8CHECK_PROFILE_RFC3629 : any(r, U8C_PROFILES),
		.to_profile = any(r, 2) ? UTF8CHECK_PROFILE_RFC3629 : any(r, U8C_PROFILES),
		.from = any(r, 2) ? UTF8CHECK_ENCODING_UTF8 : any(r, U8C_ENCODINGS),
		.to = any(r, 2) ? UTF8CHECK_ENCODING_UTF8 : any(r, U8C_ENCODINGS),
		.action = any(r, U8C_ACTIONS),
		.form = any(r, 2) ? UTF8CHECK_FORM_NONE : any(r, U8C_FORMS),
		.bom = any(r, 2) ? UTF8CHECK_BOM_KEEP : any(r, U8C_BOMS),
		.flags = any(r, U8C_STREAM_FLAGS + 1) &
			 any(r, U8C_STREAM_FLAGS + 1),
		.forbid = any(r, 3) ? 0 : (u64)any(r, 64) << UTF8CHECK_REASON_CONTROL,
	};
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
		race_expect(r, made <= room);
		if (status == U8C_REJECTED)
			return;
		race_expect(r, used <= n);
		race_expect(r, status != U8C_DONE || used == n);
		at += used;
		used = 0;
		made = room;
		if (status == U8C_FULL)
			u8c_stream_push(s, NULL, &used, out, &made);
		race_expect(r, made <= room);
	}
	for (calls = 0; calls < CALLS; calls++) {
		made = room;
		status = u8c_stream_finish(s, out, &made);
		race_expect(r, made <= room);
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
		u8c_stream_lend(&s, &work);
	for (again = any(r, 2); ; again--) {
		push_all(r, &s);
		if (s.errors)
			race_expect_error(r, &s.first, ~(size_t)0);
		if (!again)
			break;
		u8c_stream_reset(&s);
	}
}

static void run_any(struct race_round *r)
{
	struct utf8check_config config;

	do
		config = shuffled(r);
	while (!u8c_config_makes_sense(&config));
	run(r, &config);
}

static void run_plain(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.flags = any(r, 2) * UTF8CHECK_FLAG_POSITION | any(r, 2) * UTF8CHECK_FLAG_NO_OUTPUT,
	});
}

/* With positions; and without positions, where u8c_impl.repair does the work. */
static void run_replace(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		       .action = UTF8CHECK_ACTION_REPLACE,
		       .flags = any(r, 4) ? 0 : UTF8CHECK_FLAG_POSITION,
	       });
}

static void run_action(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.profile = any(r, U8C_PROFILES), .to_profile = UTF8CHECK_PROFILE_EXTENDED,
		.action = any(r, U8C_ACTIONS),
	});
}

static void run_unescape(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_UNESCAPE,
	});
}

static void run_form(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.action = any(r, 2) ? UTF8CHECK_ACTION_REPLACE : UTF8CHECK_ACTION_DROP,
		.form = race_form(r), .flags = any(r, 2) * UTF8CHECK_FLAG_STREAM_SAFE,
	});
}

/* Asks whether the text is normalized. */
static void run_ask(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.form = race_form(r), .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT | any(r, 2) * UTF8CHECK_FLAG_POSITION |
			 any(r, 2) * UTF8CHECK_FLAG_STREAM_SAFE,
	});
}

static void run_from_wide(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.from = UTF8CHECK_ENCODING_UTF16LE + any(r, 4), .action = UTF8CHECK_ACTION_REPLACE,
		.to = any(r, 4) ? UTF8CHECK_ENCODING_UTF8 : UTF8CHECK_ENCODING_UTF16LE + any(r, 4),
		.flags = any(r, 2) * UTF8CHECK_FLAG_POSITION,
	});
}

static void run_to_wide(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.to = UTF8CHECK_ENCODING_UTF16LE + any(r, 4), .action = UTF8CHECK_ACTION_REPLACE,
		.form = any(r, 2) ? UTF8CHECK_FORM_NONE : race_form(r),
	});
}

static void run_forbid(struct race_round *r)
{
	run(r, &(struct utf8check_config){
		.forbid = (u64)(1 + any(r, 63)) << UTF8CHECK_REASON_CONTROL,
		.action = any(r, 2) ? UTF8CHECK_ACTION_REPLACE : UTF8CHECK_ACTION_DROP,
		.bom = any(r, U8C_BOMS),
	});
}

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
	while (!u8c_config_makes_sense(&config) || u8c_config_needs_work(&config));
	u8c_stream_init(&s, r->impl, &config);
	good = u8c_convert(&s, u8c_text(r->p, r->n), &to);
	race_expect(r, good == !s.rejected && s.bytes_in <= r->n);
	race_expect(r, !(config.flags & UTF8CHECK_FLAG_NO_OUTPUT) || !to.made);
}

const struct race_call race_streams[] = {
	{ "stream, any", run_any, false, NULL },
	{ "stream, plain", run_plain, false, NULL },
	{ "stream, replace", run_replace, false, NULL },
	{ "stream, action", run_action, false, NULL },
	{ "stream, unescape", run_unescape, false, NULL },
	{ "stream, form", run_form, false, NULL },
	{ "stream, is it normalized", run_ask, false, NULL },
	{ "stream, from UTF-16 or UTF-32", run_from_wide, false, NULL },
	{ "stream, to UTF-16 or UTF-32", run_to_wide, false, NULL },
	{ "stream, forbid", run_forbid, false, NULL },
	{ "convert", run_convert, false, NULL },
	{ NULL, NULL, false, NULL },
};
