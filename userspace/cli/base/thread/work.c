// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Work in items, several at a time.
 *
 * A thread takes a batch of items, because handing over a small one takes as long as doing
 * it.  What it prints is kept (an ordered output) and printed in the order of the items.
 * The first batches are small, so that each thread gets some of a few items.
 *
 * Three counts hold the state: how many batches were filled, how many of these were taken by
 * a thread, and how many were joined.  The batches are a ring.  The caller's thread sleeps
 * until the batch that it joins next is done.  The other threads sleep while every filled batch
 * is taken.
 *
 * The caller's thread does what is left to it, such as a big file, which threads then share.
 * Where an ordered output is full, or no memory is there for it, it does the present item and
 * all after it in the batch, so that memory is bounded.  After that, batches are smaller.
 *
 * Items may come from a process that still searches.  While threads work, only those are
 * taken that have arrived: no result waits for an item.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/thread/work.h"

/*
 * All ordered outputs together hold ORDERED_TOTAL bytes, but each at least ORDERED_MIN.
 * As one doubles its memory when it grows, it may take twice as much.
 */
#define ORDERED_TOTAL (64 << 20)
#define ORDERED_MIN (1 << 20)

/**
 * struct batch - some items
 *
 * @worker: does them.
 * @to: what it prints.
 * @items: the items.
 * @begin: where each begins in @to, and where the last one ends.
 * @status: what @run has returned for each.
 * @count: how many.
 * @is_done: they are done, and not yet joined.
 */
struct batch {
	void *worker;
	struct ordered_output to;
	char *items;
	size_t begin[WORK_ITEMS + 1];
	int status[WORK_ITEMS];
	size_t count;
	bool is_done;
};

/**
 * struct work_state - how far the work is
 *
 * @w: the work.
 * @mine: the caller's worker.
 * @batches: the batches.
 * @slots: how many.
 * @most: how many items all batches together may have: the next one has its part of that.
 * @status: exit code so far.
 * @stop: no item may be begun.
 * @lock: protects @is_done of the batches and all members below.  Only the caller's thread
 *	changes @filled and @joined; it may read them without the lock.
 * @done: wakes the caller's thread: the batch that is joined next is done.
 * @more: wakes the other threads: a batch was filled, or @stop was set.
 * @filled: batches filled so far.
 * @taken: batches that a thread has taken so far.
 * @joined: batches joined so far, and the one that is being joined.
 */
struct work_state {
	const struct work *w;
	void *mine;
	struct batch *batches;
	unsigned int slots;
	size_t most;
	int status;
	atomic_bool stop;
	pthread_mutex_t lock;
	pthread_cond_t done;
	pthread_cond_t more;
	unsigned long long filled;
	unsigned long long taken;
	unsigned long long joined;
};

static struct batch *batch_of(const struct work_state *all, unsigned long long number)
{
	return &all->batches[number % all->slots];
}

static void *item_of(const struct work *w, const struct batch *b, size_t i)
{
	return b->items + i * w->size;
}

/* --- ordered outputs */

/* Without memory the bytes are lost; then the item is done again. */
static ssize_t write_ordered(void *to, const char *p, size_t n)
{
	struct ordered_output *o = to;
	size_t room = o->room;
	char *text = o->text;

	if (n > room - o->size) {
		room = room > n ? 2 * room : room + n;
		text = realloc(text, room);
		o->is_full |= !text;
		if (!text)
			return n;
		o->text = text;
		o->room = room;
	}
	memcpy(text + o->size, p, n);
	o->size += n;
	return n;
}

/* Discard what was printed to @text after the first @length bytes, amid no message. */
static void go_back(struct ordered_output *o, size_t length)
{
	while (o->count && (o->switches[o->count - 1] > length || o->count % 2))
		o->count--;
	o->size = length;
}

/* An error shows at once, as where the caller's thread filters a text. */
static bool print_results(const char *p, size_t n)
{
	cli_wrote(p, n);
	if (!fwrite(p, n, 1, stdout) && !cli_output_error)
		cli_output_error = errno;
	cli_flush();
	return !cli_output_failed();
}

/* Print the bytes from @from to @to, both amid no message.  Return: false when output fails. */
static bool print_ordered(const struct ordered_output *o, size_t from, size_t to)
{
	size_t end;
	bool well = true;

	for (size_t i = 0; from < to && well; i++) {
		end = i < o->count && o->switches[i] < to ? o->switches[i] : to;
		if (end <= from)
			continue;
		progress_hide();
		if (i % 2)
			fwrite(o->text + from, end - from, 1, cli_begin_message());
		else
			well = print_results(o->text + from, end - from);
		from = end;
	}
	return well;
}

