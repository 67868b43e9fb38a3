/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The output of some parts of a file that is filtered.
 */
#ifndef PART_FILTER_PARTIAL_H
#define PART_FILTER_PARTIAL_H

#include "part/partial.h"

struct output_request;

/* Where the output of a part goes: --output was given. */
extern const struct output_request *filter_partial_request;

/* The begin() and end() of struct part_request: open that file, and close it. */
int filter_partial_begin(struct partial *p, const struct input *in);
int filter_partial_end(struct partial *p, int status);

#endif /* PART_FILTER_PARTIAL_H */
