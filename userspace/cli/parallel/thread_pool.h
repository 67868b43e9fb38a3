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
 * struct thread_pool - what is to be done, slot by slot
 *
 * Slots are filled, worked on and joined in the order 0, 1, ..., @slots - 1,
 * 0, ...  While one of the three calls runs on a slot, no other thread uses the
 * slot.
 *
 * @threads: how many work, at least 1.
 * @slots: how many pieces of work may be filled and not yet joined; this bounds
 *	the memory.
 * @fill: put the next piece of work into a slot; false when there is none, or
 *	none yet: then @fill is called again after the next slot is joined.  The
 *	caller's thread runs it.
 * @work: do the work of a slot.  Any thread runs it.
 * @join: take the result, in order; false stops everything.  The caller's
 *	thread runs it.
 * @context: for the three calls.
 */
struct thread_pool {
	unsigned int threads;
	unsigned int slots;
	bool (*fill)(void *context, unsigned int slot);
	void (*work)(void *context, unsigned int slot);
	bool (*join)(void *context, unsigned int slot);
	void *context;
};

/**
 * thread_pool_run() - do all the work
 * @w: the work
 *
 * Only the caller's thread gets signals.  When this call returns, no thread is
 * left.
 *
 * Return: 0; a negative errno when no thread could be started: then nothing
 * was filled.
 */
int thread_pool_run(const struct thread_pool *w);

/* How many CPUs this process may run on. */
unsigned int thread_pool_cpus(void);

#endif /* PARALLEL_THREAD_POOL_H */
