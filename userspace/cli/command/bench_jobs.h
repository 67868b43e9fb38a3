/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What bench measures of the commands detect and stats.
 */
#ifndef COMMAND_BENCH_JOBS_H
#define COMMAND_BENCH_JOBS_H

#include "bench/bench.h"

extern const struct command_jobs bench_jobs;

#endif /* COMMAND_BENCH_JOBS_H */
