/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where filtered bytes go: to standard output, to a new file, or to a file that
 * replaces the input, at once or not at all.
 */
#ifndef IO_OUTPUT_H
#define IO_OUTPUT_H

#include <stddef.h>
#include "io/input.h"
#include "parallel/ordered_output.h"

/**
 * struct output - a file being written
 *
 * @name: for messages.
 * @fd: the file.
 * @target: the file that is replaced, all links resolved; NULL when none is.
 * @temporary: the file that replaces it, in the same directory; NULL where
 *	@target is NULL.
 * @place: the place of @temporary in the list of files that a signal removes.
 * @ordered: takes the bytes in place of the file; or NULL.
 * @room: how many bytes may be on the ordered output.
 * @failed: nothing more can be written to standard output.
 * @full: there was no room on the ordered output.
 */
struct output {
	const char *name;
	int fd;
	char *target;
	char *temporary;
	size_t place;
	struct ordered_output *ordered;
	size_t room;
	bool failed;
	bool full;
};

/* Standard output, before the input is known. */
void output_begin(struct output *out);

/*
 * Make the places 0 to @n - 1, before any place is used; false when there is no
 * memory.
 */
bool output_places(size_t n);

/* Each returns 0, or a negative errno after a message. */

int output_standard(struct output *out, const struct input *in);

/*
 * An ordered output takes what is meant for standard output.  When it would hold more
 * than @room bytes, @full is set, and output_write() fails without a message.
 */
int output_ordered(struct output *out, const struct input *in, struct ordered_output *ordered,
		 size_t room);

/* Open or create the file @name, which must not be the input. */
int output_file(struct output *out, const char *name, const struct input *in);

/*
 * A temporary file with the mode and owner of the input.  A signal that ends
 * the process removes it.  Each @place takes one such file at a time; there is
 * only place 0, unless output_places() has made more.
 */
int output_in_place(struct output *out, const struct input *in, size_t place);

int output_write(struct output *out, const void *p, size_t n);

/* Sync and close the temporary file; abandon it where that fails. */
int output_sync(struct output *out);

/*
 * Rename the temporary file to the target; or close the file that was written.
 * For the caller's thread only.
 */
int output_commit(struct output *out);

/* At the end: sync the directory of the files that were replaced last. */
int output_end(void);

/* Remove the temporary file; other files stay as they are. */
void output_abandon(struct output *out);

#endif /* IO_OUTPUT_H */
