// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Samples and medians.
 *
 * A machine is rarely alone, so an absolute figure means little: all who do a
 * job take their turns on the same buffers, round after round, and what counts
 * is the ratio of their medians.  A sample is the time of the thread for as many
 * runs over the whole pool as fit the budget, after one that warms caches and
 * predictors.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "bench.h"

double bench_excluded;

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void run_once(job_fn fn, const struct work *w, const struct pool *pool)
{
	size_t i, sum = 0;

	for (i = 0; i < pool->count; i++)
		sum += fn(pool->data + pool->start[i], pool->length[i], w);
	__asm__ volatile("" : : "r"(sum) : "memory");
}

/* Return: nanoseconds a call. */
static double sample(job_fn fn, const struct u8c_impl *impl,
		     const struct pool *pool, double budget)
{
	const struct work w = { impl, pool->out, pool->room };
	double start = bench_now(), first, excluded;
	unsigned long runs = 1, i;

	run_once(fn, &w, pool);
	first = bench_now() - start;
	if (budget > 2 * first)
		runs = budget / (first + 1);
	excluded = bench_excluded;
	start = bench_now();
	for (i = 0; i < runs; i++)
		run_once(fn, &w, pool);
	return (bench_now() - start - (bench_excluded - excluded)) / runs /
	       pool->count;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void summarize(double *samples, size_t n, struct result *r)
{
	qsort(samples, n, sizeof(*samples), compare);
	r->low = samples[n / 4];
	r->median = samples[n / 2];
	r->high = samples[n - 1 - n / 4];
}

static size_t answer(job_fn fn, const struct u8c_impl *impl,
		     const struct pool *pool)
{
	const struct work w = { impl, pool->out, pool->room };

	return fn(pool->data, pool->length[0], &w);
}

static size_t right_answer(enum job job, const struct pool *pool)
{
	struct contender ours = { };

	if (job == DEVICE)
		return pool->length[0];
	if (job == SESSION)
		return true;
	ours_find(&ours);
	return answer(ours.run[job], u8c_impl_find("scalar"), pool);
}

/*
 * A peer that answers wrong would be no peer.  But that some put more or fewer
 * U+FFFD than we is no wrong.
 */
static bool answers(enum job job, const struct contender *c,
		    const struct pool *pool)
{
	size_t want = right_answer(job, pool);
	size_t got = answer(c->run[job], c->impl, pool);
	bool truth = job == VALIDATE || job == IS_NFC;

	if ((job >= REPAIR_RARE && job <= REPAIR_MANY) ||
	    (truth ? got != 0 : got == want))
		return true;
	fprintf(stderr, "utf8check: bench: %s: %s: answers %zu, not %zu; left out\n",
		c->name, job_name(job), got, want);
	return false;
}

static size_t choose(enum job job, const struct pool *pool,
		     const struct contender **who)
{
	size_t count = 0;
	unsigned int i;

	for (i = 0; i < contender_count; i++)
		if (contenders[i].run[job] && answers(job, &contenders[i], pool))
			who[count++] = &contenders[i];
	return count;
}

ssize_t measure_text(const struct run *run, enum job job, size_t size,
		     const struct text *text, struct result *results)
{
	static double samples[CONTENDERS_MAX][ROUNDS_MAX];
	const struct contender *who[CONTENDERS_MAX];
	bool filled;
	struct pool pool;
	unsigned int round;
	size_t count, i;

	filled = pool_fill(&pool, job, text, size);
	count = filled ? choose(job, &pool, who) : 0;
	for (round = 0; round < run->rounds; round++)
		for (i = 0; i < count && !run->interrupted; i++)
			samples[i][round] = sample(who[i]->run[job], who[i]->impl,
						   &pool, run->budget);
	for (i = 0; i < count; i++) {
		results[i] = (struct result){
			.job = job, .size = size, .text = text,
			.contender = who[i],
			.bytes = (double)pool.bytes / pool.count,
		};
		summarize(samples[i], run->rounds, &results[i]);
	}
	pool_free(&pool);
	return filled ? (ssize_t)count : -1;
}
