// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How fast the scalar validator is beside its peers, in one run.
 *
 * The machine may be shared, so an absolute figure means little: all
 * contenders are measured in turn on the same buffers, round after round, on
 * one processor, and what counts is the ratio of their medians.  Started by
 * bench/run, which builds it.
 */
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench.h"

struct result *results;

static struct text texts[TEXTS_MAX];
static struct run run = { .texts = texts, .rounds = 15, .cpu = -1 };
static double budget_ns = 150e3;
static const char *json;

/* samples[result][round] */
static double *samples;

struct result *result_at(size_t text, size_t size, size_t contender)
{
	return &results[(text * size_count + size) * contender_count + contender];
}

const struct result *best(size_t text, size_t size, enum kind kind,
			  enum builds builds)
{
	const struct result *found = NULL;
	size_t i;

	for (i = 0; i < contender_count; i++) {
		const struct contender *c = &contenders[i];
		const struct result *r = result_at(text, size, i);

		if (c->kind != kind || r->median == 0)
			continue;
		if (c->variant && c->variant->kernel != (builds == KERNEL_BUILDS))
			continue;
		if (!found || r->median < found->median)
			found = r;
	}
	return found;
}

/* A late error is far from the start only in a long buffer. */
static bool takes_part(const struct contender *c, size_t size)
{
	return c->kind != OURS_ERROR || size >= 1024;
}

static void measure_pool(size_t text, size_t size, unsigned int round)
{
	static struct pool valid, damaged;
	size_t i;

	pool_fill(&valid, &texts[text], sizes[size]);
	damaged = valid;
	pool_damage(&damaged);
	for (i = 0; i < contender_count; i++) {
		const struct contender *c = &contenders[i];
		size_t at = result_at(text, size, i) - results;

		if (takes_part(c, sizes[size]))
			samples[at * run.rounds + round] =
				measure(c->fn, c->kind == OURS_ERROR ?
					&damaged : &valid, budget_ns);
	}
}

static void measure_round(unsigned int round)
{
	size_t text, size;

	for (text = 0; text < run.text_count; text++)
		for (size = 0; size < size_count; size++)
			measure_pool(text, size, round);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\rround %u of %u ", round + 1, run.rounds);
}

/* A peer that answers wrong would be no peer. */
static void check_answers(void)
{
	static struct pool pool;
	size_t i;

	pool_fill(&pool, &texts[run.text_count - 1], SIZE_MAX_BYTES);
	for (i = 0; i < contender_count; i++) {
		const struct contender *c = &contenders[i];
		size_t good = c->fn(pool.data, SIZE_MAX_BYTES), bad;

		pool.data[SIZE_MAX_BYTES - 1] ^= 0x80;
		bad = c->fn(pool.data, SIZE_MAX_BYTES);
		pool.data[SIZE_MAX_BYTES - 1] ^= 0x80;
		if (c->kind != READ && c->kind != MEMCPY && (!good || bad == good)) {
			fprintf(stderr, "bench: %s answers wrong\n",
				kind_names[c->kind]);
			exit(2);
		}
	}
}

static void measure_all(void)
{
	size_t n = run.text_count * size_count * contender_count, i;
	unsigned int round;

	results = calloc(n, sizeof(*results));
	samples = calloc(n * run.rounds, sizeof(*samples));
	if (!results || !samples)
		abort();
	for (round = 0; round < run.rounds; round++)
		measure_round(round);
	if (isatty(STDERR_FILENO))
		fputs("\n", stderr);
	for (i = 0; i < n; i++)
		summarize(samples + i * run.rounds, run.rounds, &results[i]);
}

static void pin(void)
{
	cpu_set_t set;

	if (run.cpu < 0)
		run.cpu = sched_getcpu();
	CPU_ZERO(&set);
	CPU_SET(run.cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		perror("bench: cannot pin to one processor");
}

static void usage(FILE *f)
{
	fputs("usage: bench/run [OPTION]... [FILE]...\n"
	      "Validation of the texts in the FILEs, or of made ones; texts with\n"
	      "markup are always made.\n"
	      "  -r, --rounds=N  rounds, 15 unless given\n"
	      "  -c, --cpu=N     processor to pin to\n"
	      "  -q, --quick     a third of the time for each sample\n"
	      "  -j, --json=OUT  all results as JSON\n"
	      "  -h, --help      this\n", f);
}

static void parse(int argc, char **argv)
{
	static const struct option options[] = {
		{ "rounds", required_argument, NULL, 'r' },
		{ "cpu", required_argument, NULL, 'c' },
		{ "quick", no_argument, NULL, 'q' },
		{ "json", required_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int option;

	while ((option = getopt_long(argc, argv, "r:c:qj:h", options, NULL)) != -1)
		switch (option) {
		case 'r':
			run.rounds = strtoul(optarg, NULL, 10);
			break;
		case 'c':
			run.cpu = atoi(optarg);
			break;
		case 'q':
			budget_ns /= 3;
			break;
		case 'j':
			json = optarg;
			break;
		default:
			usage(option == 'h' ? stdout : stderr);
			exit(option == 'h' ? 0 : 2);
		}
	if (run.rounds < 1 || run.rounds > ROUNDS_MAX) {
		fprintf(stderr, "bench: 1 to %d rounds\n", ROUNDS_MAX);
		exit(2);
	}
}

static void write_json(void)
{
	FILE *f = strcmp(json, "-") ? fopen(json, "w") : stdout;

	if (f)
		report_json(f, &run);
	if (!f || ferror(f) || fflush(f)) {
		perror(json);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	parse(argc, argv);
	for (; optind < argc && run.text_count < FILES_MAX; optind++)
		text_load(&texts[run.text_count++], argv[optind]);
	run.text_count += texts_make(texts + run.text_count, run.text_count);
	contenders_find();
	pin();
	check_answers();
	measure_all();
	if (!json || strcmp(json, "-")) {
		report_tables(&run);
		report_targets(&run);
	}
	if (json)
		write_json();
	return 0;
}
