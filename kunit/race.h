/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Calls of the API on bytes that change during the call.
 */
#ifndef U8C_RACE_H
#define U8C_RACE_H

#include <linux/types.h>
#include <linux/utf8check.h>

#include "scribble.h"

/* The largest room for output: not every output has to fit. */
#define U8C_RACE_ROOM 8192

/**
 * struct u8c_race - what a call is made with
 *
 * @chance: for random choices.
 * @p: the bytes, which another processor rewrites; none can be touched before or
 *	after them.
 * @n: how many.
 * @rooms: for output, of 1, 2, 4 and so on up to U8C_RACE_ROOM bytes; memory
 *	after them cannot be touched.
 * @stream: for calls that need a stream.
 * @work: memory of @stream.
 * @policy: room for a policy.
 */
struct u8c_race {
	struct u8c_chance chance;
	const u8 *p;
	size_t n;
	u8 *rooms[14];
	struct utf8check_stream stream;
	struct utf8check_work work;
	struct utf8check_policy policy;
};

/**
 * struct u8c_race_call - one function of the API
 *
 * @name: its name.
 * @ask: calls it; false when an answer makes no sense, whatever the bytes were.
 */
struct u8c_race_call {
	const char *name;
	bool (*ask)(struct u8c_race *r);
};

extern const struct u8c_race_call u8c_race_calls[];
extern const unsigned int u8c_race_calls_count;

#endif /* U8C_RACE_H */
