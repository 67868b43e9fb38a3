/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where filtered bytes go: standard output, a new file, or in the place of the
 * input, which is replaced at once or not at all.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>
#include "input.h"

/**
 * struct output - a file being written
 *
 * @name: for messages.
 * @fd: the file.
 * @target: what is replaced, all links resolved; NULL when nothing is.
 * @temporary: what replaces it, in the same folder; NULL as @target.
 */
struct output {
	const char *name;
	int fd;
	char *target;
	char *temporary;
};

/* Each returns 0, or a negative errno after a message. */

int output_standard(struct output *out, const struct input *in);

/* Open or create the file @name, which must not be the input. */
int output_file(struct output *out, const char *name, const struct input *in);

/*
 * A temporary file with mode and owner of the input.  A signal that ends the
 * process removes it.
 */
int output_in_place(struct output *out, const struct input *in);

int output_write(struct output *out, const void *p, size_t n);

/* Put the temporary file in place, on disk; or close what was written. */
int output_commit(struct output *out);

/* Remove the temporary file; what else was written stays. */
void output_abandon(struct output *out);

#endif /* OUTPUT_H */
