/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names of the binary files that a walk has found, for one line at its end.
 */
#ifndef CHECK_BINARY_NAMES_H
#define CHECK_BINARY_NAMES_H

#include <pthread.h>
#include <stddef.h>
#include "base/types.h"

/* So many are named; the others are counted. */
#define BINARY_NAMED 10

/**
 * struct binary_names - names
 *
 * @lock: held while one is added; threads wait for a comparison of a few names.
 * @count: how many files there are.
 * @names: the first of them, in the order of their bytes; owned.
 */
struct binary_names {
	pthread_mutex_t lock;
	u64 count;
	char *names[BINARY_NAMED + 1];
};

/* Any thread may call this, in any order. */
void binary_names_add(struct binary_names *b, const char *name);

/* Print the line, where there is a name, and free the names. */
void binary_names_end(struct binary_names *b);

#endif /* CHECK_BINARY_NAMES_H */
