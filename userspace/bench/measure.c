// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Samples and medians.
 *
 * A machine is rarely alone, so an absolute figure means little: all contenders
 * take turns on the same buffers, round after round, and what counts is the ratio
 * of their medians.  A sample is the time of the thread for as many
 * runs over the whole pool as fit the budget, after one that warms caches and
 * predictors.
 *
 * The cost of an error is a ratio too: the same slices without the error are
 * measured in the same rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include "bench.h"

static size_t run_one(job_fn fn, const struct work *w, const struct pool *pool, size_t i)
{
	return fn(pool->data + pool->start[i], pool->length[i], w);
}

static void run_some(job_fn fn, const struct work *w, const struct pool *pool,
		     size_t count)
{
	size_t i, sum = 0;

	for (i = 0; i < count; i++)
		sum += run_one(fn, w, pool, i);
	__asm__ volatile("" : : "r"(sum) : "memory");
}

/* Nanoseconds that so many runs over so many buffers take. */
static double time_of(job_fn fn, const struct work *w, const struct pool *pool,
		      size_t count, unsigned long runs)
{
	double excluded = bench_excluded, start = bench_now();

	while (runs--)
		run_some(fn, w, pool, count);
	return bench_now() - start - (bench_excluded - excluded);
}

/*
 * Nanoseconds of a call with a slice that no branch predictor knows: each round has another
 * one, and that of the round before warms.  It is read before, so that it is in the same
 * cache for all contenders.
 */
static double sample_unlearnt(job_fn fn, const struct work *w, const struct pool *pool)
{
	const size_t i = (pool->next + 1) % pool->count;
	size_t sum = run_one(fn, w, pool, pool->next), at;
	double excluded, start;

	for (at = 0; at < pool->length[i]; at += 64)
		sum += pool->data[pool->start[i] + at];
	__asm__ volatile("" : : "r"(sum) : "memory");
	excluded = bench_excluded;
	start = bench_now();
	sum = run_one(fn, w, pool, i);
	__asm__ volatile("" : : "r"(sum) : "memory");
	return bench_now() - start - (bench_excluded - excluded);
}

/*
 * Nanoseconds a call: over the whole pool, again and again while the budget
 * lasts; or over its first buffers only, if the budget is too small for all.
 */
static double sample(enum job job, const struct contender *c,
		     const struct pool *pool, double budget)
{
	const struct work w = work_of(job, c, pool);
	job_fn fn = c->run[job];
	size_t count = pool->count;
	unsigned long runs;
	double once;

	if (pool->length[0] > LONG_POOL_BYTES)
		return sample_unlearnt(fn, &w, pool);
	once = time_of(fn, &w, pool, 1, 1) + 1;
	if (once * count > budget && pool->length[0] > POOL_BYTES) {
		count = budget / once + 1;
		return time_of(fn, &w, pool, count, 1) / count;
	}
	runs = budget / (time_of(fn, &w, pool, count, 1) + 1) + 1;
	return time_of(fn, &w, pool, count, runs) / runs / count;
}

static int compare_durations(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *samples, size_t n)
{
	qsort(samples, n, sizeof(*samples), compare_durations);
	return samples[n / 2];
}

static void summarize(double *samples, size_t n, struct result *r)
{
	r->median = median(samples, n);
	r->low = samples[n / 4];
	r->high = samples[n - 1 - n / 4];
}

/* One round: each in turn; for LATE_ERROR, each also without the error. */
static void measure_round(const struct run *run, enum job job,
			  const struct contender **who, size_t count,
			  struct pool *pool, struct pool *clean, double (*to)[2])
{
	size_t i;

	for (i = 0; i < count && !run->interrupted; i++) {
		to[i][0] = sample(job, who[i], pool, run->budget);
		if (job == LATE_ERROR)
			to[i][1] = sample(VALIDATE, who[i], clean, run->budget);
	}
	pool->next = (pool->next + 1) % pool->count;
	clean->next = pool->next;
}

static void keep_result(struct result *r, size_t i, size_t rounds,
			double (*samples)[CONTENDERS_MAX][2])
{
	double one[ROUNDS_MAX];
	size_t round;

	for (round = 0; round < rounds; round++)
		one[round] = samples[round][i][0];
	summarize(one, rounds, r);
	for (round = 0; round < rounds; round++)
		one[round] = samples[round][i][1];
	r->clean = r->job == LATE_ERROR ? median(one, rounds) : 0;
}

ssize_t measure_text(const struct run *run, enum job job, size_t size,
		     const struct text *text, struct result *results)
{
	static double samples[ROUNDS_MAX][CONTENDERS_MAX][2];
	const struct contender *who[CONTENDERS_MAX];
	struct pool pool, clean = { };
	unsigned int round;
	ssize_t count = -1, i;

	if (pool_fill(&pool, job, text, size) &&
	    (job != LATE_ERROR || pool_fill(&clean, VALIDATE, text, size)))
		count = answers_compare(job, &pool, who);
	for (round = 0; count > 0 && round < run->rounds; round++)
		measure_round(run, job, who, count, &pool, &clean,
			      samples[round]);
	for (i = 0; i < count; i++) {
		results[i] = (struct result){
			.job = job, .size = size, .text = text,
			.contender = who[i],
			.bytes = (double)pool.bytes / pool.count,
		};
		keep_result(&results[i], i, run->rounds, samples);
	}
	pool_free(&pool);
	pool_free(&clean);
	return count;
}
