/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where filtered bytes go: to standard output, to a pipe or a device, or to a
 * file that gets its name when it is whole.
 */
#ifndef FILE_OUTPUT_H
#define FILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "base/file/directory.h"
#include "base/file/input.h"
#include "base/say/message.h"

/* Outputs that wait for the caller's thread, at most: three descriptors for each are enough. */
#define OUTPUTS_WAITING 8192

/* --- the folders in which files got new names: a name is on disk when its folder is */

/* For the caller's thread only.  Each returns 0, or a negative errno after a message. */

/* The file @target got its name.  Syncs the folder before, where that is another. */
int folder_sync_later(const char *target);

/* Sync the folder of the last file. */
int folder_sync_now(void);

/* --- the output: output.c */

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
 */
struct output_request {
	const char *target;
	bool in_place;
	bool dry_run;
	const char *suffix;
	bool break_links;
	bool text;
	bool force;
};

/* What becomes of bytes. */
enum output_state {
	OUTPUT_WRITES,
	OUTPUT_COMPARES,	/* nothing is written, all was the same so far */
	OUTPUT_LATER,		/* only the caller's thread can make the file */
};

/* Bytes of temporary_name() (base/file/new_file.h), with a NUL. */
#define TEMPORARY_NAME_MAX 48

/**
 * struct output - a file being written
 *
 * @request: what was asked for.
 * @name: for messages.
 * @fd: where the bytes go; -1 as long as no file is made for @target, and where the bytes are
 *	only compared.
 * @target: the file that gets the bytes when they are whole, all links resolved;
 *	owned; NULL where the bytes go to @fd at once.
 * @folder: the folder of @target, from when a file is made for it; -1 before.
 * @was: what fstat(2) said of the file at @target; all zero where there is none.
 * @old: the file at @target, or that the bytes are compared with; -1 where there is none.  In place
 *	it is the input's.
 * @same: how many bytes were the same as in that file, while they are compared.
 * @state: what becomes of bytes.
 * @replaced: output_commit() has replaced the file, or made it.
 * @temporary: the name that the new file has in @folder before it gets that of @target; empty
 *	as long as it has none.
 * @next_named: of the outputs that have a temporary name while they are written, another one.
 * @ordered: in a thread of its own: takes the bytes in place of standard output; a new file has no
 *	name, and waits for the caller's thread, which commits the output later; else NULL.
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
	char temporary[TEMPORARY_NAME_MAX];
	struct output *next_named;
	struct ordered_output *ordered;
};

/* An output that is not open; it may be abandoned. */
#define OUTPUT_NONE ((struct output){ .fd = -1, .folder = -1, .old = -1 })

/* Standard output, whatever the input is. */
#define OUTPUT_STANDARD ((struct output){ .name = "standard output", .fd = STDOUT_FILENO, \
					  .folder = -1, .old = -1 })

/* Each returns 0, or a negative errno after a message. */

/*
 * Open the output for a file, whose name must stay, as must @request.  In place, the file must stay
 * open until the output is synced or committed.
 *
 * Where @ordered is full, output_write() fails without a message.  In place, with @ordered,
 * output_write() and output_sync() may do so too, and then the state is OUTPUT_LATER.
 */
int output_open(struct output *out, const struct output_request *request,
		const struct input *in, struct ordered_output *ordered);

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

/* The option that a file is replaced by, or would be: for messages. */
static inline const char *output_option(const struct output_request *r)
{
	return r->dry_run ? "--dry-run" : "--in-place";
}

/* --in-place=SUFFIX, into the request at @to: an option's take(). */
bool output_take_suffix(void *to, const char *word);

/* --- whose a file is, who may use it, and what else is attached to it: attributes.c */

/*
 * Give file @to the owner, the mode, the ACL and all extended attributes of @from, of which
 * fstat(2) said @st.  All bytes of @to are written, because a write takes away the set-user-id
 * bits and the capabilities.  security.ima and security.evm are left out: they are digests of the
 * other file, and the kernel makes new ones.
 *
 * Return: 0, or a negative errno after a message that names @name and what is not kept.
 */
int attributes_copy(int to, int from, const struct stat *st, const char *name);

/*
 * Give a symbolic link the times of another one, and, as far as that is possible, its extended
 * attributes; both are open by O_PATH.
 */
void attributes_copy_link(int to, int from, const struct stat *st);

#endif /* FILE_OUTPUT_H */
