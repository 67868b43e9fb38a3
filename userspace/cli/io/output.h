/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where filtered bytes go: standard output, a new file, or in the place of the
 * input, which is replaced at once or not at all.
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
 * @target: what is replaced, all links resolved; NULL when nothing is.
 * @temporary: what replaces it, in the same folder; NULL as @target.
 * @place: of that in the list of what a signal removes.
 * @sheet: takes the bytes in the file's place; or NULL.
 * @room: how many may be on it.
 * @failed: nothing more can be written to standard output.
 * @full: there was no room on the sheet.
 */
struct output {
	const char *name;
	int fd;
	char *target;
	char *temporary;
	size_t place;
	struct sheet *sheet;
	size_t room;
	bool failed;
	bool full;
};

/* Standard output, wherever its bytes come from. */
void output_begin(struct output *out);

/* Places 0 to @n - 1, before any is taken; false when there is no memory. */
bool output_places(size_t n);

/* Each returns 0, or a negative errno after a message. */

int output_standard(struct output *out, const struct input *in);

/*
 * What is meant for standard output is put on a sheet.  When that would hold
 * more than @room bytes, it is full, and output_write() fails without a message.
 */
int output_sheet(struct output *out, const struct input *in, struct sheet *sheet,
		 size_t room);

/* Open or create the file @name, which must not be the input. */
int output_file(struct output *out, const char *name, const struct input *in);

/*
 * A temporary file with mode and owner of the input.  A signal that ends the
 * process removes it.  As many may wait at once as there are places: 0, unless
 * output_places() has made more.
 */
int output_in_place(struct output *out, const struct input *in, size_t place);

int output_write(struct output *out, const void *p, size_t n);

/* The temporary file is on disk, and closed; else it is abandoned. */
int output_sync(struct output *out);

/*
 * Put the temporary file in place; or close what was written.  From the caller's
 * thread only.
 */
int output_commit(struct output *out);

/* At the end: the names of all that was put in place are on disk. */
int output_end(void);

/* Remove the temporary file; what else was written stays. */
void output_abandon(struct output *out);

#endif /* IO_OUTPUT_H */
