// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Work shared by threads.
 *
 * Three counts hold the state: how many slots were filled, how many of these
 * were taken by a thread, and how many were joined.  The slots are a ring.  The
 * caller's thread sleeps until the slot that it joins next is done; where there is no
 * other thread, it does the work of that slot.  The other threads sleep while every
 * filled slot is taken.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/thread/thread_pool.h"

/**
 * struct pool_state - the threads at work
 *
 * @w: what is done.
 * @memory: the slots.
 * @alone: there are no other threads.
 * @lock: protects all members below.  Only the caller's thread changes @filled
 *	and @joined; it may read them without the lock.
 * @done: wakes the caller's thread: the slot that is joined next is done.
 * @more: wakes the other threads: a slot was filled, or @stop was set.
 * @filled: slots filled so far.
 * @taken: slots that a thread has taken so far.
 * @joined: slots joined so far.
 * @stop: no thread may take another slot.
 * @ready: for each slot: is it done, and not yet joined?
 */
struct pool_state {
	const struct thread_pool *w;
	char *memory;
	bool alone;
	pthread_mutex_t lock;
	pthread_cond_t done;
	pthread_cond_t more;
	unsigned long long filled;
	unsigned long long taken;
	unsigned long long joined;
	bool stop;
	bool *ready;
};

/* The slot of the piece of work @number. */
static void *slot_of(const struct pool_state *p, unsigned long long number)
{
	return p->memory + number % p->w->slots * p->w->size;
}

/* The lock is held before and after. */
static void work_on_next(struct pool_state *p)
{
	unsigned long long mine = p->taken++;

	pthread_mutex_unlock(&p->lock);
	p->w->work(p->w->context, slot_of(p, mine));
	pthread_mutex_lock(&p->lock);
	p->ready[mine % p->w->slots] = true;
	if (mine == p->joined)
		pthread_cond_signal(&p->done);
}

static void *thread_main(void *context)
{
	struct pool_state *p = context;

	pthread_mutex_lock(&p->lock);
	while (!p->stop)
		if (p->taken < p->filled)
			work_on_next(p);
		else
			pthread_cond_wait(&p->more, &p->lock);
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* Fill all slots that can be filled; the lock is not held. */
static void fill_slots(struct pool_state *p)
{
	while (p->filled - p->joined < p->w->slots &&
	       p->w->fill(p->w->context, slot_of(p, p->filled))) {
		pthread_mutex_lock(&p->lock);
		p->filled++;
		pthread_cond_signal(&p->more);
		pthread_mutex_unlock(&p->lock);
	}
}

/* Wait until the slot that is joined next is done. */
static void wait_for_next(struct pool_state *p)
{
	bool *ready = &p->ready[p->joined % p->w->slots];

	pthread_mutex_lock(&p->lock);
	while (!*ready)
		if (p->alone)
			work_on_next(p);
		else
			pthread_cond_wait(&p->done, &p->lock);
	*ready = false;
	pthread_mutex_unlock(&p->lock);
}

static void join_slots(struct pool_state *p)
{
	for (;;) {
		fill_slots(p);
		if (p->joined == p->filled)
			return;
		wait_for_next(p);
		if (!p->w->join(p->w->context, slot_of(p, p->joined)))
			return;
		pthread_mutex_lock(&p->lock);
		p->joined++;
		pthread_mutex_unlock(&p->lock);
	}
}

static void stop_threads(struct pool_state *p, pthread_t *threads, unsigned int n)
{
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	while (n)
		pthread_join(threads[--n], NULL);
}

/*
 * With fewer threads than asked for, the work only takes longer.  Signals are blocked
 * in the new threads: a handler runs in the caller's thread.
 */
static unsigned int start_threads(struct pool_state *p, pthread_t *threads)
{
	unsigned int n = 0;
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (n < p->w->threads &&
	       !pthread_create(&threads[n], NULL, thread_main, p))
		n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return n;
}

int thread_pool_run(const struct thread_pool *w)
{
	struct pool_state p = {
		.w = w,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.done = PTHREAD_COND_INITIALIZER,
		.more = PTHREAD_COND_INITIALIZER,
		.memory = calloc(w->slots, w->size),
		.ready = calloc(w->slots, sizeof(*p.ready)),
	};
	pthread_t *threads = calloc(w->threads + 1, sizeof(*threads));
	int err = p.memory && p.ready && threads ? 0 : -ENOMEM;
	unsigned int i, n;

	for (i = 0; !err && i < w->slots; i++)
		err = w->open(w->context, slot_of(&p, i));
	if (!err) {
		n = start_threads(&p, threads);
		p.alone = !n;
		join_slots(&p);
		stop_threads(&p, threads, n);
	}
	for (i = 0; p.memory && i < w->slots; i++)
		w->close(w->context, slot_of(&p, i));
	free(threads);
	free(p.ready);
	free(p.memory);
	return err;
}

unsigned int thread_pool_cpus(void)
{
	cpu_set_t set;
	long online;

	if (!sched_getaffinity(0, sizeof(set), &set))
		return CPU_COUNT(&set);
	/* There are more CPUs than the set has bits. */
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online < 1 ? 1 : online > WORKERS_MAX ? WORKERS_MAX : online;
}