/* --- in a worker thread */

static int run_item(const struct work *w, struct batch *b, size_t i)
{
	int status = b->to.is_full ? WORK_LATER : w->ops->run(b->worker, item_of(w, b, i));

	fflush(b->to.to);
	if (b->to.is_full)
		status = WORK_LATER;
	if (status == WORK_LATER)
		go_back(&b->to, b->begin[i]);
	b->begin[i + 1] = b->to.size;
	return status;
}

static void run_batch(const struct work_state *all, struct batch *b)
{
	go_back(&b->to, 0);
	b->to.is_full = false;
	cli_print_on(&b->to);
	for (size_t i = 0; i < b->count && !all->stop; i++)
		b->status[i] = run_item(all->w, b, i);
	cli_print_on(NULL);
}

static void *thread_main(void *context)
{
	struct work_state *all = context;
	struct batch *b;

	pthread_mutex_lock(&all->lock);
	while (!all->stop) {
		if (all->taken == all->filled) {
			pthread_cond_wait(&all->more, &all->lock);
			continue;
		}
		b = batch_of(all, all->taken++);
		pthread_mutex_unlock(&all->lock);
		run_batch(all, b);
		pthread_mutex_lock(&all->lock);
		b->is_done = true;
		if (b == batch_of(all, all->joined))
			pthread_cond_signal(&all->done);
	}
	pthread_mutex_unlock(&all->lock);
	return NULL;
}

/* --- in the caller's: batches are filled */

/* Return: how much of a batch the item is; 0 when there is none. */
static size_t next_item(const struct work *w, void *item)
{
	memset(item, 0, w->size);
	return w->ops->next(w->source, item);
}

static void drop_item(const struct work *w, void *item)
{
	if (w->ops->drop)
		w->ops->drop(item);
}

/* Wait for an item only where there is no other work: nothing is filled, and the batch is empty. */
static bool may_take(const struct work_state *all, const struct batch *b)
{
	const struct work_ops *ops = all->w->ops;

	return (all->filled == all->joined && !b->count) || !ops->ready || ops->ready(all->w->source);
}

static bool fill_batch(struct work_state *all, struct batch *b)
{
	const struct work *w = all->w;
	/* As many items as @next may count: this batch's part of a full one, at least 1. */
	const size_t room = w->batch * (all->most / all->slots) / WORK_ITEMS ?: 1;
	size_t taken = 0, more = 1;

	while (more && taken < room && b->count < WORK_ITEMS && may_take(all, b)) {
		more = next_item(w, item_of(w, b, b->count));
		b->count += more > 0;
		taken += more;
	}
	/* Batches grow with the items seen: a few are shared out one by one. */
	if (all->most < WORK_ITEMS * all->slots)
		all->most++;
	return b->count;
}

/* Fill all batches that can be filled; the lock is not held. */
static void fill_batches(struct work_state *all)
{
	while (all->filled - all->joined < all->slots && fill_batch(all, batch_of(all, all->filled))) {
		pthread_mutex_lock(&all->lock);
		all->filled++;
		pthread_cond_signal(&all->more);
		pthread_mutex_unlock(&all->lock);
	}
}

/* --- and joined */

/* The end of an item that @worker has run, in its turn. */
static void join_item(struct work_state *all, void *worker, void *item, int status)
{
	status = all->w->ops->join(worker, item, status);
	all->status = cli_worse(all->status, status);
	all->stop = status == WORK_STOP || cli_output_failed();
}

static void run_in_turn(struct work_state *all, void *item)
{
	join_item(all, all->mine, item, all->w->ops->run(all->mine, item));
}

static void join_run(struct work_state *all, struct batch *b, size_t i)
{
	const struct work_ops *ops = all->w->ops;
	void *item = item_of(all->w, b, i);

	if (b->status[i] == WORK_LATER || (ops->is_current && !ops->is_current(item)))
		run_in_turn(all, item);
	else if (print_ordered(&b->to, b->begin[i], b->begin[i + 1]))
		join_item(all, b->worker, item, b->status[i]);
	else
		all->stop = true;
}

static void drop_items(const struct work *w, struct batch *b)
{
	while (b->count)
		drop_item(w, item_of(w, b, --b->count));
}

static void join_batch(struct work_state *all, struct batch *b)
{
	for (size_t i = 0; i < b->count && !all->stop; i++)
		join_run(all, b, i);
	if (cli_output_failed())
		all->status = CLI_TROUBLE;
	drop_items(all->w, b);
	if (b->to.is_full)
		all->most = all->most / 2 > all->slots ? all->most / 2 : all->slots;
}

