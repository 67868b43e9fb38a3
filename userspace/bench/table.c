// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The results, for people: a block for each job and size, a row for each text.
 * Ours in GB/s, or in nanoseconds for short texts; then, for each peer, how many
 * times as fast the first of ours is.
 */
#include <stdio.h>
#include <string.h>
#include "bench.h"

/* Up to this size the time of a call is shown, not the speed in bytes. */
#define SHORT_SIZE 64

static bool shows_nanoseconds(enum job job, size_t size)
{
	return size <= SHORT_SIZE || job == SESSION || job_kinds[job].most;
}

static int width(const struct contender *c)
{
	int n = strlen(c->name);

	return n > 8 ? n : 8;
}

void table_block(enum job job, size_t size)
{
	const char *unit = shows_nanoseconds(job, size) ? "ns a call" : "GB/s";
	const struct contender *c;
	bool first = true;

	printf("\n%s", job_name(job));
	if (job != SESSION)
		printf(" of %s B", size_name(size));
	printf(": %s\n%-20s", unit, "");
	for (c = contenders; c < contenders + contender_count; c++) {
		if (!c->run[job])
			continue;
		printf(" %*s%s", width(c), c->name,
		       first && c->ours ? "    +-" : "");
		first = false;
	}
	putchar('\n');
}

static const struct result *find_result(const struct result *results, size_t count,
					const struct contender *c)
{
	for (; count--; results++)
		if (results->contender == c)
			return results;
	return NULL;
}

static void put_value(const struct result *r, bool spread)
{
	double value = shows_nanoseconds(r->job, r->size) ? r->median :
						       r->bytes / r->median;

	printf(" %*.*f", width(r->contender), value < 1000 ? 2 : 0, value);
	if (spread)
		printf(" %4.0f%%", 100 * (r->high - r->low) / r->median);
}

/* Peers are compared with the first contender that does the job. */
void table_row(const struct result *results, size_t count)
{
	const struct result *base = results, *r;
	const struct contender *c;

	if (!count)
		return;
	printf("%-20.20s", results->text->name);
	for (c = contenders; c < contenders + contender_count; c++) {
		if (!c->run[results->job])
			continue;
		r = find_result(results, count, c);
		if (!r)
			printf(" %*s", width(c), "-");
		else if (c->ours || !base->contender->ours)
			put_value(r, r == base && c->ours);
		else
			printf(" %*.2fx", width(c) - 1, r->median / base->median);
	}
	putchar('\n');
	fflush(stdout);
}

void table_absent(void)
{
	unsigned int i;

	for (i = 0; i < contender_count; i++)
		if (contenders[i].absent[0])
			printf("%s is absent: %s\n", contenders[i].name,
			       contenders[i].absent);
}
