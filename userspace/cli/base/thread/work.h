/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Work in items, several at a time; what comes of it is in the order of the items.
 */
#ifndef THREAD_WORK_H
#define THREAD_WORK_H

#include "base/say/message.h"

/* Items that a thread takes at once, at most. */
#define WORK_ITEMS 64

/* No more threads than this: each holds memory of its own. */
#define WORK_THREADS_MAX 1024

/* In place of an exit code. */
enum {
	WORK_LATER = -1,	/* from @run: the caller's thread runs it when its turn comes */
	WORK_STOP = -2,		/* from @join: no more items */
};

/**
 * struct work_ops - what is done
 *
 * Each thread has a worker, with which it runs items.  That of the caller's thread prints at
 * once, the others on an ordered output.  Only the caller's thread calls all but @run.
 *
 * @next: put the next item of the source into memory that is all zero.  Returns how much
 *	of a batch it is; 0 when there is none.
 * @ready: can @next answer without waiting?  NULL: always.
 * @drop: frees what an item owns; or NULL.
 * @open: make a worker that prints there, or @to is NULL: the caller's.  Returns NULL when
 *	there is no memory.
 * @close: free a worker that @open has made.
 * @run: do an item.  Returns an exit code, or WORK_LATER, which the caller's worker must
 *	not.  What was printed for an item that is done later, or does not fit on the ordered
 *	output, is discarded.
 * @is_current: does what a thread has done still hold?  Asked when its turn comes, before what
 *	it printed is printed; if not, the caller's thread does it again.  NULL: always.
 * @join: take the result, with the worker that has run the item; returns its exit code, or
 *	WORK_STOP.
 */
struct work_ops {
	size_t (*next)(void *source, void *item);
	bool (*ready)(void *source);
	void (*drop)(void *item);
	void *(*open)(void *context, struct ordered_output *to);
	void (*close)(void *worker);
	int (*run)(void *worker, void *item);
	bool (*is_current)(void *item);
	int (*join)(void *worker, void *item, int status);
};

/**
 * struct work - what is to be done
 *
 * @ops: what.
 * @source: of the items.
 * @context: for @open.
 * @mine: the caller's worker; NULL: @open makes it.
 * @threads: how many work beside the caller's; 0: none.
 * @size: bytes of an item.
 * @batch: how much a thread takes at once, at most, as @next counts it; the first batches have
 *	one item.
 */
struct work {
	const struct work_ops *ops;
	void *source;
	void *context;
	void *mine;
	unsigned int threads;
	size_t size;
	size_t batch;
};

/* How many CPUs this process may run on. */
unsigned int work_cpus(void);

/**
 * work_run() - do all items
 * @w: the work
 *
 * What comes of it does not depend on the number of threads.  Where there is no memory for
 * threads, the caller's does all.  Only the caller's thread gets signals.
 *
 * Return: the worst exit code; -ENOMEM when no memory is there for the caller's worker: then
 * nothing was done.
 */
int work_run(const struct work *w);

#endif /* THREAD_WORK_H */
