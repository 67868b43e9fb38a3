// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The clock of the benchmark.
 */
#include <time.h>
#include "bench.h"

#define NS 1e9
#define READINGS 64

double bench_excluded;

static double read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NS + t.tv_nsec;
}

/*
 * The time of the thread, unless it goes by ticks, as on User Mode Linux: there, nearly all
 * readings are the one before.
 */
static clockid_t choose_clock(void)
{
	double last = 0, now;
	int i, moved = 0;

	for (i = 0; i < READINGS; i++) {
		now = read_clock(CLOCK_THREAD_CPUTIME_ID);
		moved += now > last;
		last = now;
	}
	return moved > READINGS / 2 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

double bench_now(void)
{
	static clockid_t clock;
	static bool chosen;

	if (!chosen)
		clock = choose_clock();
	chosen = true;
	return read_clock(clock);
}
