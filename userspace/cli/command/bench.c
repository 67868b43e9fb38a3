// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check bench: how fast utf8check is here, compared with the other programs
 * here.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "bench/bench.h"
#include "core/u8c.h"
#include "base/say/message.h"
#include "command/commands.h"
#include "base/option/table.h"

static struct run run = { .jobs = (1u << JOBS) - 1, .rounds = 9 };

static struct {
	const struct u8c_impl *impls[CONTENDERS_MAX];
	double seconds;
	bool json;
	bool list;
	bool plot;
	bool targets;
} wanted = { .seconds = 20 };

static const char *impl_name(unsigned int i)
{
	return u8c_impls[i] ? u8c_impls[i]->name : NULL;
}

static bool take_job(void *to, const char *word)
{
	int job = cli_choose("--jobs", word, job_name);

	if (job >= 0)
		run.jobs |= 1u << job;
	return job >= 0;
}

static bool take_impl(void *to, const char *word)
{
	int i = cli_choose("--impl", word, impl_name), n = 0;

	if (i < 0)
		return false;
	if (!u8c_impl_usable(u8c_impls[i])) {
		cli_complain("--impl: this CPU cannot run '%s'", word);
		return false;
	}
	while (wanted.impls[n] && wanted.impls[n] != u8c_impls[i])
		n++;
	wanted.impls[n] = u8c_impls[i];
	return true;
}

static bool take_size(void *to, const char *word)
{
	size_t *count = to;
	u64 size;

	if (!cli_count(word, SIZE_LIMIT, &size) || !size || *count == SIZES_MAX) {
		cli_complain("--sizes: '%s': up to %d sizes of 1 to 64M bytes",
			     word, SIZES_MAX);
		return false;
	}
	run.sizes[(*count)++] = size;
	return true;
}

static bool take_number(const char *option, const char *word, double most,
			double *value)
{
	char *end;

	*value = strtod(word, &end);
	if (end != word && !*end && *value >= 0 && *value <= most)
		return true;
	cli_complain("%s: '%s' is not a number from 0 to %.0f", option, word,
		     most);
	return false;
}

static bool take_rounds(void *to, const char *word)
{
	double rounds;

	if (!take_number("--rounds", word, ROUNDS_MAX, &rounds))
		return false;
	run.rounds = rounds;
	if (run.rounds < 1)
		cli_complain("--rounds: at least 1");
	return run.rounds >= 1;
}

static bool take_time(void *to, const char *word)
{
	return take_number("--time", word, 1e6, to);
}

static bool take_impls(void *to, const char *words)
{
	return option_each_word(words, take_impl, to);
}

static bool take_jobs(void *to, const char *words)
{
	run.jobs = 0;
	return option_each_word(words, take_job, to);
}

static bool take_sizes(void *to, const char *words)
{
	size_t count = 0;

	memset(run.sizes, 0, sizeof(run.sizes));
	return option_each_word(words, take_size, &count);
}

static bool load_texts(char **files, int count)
{
	int i;

	if (count > TEXTS_MAX / 2) {
		cli_complain("at most %d files", TEXTS_MAX / 2);
		return false;
	}
	for (i = 0; i < count; i++)
		if (!text_load(&run.texts[run.text_count++], files[i]))
			return false;
	run.text_count += texts_make(run.texts + count, count);
	if (wanted.targets)
		run.text_count += texts_find(run.texts + run.text_count);
	return true;
}

/* All run on one processor, because processors differ. */
static void stay_on_one_cpu(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		cli_complain_errno(-errno, "cannot stay on processor %d", cpu);
	else if (!wanted.json && !wanted.plot)
		printf("Processor %d, %u rounds: the median, and +- the spread of the middle half.\n",
		       cpu, run.rounds);
}

static void interrupt(int sig)
{
	run.interrupted = sig;
	/* A second signal ends the command without waiting for the sample. */
	signal(sig, SIG_DFL);
}

