/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where filtered bytes go: to standard output, to a pipe or a device, or to a
 * file that gets its name when it is whole.
 */
#ifndef FILE_OUTPUT_H
#define FILE_OUTPUT_H

#include <stddef.h>
#include "base/file/input.h"
#include "base/file/temporary.h"
#include "base/say/ordered_output.h"

/**
 * struct output_request - what the options say
 *
 * @target: the value of --output, or NULL.
 * @in_place: --in-place was given.
 * @dry_run: --dry-run was given: what would replace the file gets no name.
 * @suffix: the value of --in-place, or NULL.
 * @break_links: --break-links was given.
 * @text: --text was given: no file is binary.
 * @force: --force was given: replace also what a second run would change again.
 * @waits: in a thread of its own: the caller's thread commits the output later.
 */
struct output_request {
	const char *target;
	bool in_place;
	bool dry_run;
	const char *suffix;
	bool break_links;
	bool text;
	bool force;
	bool waits;
};

/* What becomes of bytes. */
enum output_state {
	OUTPUT_WRITES,
	OUTPUT_COMPARES,	/* in place: nothing is written, all was the same so far */
	OUTPUT_ONLY_COMPARES,	/* nothing is ever written, all was the same so far */
	OUTPUT_DIFFERS,		/* nothing is ever written, not all was the same */
	OUTPUT_LATER,		/* only the caller's thread can make the file */
};

/**
 * struct output - a file being written
 *
 * @request: what was asked for.
 * @name: for messages.
 * @fd: where the bytes go.
 * @target: the file that gets the bytes when they are whole, all links resolved;
 *	owned; NULL where the bytes go to @fd at once.
 * @folder: the folder of @target, from when a file is made for it; -1 before.
 * @was: what fstat(2) said of the file at @target; all zero where there is none.
 * @old: the file at @target; -1 where there is none.  In place it is the input's.
 * @same: how many bytes were the same as in that file, while they are compared.
 * @state: what becomes of bytes.
 * @replaced: output_commit() has replaced the file, or made it.
 * @temporary: the bytes for @target.
 * @ordered: takes the bytes in place of the file; or NULL.
 */
struct output {
	const struct output_request *request;
	const char *name;
	int fd;
	char *target;
	int folder;
	struct stat was;
	int old;
	off_t same;
	enum output_state state;
	bool replaced;
	struct temporary temporary;
	struct ordered_output *ordered;
};

/* Standard output, before the input is known. */
void output_begin(struct output *out);

/* An output that is not open; it may be abandoned. */
#define OUTPUT_NONE ((struct output){ .fd = -1, .folder = -1, .old = -1, .temporary.fd = -1 })

/* Each returns 0, or a negative errno after a message. */

/**
 * output_open() - open the output for a file
 * @out: filled
 * @request: must stay
 * @in: the file, whose name must stay; in place, it must stay open until the
 *	output is synced or committed
 *
 * With a @request that waits, output_write() and output_sync() may fail without
 * a message; then the state is OUTPUT_LATER.
 */
int output_open(struct output *out, const struct output_request *request,
		const struct input *in);

/*
 * An ordered output takes what is meant for standard output.  When it is full,
 * output_write() fails without a message.
 */
int output_ordered(struct output *out, const struct input *in, struct ordered_output *ordered);

int output_write(struct output *out, const void *p, size_t n);

/*
 * In place, when all bytes are written: is the target to be replaced?  Then the bytes for
 * it are in a file from now on.  Return: 0 when not, 1 when it is.
 */
int output_changes(struct output *out);

/* Read the file of output_changes() from its start.  It is open as long as @out is. */
int output_reread(const struct output *out, struct input *in);

/* Compare what is written with a file; output_is_unchanged() says whether it is the same. */
void output_only_compare(struct output *out, const struct input *in);
bool output_is_unchanged(const struct output *out);

/*
 * All bytes are written: attach to the file what is kept, and bring it to the
 * disk; abandon it where that fails.
 */
int output_sync(struct output *out);

/*
 * Sync, and give the file the name of the target; or close what was written.
 * Where all bytes are the same as before, the target stays untouched.  For the
 * caller's thread only.
 */
int output_commit(struct output *out);

/* Give up: a target stays as it is; what went to standard output or a pipe is written. */
void output_abandon(struct output *out);

/* Are these the same file, and was it not changed in between? */
bool output_is_same(const struct stat *a, const struct stat *b);

/*
 * In place: name what a killed run may have left beside the file @name.  For the
 * caller's thread only.
 */
void output_name_left(const char *name, const struct stat *st);

/* The option that a file is replaced by, or would be: for messages. */
static inline const char *output_option(const struct output_request *r)
{
	return r->dry_run ? "--dry-run" : "--in-place";
}

/* --in-place=SUFFIX, into the request at @to: an option's take(). */
bool output_take_suffix(void *to, const char *word);

#endif /* FILE_OUTPUT_H */
