// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The tables: one for each size, then one for each build.
 */
#include <math.h>
#include "bench.h"

/* A ratio of times: above 1 where ours is faster. */
static void put_ratio(const struct result *peer, const struct result *ours)
{
	if (peer && ours)
		printf(" %7.2f", peer->median / ours->median);
	else
		printf(" %7s", "-");
}

static void put_row(const struct run *run, size_t text, size_t size)
{
	static const enum kind peers[] = { DFA, READ, RUST, GLIB, MEMCPY };
	const struct result *ours = best(text, size, OURS, USER_BUILDS);
	const struct result *kernel = best(text, size, OURS, KERNEL_BUILDS);
	size_t i;

	if (sizes[size] > 64)
		printf("%-20s %8.2f", run->texts[text].name,
		       sizes[size] / ours->median);
	else
		printf("%-20s %8.2f", run->texts[text].name, ours->median);
	printf(" %4.0f%%", 100 * (ours->high - ours->low) / ours->median);
	for (i = 0; i < sizeof(peers) / sizeof(peers[0]); i++)
		put_ratio(best(text, size, peers[i], USER_BUILDS), ours);
	printf(" |");
	put_ratio(best(text, size, DFA, KERNEL_BUILDS), kernel);
	put_ratio(best(text, size, READ, KERNEL_BUILDS), kernel);
	printf("\n");
}

static void put_size(const struct run *run, size_t size)
{
	size_t text;

	printf("\n%s: ours, and how many times as fast as\n"
	       "%-20s %8s %5s %7s %7s %7s %7s %7s | %7s %7s\n",
	       size_name(sizes[size]), "", sizes[size] > 64 ? "GB/s" : "ns",
	       "+-", "DFA", "read", "Rust", "glib", "memcpy", "DFA", "read");
	for (text = 0; text < run->text_count; text++)
		put_row(run, text, size);
}

/* The geometric mean over the texts of a family, in ns. */
static double mean_of(const struct run *run, size_t size, size_t contender,
		      enum family family)
{
	double sum = 0;
	size_t text, n = 0;

	for (text = 0; text < run->text_count; text++) {
		double ns = result_at(text, size, contender)->median;

		if (run->texts[text].family != family || ns == 0)
			continue;
		sum += log(ns);
		n++;
	}
	return n ? exp(sum / n) : NAN;
}

static void put_build(const struct run *run, size_t contender)
{
	const struct contender *c = &contenders[contender];
	static const enum family families[] = { LIPSUM, MIXED, ASCII };
	size_t i;

	printf("%-12s", kind_names[c->kind]);
	for (i = 0; i < 3; i++)
		printf(" %8.2f", sizes[size_count - 1] /
		       mean_of(run, size_count - 1, contender, families[i]));
	for (i = 0; i < 5; i++)
		printf(" %7.2f", mean_of(run, i, contender, LIPSUM));
	printf("  %s\n", c->variant ? c->variant->flags : "as installed");
}

static void put_builds(const struct run *run)
{
	size_t i;

	printf("\nEach build: GB/s at 64 KiB, then ns a call of one script\n"
	       "%-12s %8s %8s %8s", "", "script", "markup", "ASCII");
	for (i = 0; i < 5; i++)
		printf(" %7s", size_name(sizes[i]));
	printf("\n");
	for (i = 0; i < contender_count; i++)
		if (contenders[i].kind != OURS_ERROR)
			put_build(run, i);
}

void report_tables(const struct run *run)
{
	const struct variant *const *v;
	size_t size;
	int kind;

	printf("Processor %d, %u rounds; the median, and +- the spread of the "
	       "middle half.\nLeft of the bar the fastest build of each, "
	       "right of it as the kernel is compiled.\n", run->cpu,
	       run->rounds);
	for (v = variants; *v; v++)
		printf("%s  %s  %s\n", (*v)->kernel ? "kernel" : "user  ",
		       (*v)->compiler, (*v)->flags);
	for (kind = 0; kind < KINDS; kind++)
		if (contender_absent(kind))
			printf("%s: absent, %s\n", kind_names[kind],
			       contender_absent(kind));
	for (size = size_count; size-- > 0;)
		put_size(run, size);
	put_builds(run);
}
