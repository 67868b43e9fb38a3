/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Ways to give a file a name.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stddef.h>

/* The system has no such way: errno says why. */
#define HOSTILE_SKIP 1

/**
 * struct way - one way to give something a name
 *
 * @name: what it is.
 * @make: makes the name in the present folder, where "file" is a file and
 *	"folder" a folder; 0, -1 with errno, or HOSTILE_SKIP with errno.
 * @call: which of the calls that @make can make.
 * @how: with which flags, or by whom.
 * @out_of_reach: why a guard does not see the name; NULL where it sees the name.
 */
struct way {
	const char *name;
	int (*make)(const struct way *way, const char *name);
	int call;
	int how;
	const char *out_of_reach;
};

/* Each list ends with an entry without a name. */
extern const struct way hostile_calls[];
extern const struct way hostile_rings[];
extern const struct way hostile_corners[];

/* How a refusal of the bad name says so. */
extern int hostile_errno;

/* Turns a negative errno into -1 and errno, as the ways return it. */
int hostile_result(int result);

#endif /* HOSTILE_H */
