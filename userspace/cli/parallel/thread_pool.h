/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Work shared by threads, its results taken in order.
 */
#ifndef PARALLEL_THREAD_POOL_H
#define PARALLEL_THREAD_POOL_H

#include <stdbool.h>

/* No more threads than this: each holds memory of its own. */
#define WORKERS_MAX 1024

/**
 * struct work - what is to be done, slot by slot
 *
 * Slots are filled, worked on and joined in the order 0, 1, ..., @slots - 1,
 * 0, ...  A slot belongs to whoever runs one of the three calls on it; nobody
 * else looks at it meanwhile.
 *
 * @threads: how many work, at least 1.
 * @slots: how many pieces of work are under way at most, from the first that
 *	is not joined: so much memory, and no more, is taken.
 * @fill: put the next piece of work into a slot; false when there is none, or
 *	none yet: then it is asked again after the next slot is joined.  Run by
 *	the caller's thread.
 * @work: do it.  Run by any thread.
 * @join: take the result.  Run by the caller's thread, in order; false stops
 *	everything.
 * @context: for the three.
 */
struct work {
	unsigned int threads;
	unsigned int slots;
	bool (*fill)(void *context, unsigned int slot);
	void (*work)(void *context, unsigned int slot);
	bool (*join)(void *context, unsigned int slot);
	void *context;
};

/**
 * workers_run() - do it all
 * @w: what
 *
 * Signals stay with the caller's thread.  When it returns no thread is left.
 *
 * Return: 0; a negative errno when no thread could be started: then nothing
 * was filled.
 */
int workers_run(const struct work *w);

/* How many CPUs this process may run on. */
unsigned int workers_cpus(void);

#endif /* PARALLEL_THREAD_POOL_H */
