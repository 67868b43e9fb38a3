// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check stats: what files consist of, and how many bytes that takes.
 */
#include "base/option/options.h"
#include "base/thread/work.h"
#include "feature/stats/file_stats.h"
#include "base/say/message.h"
#include "print/print.h"
#include "command/commands.h"

static bool json;
static unsigned int threads;

static struct sum sums[] = {
	{ "files", 0 }, { "invalid", 0 }, { "bytes", 0 }, { "code points", 0 }, { "lines", 0 },
	{ "lf", 0 }, { "crlf", 0 }, { "cr", 0 }, { "errors", 0 },
};

static void add_to_sums(const struct text_stats *t)
{
	/* In the order of sums. */
	const u64 numbers[ARRAY_SIZE(sums)] = {
		1, t->errors > 0, t->bytes, t->code_points, text_stats_lines(t),
		t->lf, t->crlf, t->cr, t->errors
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sums); i++)
		sums[i].number += numbers[i];
}

static int stats_one(void *context, struct input *in)
{
	struct text_stats *t = context;
	int err = file_stats_read(t, in, threads);

	if (err)
		return cli_trouble(err, in->name);
	add_to_sums(t);
	return stats_print(json, in->name, t);
}

static int stats_run(int count, char **words)
{
	AUTO_FREE struct text_stats *counts = calloc(1, sizeof(*counts));
	int status;

	if (!counts)
		return cli_trouble(-ENOMEM, "stats");
	if (!threads)
		threads = work_cpus();
	status = each_file(words, stats_one, counts);
	if (total_is_wanted)
		sums_print(json, sums, ARRAY_SIZE(sums));
	return status;
}

static const struct cli_option options[] = {
	{ "json", .flag = &json,
	  .doc = "print one JSON object a line for each FILE" },
	{ "jobs", 'j', "N", .take = option_take_jobs, .to = &threads,
	  .doc = "use N threads; by default as many as there are CPUs" },
	{ }
};

const struct cli_command stats_command = {
	.name = "stats",
	.summary = "count what a text is made of",
	.options = options,
	.shared_options = { file_options, total_options },
	.engine = "is taken, but all is counted in this process",
	.usage =
"Usage: utf8check stats [OPTION...] [FILE|-]...\n"
"Count the code points of each FILE (or standard input), which is UTF-8, by the\n"
"length of their sequences and by script, and how many bytes they take in UTF-8,\n"
"UTF-16 and UTF-32.  Count also lines, ill-formed sequences, and code points that\n"
"may need a warning.\n"
"\n",
	.notes =
"\n"
"Exit status: 0 all well-formed, 1 some ill-formed, 2 a file could not be read.\n",
	.run = stats_run,
};
