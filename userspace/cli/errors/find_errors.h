/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every error of a text of any length, with line and column, by the streams
 * of an engine.
 */
#ifndef ERRORS_FIND_ERRORS_H
#define ERRORS_FIND_ERRORS_H

#include "io/input.h"
#include "utf8check.h"
#include "core/u8c.h"

/**
 * struct judge - a text being judged
 *
 * @engine: who judges.
 * @config: what is well-formed: profile, from, bom, forbid.
 * @read: where the bytes come from, as input_read(); NULL for that itself.
 * @source: for it.
 * @places: count lines and columns too, which takes time.
 * @found: called with each error, in order; returns false to stop there.
 * @context: for @found.
 * @most: the errors behind so many do not matter to @found; they are counted.
 * @threads: how many may share a big file.
 * @bytes: bytes judged.
 * @code_points: well-formed ones.
 * @errors: ill-formed sequences.
 */
struct judge {
	struct utf8check *engine;
	struct utf8check_config config;
	ssize_t (*read)(void *source, struct input *in, void *buf, size_t room);
	void *source;
	bool places;
	bool (*found)(void *context, const struct utf8check_error *error);
	void *context;
	u64 most;
	unsigned int threads;
	u64 bytes;
	u64 code_points;
	u64 errors;
};

/* Bytes of work memory. */
#define JUDGE_CHUNK (1 << 20)
#define JUDGE_ROOM (JUDGE_CHUNK + 4 * U8C_CHECKER_MAX * U8C_SEQUENCE_MAX)

/**
 * judge_input() - judge a file to its end
 * @j: its first members, up to threads, are set, the rest is zero
 * @in: the file
 * @work: JUDGE_ROOM bytes, any content
 *
 * Return: 0; a negative errno when the file cannot be read, or the engine
 * fails.
 */
int judge_input(struct judge *j, struct input *in, u8 *work);

#endif /* ERRORS_FIND_ERRORS_H */