/* Catch a signal, unless it was ignored when the command started. */
static void catch(int sig)
{
	if (signal(sig, interrupt) == SIG_IGN)
		signal(sig, SIG_IGN);
}

/* The results so far are printed; then the signal does what it always does. */
static void end_interrupted(void)
{
	fflush(stdout);
	signal(run.interrupted, SIG_DFL);
	raise(run.interrupted);
}

/* A plot needs all results, so none is printed by itself. */
static void put_nothing(const struct result *results, size_t count)
{
}

static void begin_output(void)
{
	if (wanted.plot) {
		run.row = put_nothing;
	} else if (wanted.json) {
		json_absent();
		run.row = json_row;
	} else {
		table_absent();
		run.row = table_row;
		run.block = table_block;
	}
}

static int bench_measure(void)
{
	size_t samples;
	bool well;

	command_jobs = &bench_jobs;
	contenders_find(wanted.impls);
	stay_on_one_cpu();
	begin_output();
	samples = run_samples(&run);
	run.budget = samples ? wanted.seconds * 1e9 / samples : 0;
	catch(SIGINT);
	catch(SIGTERM);
	well = run_measure(&run);
	if (run.interrupted)
		end_interrupted();
	if (!well)
		cli_complain_errno(-ENOMEM, "no result");
	else if (wanted.plot)
		plot_results(&run);
	else if (wanted.targets)
		report_targets(&run, wanted.json);
	return well ? CLI_WELL : CLI_TROUBLE;
}

static int bench_run(int count, char **words)
{
	if (wanted.plot && (wanted.json || wanted.targets)) {
		cli_complain("--plot: not together with --json or --targets");
		return CLI_TROUBLE;
	}
	if (wanted.list) {
		list_impls(wanted.json);
		return CLI_WELL;
	}
	if (!load_texts(words, count))
		return CLI_TROUBLE;
	return bench_measure();
}

static const struct cli_option options[] = {
	{ "jobs", .argument = "JOB,...", .take = take_jobs,
	  .help = "only these (default: all)" },
	{ "sizes", .argument = "N,...", .take = take_sizes,
	  .help =
"bytes of text at once, up to 64M (default: 8 to 2M of\n"
"validate, 8 to 64 of name, 45 and 60 of path, 4M of\n"
"detect and stats, 64K of all others, and 2M of some)" },
	{ "impl", .argument = "NAME,...", .take = take_impls,
	  .help = "only these implementations" },
	{ "rounds", .argument = "N", .take = take_rounds,
	  .help = "samples of each, in turn, 1 to 101 (default: 9)" },
	{ "time", .argument = "SECONDS", .take = take_time, .to = &wanted.seconds,
	  .help = "for all of it, about (default: 20)" },
	{ "json", .flag = &wanted.json,
	  .help = "one object a line for each result" },
	{ "targets", .flag = &wanted.targets,
	  .help = "say of each target whether it was reached; measure\n"
"texts of this system too" },
	{ "plot", .flag = &wanted.plot,
	  .help = "print a program for gnuplot(1): JOB.svg of each job" },
	{ "list", .flag = &wanted.list,
	  .help = "say which implementations there are, and stop" },
	{ }
};

const struct cli_command bench_command = {
	.name = "bench",
	.summary = "measure the library, and others beside it",
	.usage =
"Usage: utf8check bench [OPTION...] [FILE...]\n"
"Measure how fast the library is with each implementation that this CPU can run,\n"
"and how many times as fast as each other library that is installed.  The texts\n"
"are the FILEs, and 24 that are made here.\n"
"\n",
	.options = options,
	.engine = "makes no difference: both are measured",
	.notes =
"\n"
"Other libraries are ICU, glib, iconv, simdutf, and those that you build, see\n"
"utf8check-bench(1).\n"
"\n"
"Exit status: 0 all was measured, 2 trouble.\n",
	.run = bench_run,
};
