// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check bench: how fast it is here, beside what else is here.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "cli.h"

static struct run run = { .jobs = (1u << JOBS) - 1, .rounds = 9 };

static struct {
	const struct u8c_impl *impls[CONTENDERS_MAX];
	double seconds;
	bool json;
	bool list;
	bool targets;
} wanted = { .seconds = 20 };

enum {
	OPT_IMPL = OPT_COMMAND,
	OPT_JOBS,
	OPT_JSON,
	OPT_LIST,
	OPT_ROUNDS,
	OPT_SIZES,
	OPT_TARGETS,
	OPT_TIME,
};

static const char bench_help[] =
	"Usage: utf8check bench [OPTION...] [FILE...]\n"
	"Measure on one processor how fast the library is with each implementation that\n"
	"this CPU can run, how many times as fast as the peers that are installed, and\n"
	"what the device costs beside a write elsewhere.  Texts with markup are made\n"
	"here, and those of one script too where no FILE is given.\n"
	"\n"
	"      --jobs=JOB,...    only these (default: all)\n"
	"      --sizes=N,...     bytes of text at once, up to 64M (default: 8 to 1M of\n"
	"                        validate, 64K of all others)\n"
	"      --impl=NAME,...   only these implementations\n"
	"      --rounds=N        samples of each, in turn, 1 to 101 (default: 9)\n"
	"      --time=SECONDS    for all of it, about (default: 20)\n"
	"      --json            one object a line for each result\n"
	"      --targets         say of each target whether it was reached\n"
	"      --list            say which implementations there are, and stop\n"
	"      --engine=ENGINE   makes no difference: both are measured\n"
	"      --help            this text\n"
	"\n"
	"Exit status: 0 all was measured, 2 trouble.\n";

static const char *impl_name(unsigned int i)
{
	return u8c_impls[i] ? u8c_impls[i]->name : NULL;
}

/* Calls @take with each word of a list parted by commas, until one says no. */
static bool each_word(char *list, bool (*take)(const char *word))
{
	char *word;

	while ((word = strsep(&list, ",")))
		if (!take(word))
			return false;
	return true;
}

static bool take_job(const char *word)
{
	int job = cli_choose("--jobs", word, job_name);

	if (job >= 0)
		run.jobs |= 1u << job;
	return job >= 0;
}

static bool take_impl(const char *word)
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

static bool take_size(const char *word)
{
	char *end;
	unsigned long long size = strtoull(word, &end, 10);

	size <<= size > SIZE_LIMIT ? 0 : *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
	end += *end == 'K' || *end == 'M';
	if (*word < '0' || *word > '9' || *end || !size || size > SIZE_LIMIT ||
	    run.size_count == U8C_ARRAY_SIZE(run.sizes)) {
		cli_complain("--sizes: '%s': up to %zu sizes of 1 to 64M bytes",
			     word, U8C_ARRAY_SIZE(run.sizes));
		return false;
	}
	run.sizes[run.size_count++] = size;
	return true;
}

static bool take_number(const char *option, double most, double *value)
{
	char *end;

	*value = strtod(optarg, &end);
	if (end != optarg && !*end && *value >= 0 && *value <= most)
		return true;
	cli_complain("%s: '%s' is no number from 0 to %.0f", option, optarg,
		     most);
	return false;
}

static bool take_rounds(void)
{
	double rounds;

	if (!take_number("--rounds", ROUNDS_MAX, &rounds))
		return false;
	run.rounds = rounds;
	if (run.rounds < 1)
		cli_complain("--rounds: at least 1");
	return run.rounds >= 1;
}

static bool take_option(int option)
{
	switch (option) {
	case OPT_IMPL:
		return each_word(optarg, take_impl);
	case OPT_JOBS:
		run.jobs = 0;
		return each_word(optarg, take_job);
	case OPT_SIZES:
		run.size_count = 0;
		return each_word(optarg, take_size);
	case OPT_ROUNDS:
		return take_rounds();
	case OPT_TIME:
		return take_number("--time", 1e6, &wanted.seconds);
	}
	return true;
}

/* Return: -1 to go on, else the exit code. */
static int parse(struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "impl", required_argument, NULL, OPT_IMPL },
		{ "jobs", required_argument, NULL, OPT_JOBS },
		{ "json", no_argument, NULL, OPT_JSON },
		{ "list", no_argument, NULL, OPT_LIST },
		{ "rounds", required_argument, NULL, OPT_ROUNDS },
		{ "sizes", required_argument, NULL, OPT_SIZES },
		{ "targets", no_argument, NULL, OPT_TARGETS },
		{ "time", required_argument, NULL, OPT_TIME },
		CLI_OPTION_ENGINE,
		CLI_OPTION_HELP,
		{ }
	};
	int c, status;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c < OPT_COMMAND) {
			status = cli_common_option(cli, c);
			if (status >= 0)
				return status;
		} else if (!take_option(c)) {
			return CLI_TROUBLE;
		}
		wanted.json |= c == OPT_JSON;
		wanted.list |= c == OPT_LIST;
		wanted.targets |= c == OPT_TARGETS;
	}
	return -1;
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
	return true;
}

/* All on one processor, for they differ. */
static void pin(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		cli_complain_errno(-errno, "cannot stay on processor %d", cpu);
	else if (!wanted.json)
		printf("Processor %d, %u rounds: the median, and +- the spread of the middle half.\n",
		       cpu, run.rounds);
}

static void interrupt(int sig)
{
	run.interrupted = sig;
	/* Who does not want to wait for the sample says it again. */
	signal(sig, SIG_DFL);
}

/* Not if the signal was ignored when the command started. */
static void catch(int sig)
{
	if (signal(sig, interrupt) == SIG_IGN)
		signal(sig, SIG_IGN);
}

/* What was measured so far stays; then the signal does what it always does. */
static void end_interrupted(void)
{
	fflush(stdout);
	signal(run.interrupted, SIG_DFL);
	raise(run.interrupted);
}

static int measure(void)
{
	size_t samples;
	bool well;

	contenders_find(wanted.impls);
	pin();
	if (wanted.json)
		json_absent();
	else
		table_absent();
	run.row = wanted.json ? json_row : table_row;
	run.block = wanted.json ? NULL : table_block;
	samples = run_samples(&run);
	run.budget = samples ? wanted.seconds * 1e9 / samples : 0;
	catch(SIGINT);
	catch(SIGTERM);
	well = run_measure(&run);
	if (run.interrupted)
		end_interrupted();
	if (!well)
		cli_complain_errno(-ENOMEM, "no result");
	else if (wanted.targets)
		report_targets(&run, wanted.json);
	return well ? CLI_WELL : CLI_TROUBLE;
}

static int bench_run(struct cli *cli, int argc, char **argv)
{
	int status = parse(cli, argc, argv);

	if (status >= 0)
		return status;
	if (wanted.list) {
		list_impls(wanted.json);
		return CLI_WELL;
	}
	if (!load_texts(argv + optind, argc - optind))
		return CLI_TROUBLE;
	return measure();
}

const struct cli_command bench_command = {
	.name = "bench",
	.summary = "how fast it is here, beside what else is here",
	.help = bench_help,
	.run = bench_run,
};
