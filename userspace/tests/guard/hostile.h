/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Ways to give a file a name.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stddef.h>

/* No such way here: the reason is in errno. */
#define HOSTILE_SKIP 1

/**
 * struct way - one way to give something a name
 *
 * @name: what it is.
 * @make: makes the name in the present folder, where "file" is a file and
 *	"folder" a folder; 0, -1 with errno, or HOSTILE_SKIP with errno.
 * @out_of_reach: why a guard does not see it; NULL where it does.
 */
struct way {
	const char *name;
	int (*make)(const char *name);
	const char *out_of_reach;
};

/* Each ended by one without a name. */
extern const struct way hostile_calls[];
extern const struct way hostile_rings[];
extern const struct way hostile_corners[];

/* A negative errno of a system call made otherwise, as these return it. */
int hostile_result(int result);

#endif /* HOSTILE_H */
