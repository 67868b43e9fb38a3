/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the programs of checks share that run for a while: time, random numbers,
 * processes, and a verdict that is proven.
 *
 * A row of such a program is a worker.  It makes steps until its time is over, or until
 * it says that it is done.  In a process of its own it has passed only if it says so
 * after its end, with all processes that it began; a status of 0 alone proves nothing.
 * One that does not move for long is ended, and has failed.
 */
#ifndef TESTS_WORKER_H
#define TESTS_WORKER_H

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>

#include "kunit/sample.h"

#define WORKER_DONE 1		/* what a step returns that was the last */
#define SKIPPED 77		/* the status of what cannot be had here */

/**
 * struct worker - one row
 *
 * @name: what the output calls it.
 * @setup: makes what the steps need; returns 0 or SKIPPED.  NULL for nothing.
 * @step: one step, which chooses by @random; returns 0 or WORKER_DONE.
 * @end: looks at what came of all of them.  NULL for nothing.
 */
struct worker {
	const char *name;
	int (*setup)(struct worker *w);
	int (*step)(struct worker *w, u64 random);
	void (*end)(struct worker *w);
};

extern double worker_seconds;	/* --seconds=N */
extern u64 worker_seed;		/* --seed=N */

/* Reads the options.  Return: the words after them, which end with NULL. */
char **worker_begin(const char *program, char **argv);

/* Does the name contain one of the words?  Where there are none it does. */
bool worker_is_wanted(const char *name, char **words);

/* Runs it here, for so long.  Return: 0 or SKIPPED; what fails ends the process. */
int worker_run(struct worker *w, double seconds);

/* Runs it in a process of its own, and prints how it ended. */
void worker_try(struct worker *w, double seconds);

/* Prints "N passed, N failed, N skipped".  Return: the status of the program. */
int worker_sum(void);

/* Time in seconds, from any start, and whether the row has time left. */
double worker_now(void);
bool worker_has_time(void);

/* Adds to the operations of the row; for any thread and child. */
void worker_did(u64 n);
u64 worker_operations(void);

/* Prints what each thread of a process waits for. */
void worker_show(pid_t pid);

/* True with a chance of one in @n. */
static inline bool one_in(struct u8c_chance *c, u32 n)
{
	return !u8c_chance_below(c, n);
}

/* Ends the row as failed; @why is a format. */
void fail_at(const char *file, int line, const char *why, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* Ends the row as skipped. */
void skip(const char *why, ...)
	__attribute__((noreturn, format(printf, 1, 2)));

#define CHECK(condition) \
	((condition) ? (void)0 : fail_at(__FILE__, __LINE__, "%s", #condition))

#define CHECK_EQ(call, want) do { \
	errno = 0; \
	long long got_ = (call), want_ = (want); \
	if (got_ != want_) \
		fail_at(__FILE__, __LINE__, "%s is %lld, not %lld (%s)", \
			#call, got_, want_, strerror(errno)); \
} while (0)

/* The call returns -1 and sets this errno. */
#define CHECK_ERRNO(call, want) do { \
	errno = 0; \
	long long got_ = (call); \
	if (got_ != -1 || errno != (want)) \
		fail_at(__FILE__, __LINE__, "%s is %lld (%s), not -1 (%s)", \
			#call, got_, strerror(errno), strerror(want)); \
} while (0)

#endif /* TESTS_WORKER_H */
