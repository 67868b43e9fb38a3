/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every error of a text of any length, with line and column.
 */
#ifndef TEXT_FIND_ERRORS_H
#define TEXT_FIND_ERRORS_H

#include "base/file/input.h"
#include "utf8check.h"
#include "base/types.h"

/**
 * struct error_search - a text whose errors are asked for
 *
 * @engine: the engine that judges.
 * @config: what is well-formed: profile, from, bom, forbid, form.
 * @read: where the bytes come from, as input_read(); NULL for that itself.
 * @source: for @read.
 * @places: count lines and columns too, which takes time.
 * @found: called with each error, in order; returns false to stop soon: a few
 *	more calls may follow.
 * @context: for @found.
 * @most: errors that matter to @found; those after them are only counted.  With
 *	0, @found is not called.
 * @threads: how many may share a big file.
 * @bytes: bytes judged.
 * @code_points: well-formed ones.
 * @errors: ill-formed sequences.
 */
struct error_search {
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

/* Bytes that are read at once, and so of work memory. */
#define FIND_CHUNK (1 << 20)

/**
 * find_errors() - the errors of a file, to its end
 * @search: its first members, up to threads, are set, the rest is zero
 * @in: the file
 * @work: FIND_CHUNK bytes, any content
 *
 * Return: 0; a negative errno when the file cannot be read, or the engine
 * fails.
 */
int find_errors(struct error_search *search, struct input *in, u8 *work);

#endif /* TEXT_FIND_ERRORS_H */
