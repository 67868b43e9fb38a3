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

#define TURNS 15
#define TIMES 20000

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

int main(void)
{
	struct unicode_map *ours = utf8_load(UNICODE_AGE(12, 1, 0));
	struct unicode_map *stock = stock_utf8_load(UNICODE_AGE(12, 1, 0));
	double old, new, best_old, best_new;
	unsigned int i, turn;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		best_old = best_new = 1e9;
		for (turn = 0; turn < TURNS; turn++) {
			old = lookup(stock, stock_utf8_casefold_hash, stock_utf8_strncasecmp,
				     kinds[i]);
			new = lookup(ours, utf8_casefold_hash, utf8_strncasecmp, kinds[i]);
			best_old = old < best_old ? old : best_old;
			best_new = new < best_new ? new : best_new;
		}
		printf("%-11s %3zu bytes %8.0f ns %8.0f ns %6.2f x\n", kinds[i][0],
		       strlen(kinds[i][1]), best_old, best_new, best_old / best_new);
	}
	return 0;
}
