/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Work shared by threads, its results taken in order.
 */
#ifndef THREAD_THREAD_POOL_H
#define THREAD_THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

/* No more threads than this: each holds memory of its own. */
#define WORKERS_MAX 1024

/**
 * struct thread_pool - what is to be done, slot by slot
 *
 * A slot is memory for a piece of work.  The slots are filled, worked on and joined
 * in turn.  While one of the calls runs on a slot, no other thread uses the slot.
 *
 * @threads: how many work; where it is 0, or none can be started, the caller's thread
 *	does the work too.
 * @slots: how many pieces of work may be filled and not yet joined; this bounds
 *	the memory.
 * @size: bytes of a slot.
 * @open: make a slot, which is all zero, ready.  Return: 0 or a negative errno.
 * @close: free what a slot owns; also of a slot that @open has failed for, or that is
 *	all zero.
 * @fill: put the next piece of work into a slot; false when there is none, or
 *	none yet: then @fill is called again after the next slot is joined.
 * @work: do the work of a slot.  Any thread may run it; only the caller's thread runs
 *	the other calls.
 * @join: take the result, in order; false stops everything.
 * @context: for the calls.
 */
struct thread_pool {
	unsigned int threads;
	unsigned int slots;
	size_t size;
	int (*open)(void *context, void *slot);
	void (*close)(void *context, void *slot);
	bool (*fill)(void *context, void *slot);
	void (*work)(void *context, void *slot);
	bool (*join)(void *context, void *slot);
	void *context;
};

/**
 * thread_pool_run() - do all the work
 * @w: the work
 *
 * Only the caller's thread gets signals.  When this call returns, no thread is
 * left.
 *
 * Return: 0; a negative errno when a slot could not be opened: then nothing was
 * filled.
 */
int thread_pool_run(const struct thread_pool *w);

/* How many CPUs this process may run on. */
unsigned int thread_pool_cpus(void);

#endif /* THREAD_THREAD_POOL_H */
