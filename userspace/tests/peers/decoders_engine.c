// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The opinion of an engine of the library, which may be the device: about a string as one
 * buffer, and about the same string as a stream in pieces, with little room for output at
 * a time.  One stream sees all strings, and is reset between two.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <utf8check.h>
#include "decoders.h"

#define ROOM_MIN 16	/* the smallest room that a stream takes */

static struct utf8check *engine;
static struct utf8check_stream *rejecting, *replacing;

static void must(int err, const char *what)
{
	if (!err)
		return;
	errno = -err;
	trouble(what);
}

static void start(enum utf8check_engine which)
{
	struct utf8check_config c = { .size = sizeof(c) };

	must(utf8check_open(which, &engine), "engine");
	must(utf8check_stream_open(engine, &c, UTF8CHECK_CHECK_ONLY, &rejecting),
	     "rejecting stream");
	c.action = UTF8CHECK_ACTION_REPLACE;
	must(utf8check_stream_open(engine, &c, 0, &replacing),
	     "replacing stream");
}

static void start_library(void)
{
	start(UTF8CHECK_ENGINE_LIBRARY);
}

static void start_device(void)
{
	start(UTF8CHECK_ENGINE_DEVICE);
}

/* One call with little or much room.  Return: the result of the call. */
static int push(const u8 *p, size_t *n, size_t room, struct opinion *o)
{
	u8 out[OUTPUT_MAX];
	int err;

	if (p)
		err = utf8check_stream_push(replacing, p, n, out, &room);
	else
		err = utf8check_stream_finish(replacing, out, &room);
	if (o->length + room > OUTPUT_MAX)
		must(-E2BIG, "output");
	memcpy(o->output + o->length, out, room);
	o->length += room;
	return err;
}

static void replace(const u8 *p, size_t n, struct u8c_chance *random,
		    struct opinion *o)
{
	size_t used, room = OUTPUT_MAX;
	int err = 0;

	o->length = 0;
	must(utf8check_stream_reset(replacing), "reset");
	while (n || err == -ENOSPC) {
		used = random ? random_piece(random, n) : n;
		if (random)
			room = ROOM_MIN + u8c_chance_below(random, 64);
		err = push(p, &used, room, o);
		if (err != -ENOSPC)
			must(err, "push");
		p += used;
		n -= used;
	}
	do
		err = push(NULL, NULL, room, o);
	while (err == -ENOSPC);
	must(err, "finish");
}

static void judge_whole(const u8 *p, size_t n, struct u8c_chance *random, struct opinion *o)
{
	struct utf8check_error error;
	int err;

	(void)random;
	err = utf8check_validate(engine, p, n, UTF8CHECK_PROFILE_RFC3629, NULL, &error);
	if (err != -EILSEQ)
		must(err, "validate");
	o->offset = err ? error.offset : NO_ERROR;
	replace(p, n, NULL, o);
}

static u32 reject(const u8 *p, size_t n, struct u8c_chance *random)
{
	struct utf8check_report report;
	int err = 0;

	must(utf8check_stream_reset(rejecting), "reset");
	while (n && !err) {
		size_t used = random_piece(random, n);

		err = utf8check_stream_push(rejecting, p, &used, NULL, NULL);
		p += used;
		n -= used;
	}
	if (!err)
		err = utf8check_stream_finish(rejecting, NULL, NULL);
	if (!err)
		return NO_ERROR;
	if (err != -EILSEQ)
		must(err, "stream");
	must(utf8check_stream_report(rejecting, &report), "report");
	return report.first.offset;
}

static void judge_split(const u8 *p, size_t n, struct u8c_chance *random, struct opinion *o)
{
	o->offset = reject(p, n, random);
	replace(p, n, random, o);
}

const struct decider engines[ENGINES] = {
	{ "library-whole", start_library, judge_whole },
	{ "library-split", start_library, judge_split },
	{ "device-whole", start_device, judge_whole },
	{ "device-split", start_device, judge_split },
};
