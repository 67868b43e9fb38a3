// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Samples and medians.
 *
 * A sample runs over the whole pool as often as fits the budget, after one run
 * that warms caches and predictors.
 */
#include <stdlib.h>
#include <time.h>
#include "bench.h"

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static void run_once(valid_fn fn, const struct pool *pool)
{
	size_t i, sum = 0;

	for (i = 0; i < pool->count; i++)
		sum += fn(pool->data + pool->start[i], pool->length[i]);
	__asm__ volatile("" : : "r"(sum));
}

double measure(valid_fn fn, const struct pool *pool, double budget_ns)
{
	double start, spent;
	size_t runs = 0;

	run_once(fn, pool);
	start = now_ns();
	do {
		run_once(fn, pool);
		runs++;
		spent = now_ns() - start;
	} while (spent < budget_ns);
	return spent / runs / pool->count;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void summarize(double *samples, size_t n, struct result *r)
{
	qsort(samples, n, sizeof(*samples), compare);
	r->low = samples[n / 4];
	r->median = samples[n / 2];
	r->high = samples[n - 1 - n / 4];
}
