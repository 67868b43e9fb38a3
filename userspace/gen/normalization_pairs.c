// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The table of primary composites: in buckets, each pair and what it becomes in
 * one word.
 */
#include <stdio.h>
#include <stdlib.h>
#include "normalization.h"
#include "../../module/core/normalize/ucd_normalization.h"

static unsigned int bucket(const struct pair *p)
{
	return U8C_PAIR_BUCKET(p->first, p->second);
}

static int compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (bucket(x) != bucket(y))
		return bucket(x) < bucket(y) ? -1 : 1;
	return x->composite < y->composite ? -1 : 1;
}

void write_pairs(void)
{
	static uint16_t start[U8C_PAIR_BUCKETS + 1];
	static uint64_t packed[2000];
	unsigned int i;

	qsort(pairs, pair_count, sizeof(pairs[0]), compare_pairs);
	for (i = 0; i < pair_count; i++) {
		packed[i] = U8C_PAIR_KEY(pairs[i].first, pairs[i].second) |
			    pairs[i].composite;
		start[bucket(&pairs[i]) + 1]++;
	}
	for (i = 0; i < U8C_PAIR_BUCKETS; i++)
		start[i + 1] += start[i];
	WRITE("u16", "pair_start", "%u", start, U8C_PAIR_BUCKETS + 1);
	WRITE("u64", "pairs", "0x%llxull", (unsigned long long *)packed,
	      pair_count);
}
