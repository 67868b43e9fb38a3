/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How fast we want to be.
 */
#ifndef BENCH_TARGET_H
#define BENCH_TARGET_H

#include "bench.h"

#define ANY_FAMILY ((1u << FAMILIES) - 1)

/**
 * struct target - one demand
 *
 * Our time is compared with that of the best peer of each text; or with @ns or
 * @rate; or, without all of these, with our time for the text without its error.
 *
 * @job: what is done.
 * @families: one bit (1 << enum family) for each family that counts.
 * @size: size of the slices.
 * @ours: names of our contenders: of several, the first that is here.
 * @peers: names of the peers; NULL for none.
 * @mean: how many times as fast, in the geometric mean of all texts; 0 for any.
 * @worst: how many times as fast, for every single text; 0 for any.
 * @ns: nanoseconds that a call may take; 0 for any.
 * @rate: GB/s of the input; 0 for any.
 */
struct target {
	enum job job;
	unsigned int families;
	size_t size;
	const char *ours;
	const char *peers;
	double mean;
	double worst;
	double ns;
	double rate;
};

/* All of them; the last has no @ours. */
extern const struct target targets[];

#endif /* BENCH_TARGET_H */
