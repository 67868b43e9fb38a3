/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One engine under test: it keeps its streams from row to row.
 */
#ifndef LANE_H
#define LANE_H

#include "utf8check.h"
#include "base/types.h"

#define LANE_STREAMS 3

/**
 * struct lane - an engine under test
 *
 * @engine: the engine.
 * @streams: open streams; NULL where none is.
 * @configs: the configuration of each.
 */
struct lane {
	struct utf8check *engine;
	struct utf8check_stream *streams[LANE_STREAMS];
	struct utf8check_config configs[LANE_STREAMS];
};

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
 * struct outcome - all that a stream said of a text
 *
 * @err: 0 or -EILSEQ.
 * @report: its report.
 * @out: its output; owned, reused.
 * @made: bytes of it.
 * @size: bytes of room.
 */
struct outcome {
	int err;
	struct utf8check_report report;
	u8 *out;
	size_t made;
	size_t size;
};

/**
 * lane_filter() - a text through a stream, in a split
 * @lane: the engine
 * @config: what the stream does
 * @p: the text
 * @n: bytes
 * @split: how it is cut
 * @to: filled
 *
 * Return: 0, also when the text is rejected; a negative errno.
 */
int lane_filter(struct lane *lane, const struct utf8check_config *config,
		const u8 *p, size_t n, const struct split *split,
		struct outcome *to);

void lane_close(struct lane *lane);

#endif /* LANE_H */
