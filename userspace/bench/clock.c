// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The clock of the benchmark.
 */
#include <time.h>
#include "bench.h"

double bench_excluded;

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}
