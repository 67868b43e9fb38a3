// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Samples and medians.
 *
 * A machine is rarely alone, so an absolute figure means little: all who do a
 * job are measured in turn on the same buffers, round after round, and what
 * counts is the ratio of their medians.  A sample is the time of the thread for
 * as many runs over the whole pool as fit the budget, after one that warms
 * caches and predictors.
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

static void run_once(const struct contender *c, job_fn fn,
		     const struct pool *pool)
{
	size_t i, sum = 0;

	for (i = 0; i < pool->count; i++)
		sum += fn(c, pool->data + pool->start[i], pool->length[i],
			  pool->out, pool->room);
	__asm__ volatile("" : : "r"(sum) : "memory");
}

/* Return: nanoseconds a call. */
static double sample(const struct contender *c, enum job job,
		     const struct pool *pool, double budget)
{
	double start = bench_now(), first, excluded;
	unsigned long runs, i;

	run_once(c, c->run[job], pool);
	first = bench_now();
	runs = budget / (first - start + 1) + 1;
	excluded = bench_excluded;
	start = bench_now();
	for (i = 0; i < runs; i++)
		run_once(c, c->run[job], pool);
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

/* Whose answers may differ: peers replace more or fewer U+FFFD than we. */
static bool answers_differ(enum job job)
{
	return job >= REPAIR_RARE && job <= REPAIR_MANY;
}

/* A peer that answers wrong would be no peer. */
static bool answers(const struct contender *c, enum job job,
		    const struct pool *pool)
{
	static struct u8c_impl scalar;
	struct contender ours = { .impl = &scalar };
	size_t n = pool->length[0], want, got;

	scalar = *u8c_impl_find("scalar");
	ours_find(&ours);
	if (!ours.run[job] || answers_differ(job))
		return true;
	want = ours.run[job](&ours, pool->data, n, pool->out, pool->room);
	got = c->run[job](c, pool->data, n, pool->out, pool->room);
	if (job == VALIDATE || job == IS_NFC ? got != 0 : got == want)
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
		if (contenders[i].run[job] && answers(&contenders[i], job, pool))
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
			samples[i][round] = sample(who[i], job, &pool,
						   run->budget);
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
