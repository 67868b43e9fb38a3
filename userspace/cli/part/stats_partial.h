/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What some parts of a file consist of.
 */
#ifndef PART_STATS_PARTIAL_H
#define PART_STATS_PARTIAL_H

#include "part/partial.h"

/* The begin() of struct part_request: looks for a signature of the file. */
int stats_partial_begin(struct partial *p, const struct input *in);

#endif /* PART_STATS_PARTIAL_H */
