// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One engine under test.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "lane.h"

/* A new stream for a configuration, or an old one after a reset. */
static int take_stream(struct lane *lane, const struct utf8check_config *config,
		       struct utf8check_stream **stream)
{
	unsigned int slot = (config->action + config->flags) % LANE_STREAMS;
	int err;

	*stream = lane->streams[slot];
	if (*stream && !memcmp(&lane->configs[slot], config, sizeof(*config)))
		return utf8check_stream_reset(*stream);
	utf8check_stream_close(*stream);
	lane->streams[slot] = NULL;
	err = utf8check_stream_open(lane->engine, config,
				    config->flags & UTF8CHECK_FLAG_NO_OUTPUT ?
				    UTF8CHECK_CHECK_ONLY : 0, stream);
	if (err)
		return err;
	lane->streams[slot] = *stream;
	lane->configs[slot] = *config;
	return 0;
}

static int need_room(struct outcome *to, size_t more)
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

/* Push a piece, or finish when there is none. */
static int filter(struct utf8check_stream *stream, const u8 *p, size_t n,
		size_t room, struct outcome *to)
{
	bool last = !n;
	size_t used, made;
	int err;

	do {
		if (need_room(to, room))
			return -ENOMEM;
		used = n;
		made = room;
		if (last)
			err = utf8check_stream_finish(stream, to->out + to->made,
						      &made);
		else
			err = utf8check_stream_push(stream, p, &used,
						    to->out + to->made, &made);
		to->made += made;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	return err;
}

/* Push to a stream that only checks; no bytes end the text. */
static int check(struct utf8check_stream *stream, const u8 *p, size_t n)
{
	return n ? utf8check_stream_push(stream, p, &n, NULL, NULL) :
		   utf8check_stream_finish(stream, NULL, NULL);
}

int lane_filter(struct lane *lane, const struct utf8check_config *config,
		const u8 *p, size_t n, const struct split *split,
		struct outcome *to)
{
	size_t piece = split->first < n ? split->first : n;
	bool checks = config->flags & UTF8CHECK_FLAG_NO_OUTPUT;
	struct utf8check_stream *stream;
	int err = take_stream(lane, config, &stream);

	to->made = 0;
	while (n && !err) {
		err = checks ? check(stream, p, piece) :
			       filter(stream, p, piece, split->room, to);
		p += piece;
		n -= piece;
		piece = split->rest < n ? split->rest : n;
	}
	if (!err)
		err = checks ? check(stream, NULL, 0) :
			       filter(stream, NULL, 0, split->room, to);
	if (err && err != -EILSEQ)
		return err;
	to->err = err;
	return utf8check_stream_report(stream, &to->report);
}

void lane_close(struct lane *lane)
{
	unsigned int i;

	for (i = 0; i < LANE_STREAMS; i++)
		utf8check_stream_close(lane->streams[i]);
	utf8check_close(lane->engine);
}