/* Wait until the next batch is done. */
static struct batch *next_batch(struct work_state *all)
{
	struct batch *b = batch_of(all, all->joined);

	pthread_mutex_lock(&all->lock);
	while (!b->is_done)
		pthread_cond_wait(&all->done, &all->lock);
	b->is_done = false;
	all->joined++;
	pthread_mutex_unlock(&all->lock);
	return b;
}

static void join_batches(struct work_state *all)
{
	fill_batches(all);
	while (!all->stop && all->joined < all->filled) {
		join_batch(all, next_batch(all));
		fill_batches(all);
	}
}

/* --- threads */

/*
 * With fewer threads than asked for, the work only takes longer.  Signals are blocked
 * in the new threads: a handler runs in the caller's thread.
 */
static unsigned int start_threads(struct work_state *all, pthread_t *threads)
{
	unsigned int n = 0;
	sigset_t signals, before;

	sigfillset(&signals);
	pthread_sigmask(SIG_SETMASK, &signals, &before);
	while (n < all->w->threads && !pthread_create(&threads[n], NULL, thread_main, all))
		n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return n;
}

static void stop_threads(struct work_state *all, pthread_t *threads, unsigned int n)
{
	pthread_mutex_lock(&all->lock);
	all->stop = true;
	pthread_cond_broadcast(&all->more);
	pthread_mutex_unlock(&all->lock);
	while (n)
		pthread_join(threads[--n], NULL);
}

static bool open_batch(const struct work *w, struct batch *b, size_t room)
{
	b->items = calloc(WORK_ITEMS, w->size);
	b->to.most = room < ORDERED_MIN ? ORDERED_MIN : room;
	/* Not open_memstream(): its stream reports no error where it cannot grow. */
	b->to.to = fopencookie(&b->to, "w", (cookie_io_functions_t){ .write = write_ordered });
	if (b->items && b->to.to)
		b->worker = w->ops->open(w->context, &b->to);
	return b->worker;
}

static void close_batch(const struct work *w, struct batch *b)
{
	if (b->worker)
		w->ops->close(b->worker);
	if (b->to.to)
		fclose(b->to.to);
	free(b->to.text);
	free(b->to.switches);
	drop_items(w, b);
	free(b->items);
}

/* Return: false when there is no memory, or no thread: then nothing was done. */
static bool run_by_threads(struct work_state *all)
{
	AUTO_FREE pthread_t *threads = calloc(all->w->threads, sizeof(*threads));
	unsigned int n = 0;
	bool ready;

	all->batches = calloc(all->slots, sizeof(*all->batches));
	ready = threads && all->batches;
	for (unsigned int i = 0; ready && i < all->slots; i++)
		ready = open_batch(all->w, &all->batches[i], ORDERED_TOTAL / all->slots);
	if (ready)
		n = start_threads(all, threads);
	if (n) {
		join_batches(all);
		stop_threads(all, threads, n);
	}
	for (unsigned int i = 0; all->batches && i < all->slots; i++)
		close_batch(all->w, &all->batches[i]);
	free(all->batches);
	return n;
}

static void run_each(struct work_state *all, void *item)
{
	while (!all->stop && !cli_output_failed() && next_item(all->w, item)) {
		run_in_turn(all, item);
		drop_item(all->w, item);
	}
}

int work_run(const struct work *w)
{
	const unsigned int slots = 2 * w->threads + 2;
	struct work_state all = {
		.w = w,
		.mine = w->mine ? w->mine : w->ops->open(w->context, NULL),
		.slots = slots,
		.most = slots,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.done = PTHREAD_COND_INITIALIZER,
		.more = PTHREAD_COND_INITIALIZER,
	};
	AUTO_FREE void *item = malloc(w->size);

	if (!all.mine || !item)
		all.status = -ENOMEM;
	else if (!w->threads || !run_by_threads(&all))
		run_each(&all, item);
	if (all.mine && !w->mine)
		w->ops->close(all.mine);
	return all.status;
}

unsigned int work_cpus(void)
{
	cpu_set_t set;
	long online;

	if (!sched_getaffinity(0, sizeof(set), &set))
		return CPU_COUNT(&set);
	/* There are more CPUs than the set has bits. */
	online = sysconf(_SC_NPROCESSORS_ONLN);
	return online < 1 ? 1 : online > WORK_THREADS_MAX ? WORK_THREADS_MAX : online;
}
