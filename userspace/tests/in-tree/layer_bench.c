// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a lookup spends on the form of a name: its hash, and a comparison with the name
 * that is there. Prints nanoseconds with fs/unicode of the kernel's source, with that on
 * the core, and the ratio, for each kind of name; the best of some turns.
 */
#include <stdio.h>
#include <time.h>

#include "shim.h"

#include <linux/unicode.h>

#include "kinds.h"
#include "stock_unicode.h"

/* A turn of a kind is shorter than the time for which a busy machine runs a process. */
#define TURNS 1000
#define TIMES 100
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double lookup(const struct unicode_map *um, hash_fn *hash, compare_fn *compare,
		     const char *const *kind)
{
	struct qstr a = { .name = (const u8 *)kind[1], .len = strlen(kind[1]) };
	struct qstr b = { .name = (const u8 *)kind[2], .len = strlen(kind[2]) };
	double start = now();
	unsigned int i;

	for (i = 0; i < TIMES; i++)
		if (hash(um, &a, &b) || compare(um, &a, &b))
			abort();
	return (now() - start) / TIMES;
}

/* What is least of all turns, and each turn over all kinds: a busy machine has quiet times. */
static void measure(double best[][2])
{
	struct unicode_map *stock = stock_utf8_load(UNICODE_AGE(12, 1, 0));
	struct unicode_map *ours = utf8_load(UNICODE_AGE(12, 1, 0));
	unsigned int i, turn;
	double old, new;

	for (turn = 0; turn < TURNS; turn++) {
		for (i = 0; i < KINDS; i++) {
			old = lookup(stock, stock_utf8_casefold_hash, stock_utf8_strncasecmp,
				     kinds[i]);
			new = lookup(ours, utf8_casefold_hash, utf8_strncasecmp, kinds[i]);
			best[i][0] = turn && best[i][0] < old ? best[i][0] : old;
			best[i][1] = turn && best[i][1] < new ? best[i][1] : new;
		}
	}
}

int main(void)
{
	double best[KINDS][2];
	unsigned int i;

	measure(best);
	for (i = 0; i < KINDS; i++)
		printf("%-11s %3zu bytes %8.0f ns %8.0f ns %6.2f x\n", kinds[i][0],
		       strlen(kinds[i][1]), best[i][0], best[i][1], best[i][0] / best[i][1]);
	return 0;
}
