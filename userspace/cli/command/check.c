// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check check: every error of every file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "command/check.h"
#include "option/stream_config.h"
#include "errors/find_errors.h"
#include "iconv/convert.h"
#include "parallel/thread_pool.h"

/* One after the other. */
static int check_each(struct check *c, struct names *names)
{
	int status = CLI_WELL;
	const char *name;

	while (!cli_output_failed() && (name = names_next(names)))
		status = cli_worse(status, check_file(c, name));
	return status;
}

static int check_names(struct check *c, struct names *names)
{
	int status = -EAGAIN;

	if (c->threads > 1 && !names_are_single(names))
		status = check_many(c, names);
	if (status == -EAGAIN)
		status = check_each(c, names);
	return status;
}

static int check_files(struct check *c, char **words)
{
	struct names names;
	int status;

	if (!check_makes_sense(c) || cli_open_engine(c->cli) ||
	    !names_open(&names, words, c->list))
		return CLI_TROUBLE;
	c->work = malloc(JUDGE_ROOM);
	if (c->work) {
		status = check_names(c, &names);
	} else {
		cli_complain_errno(-ENOMEM, "%s", c->cli->command->name);
		status = CLI_TROUBLE;
	}
	free(c->work);
	return names_close(&names) ? status : CLI_TROUBLE;
}

static bool parse_max_errors(const char *word, u64 *max)
{
	char *end;

	errno = 0;
	*max = strtoull(word, &end, 10);
	if (*word >= '0' && *word <= '9' && !*end && !errno)
		return true;
	cli_complain("--max-errors: '%s' is not a number", word);
	return false;
}

enum { OPT_JSON = OPT_COMMAND, OPT_FILES0, OPT_CONFIG };

static const struct option options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "list", no_argument, NULL, 'l' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "max-errors", required_argument, NULL, 'm' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "files0-from", required_argument, NULL, OPT_FILES0 },
	{ "profile", required_argument, NULL, OPT_CONFIG + CONFIG_PROFILE },
	{ "from", required_argument, NULL, OPT_CONFIG + CONFIG_FROM },
	{ "bom", required_argument, NULL, OPT_CONFIG + CONFIG_BOM },
	{ "forbid", required_argument, NULL, OPT_CONFIG + CONFIG_FORBID },
	{ "normalized", required_argument, NULL,
	  OPT_CONFIG + CONFIG_NORMALIZED },
	CLI_OPTION_ENGINE,
	CLI_OPTION_HELP,
	{ }
};

/* An encoding of the core's, or a charset of iconv's, which makes UTF-8 of it. */
static bool set_source(struct check *c, const char *word)
{
	enum legacy_choice whose = legacy_choose(&word);

	c->charset = whose == LEGACY_ICONV ? word : NULL;
	c->config.from = UTF8CHECK_UTF8;
	if (whose != LEGACY_CORE)
		return whose == LEGACY_ICONV;
	return config_set(&c->config, CONFIG_FROM, word);
}

/* What a check can ask of a byte order mark; the rest is for a filter. */
static bool set_option(struct check *c, enum config_item item, const char *word)
{
	if (item == CONFIG_BOM && (!strcmp(word, "strip") ||
				   !strcmp(word, "add"))) {
		cli_complain("--bom=%s changes a text: it is for 'filter'; known here: keep, require, forbid",
			     word);
		return false;
	}
	if (item == CONFIG_FROM)
		return set_source(c, word);
	return config_set(&c->config, item, word);
}

/* Return: -1 to go on, else the exit code. */
static int take_option(struct check *c, int opt)
{
	switch (opt) {
	case OPT_JSON:
		c->style = STYLE_JSON;
		return -1;
	case 'l':
		c->style = STYLE_LIST;
		return -1;
	case 'q':
		c->style = STYLE_QUIET;
		return -1;
	case 'm':
		return parse_max_errors(optarg, &c->max_errors) ? -1 : CLI_TROUBLE;
	case 'j':
		return cli_set_jobs(optarg, &c->threads) ? -1 : CLI_TROUBLE;
	case OPT_FILES0:
		c->list = optarg;
		return -1;
	}
	if (opt < OPT_CONFIG)
		return cli_common_option(c->cli, opt);
	return set_option(c, opt - OPT_CONFIG, optarg) ? -1 : CLI_TROUBLE;
}

static int check_run(struct cli *cli, int argc, char **argv)
{
	struct check c = {
		.cli = cli,
		.max_errors = UINT64_MAX,
		.threads = workers_cpus(),
		.out = stdout,
		.config = {
			.size = sizeof(c.config),
			.flags = UTF8CHECK_NO_OUTPUT,
		},
	};
	int opt, status;

	while ((opt = getopt_long(argc, argv, "lqm:j:", options, NULL)) != -1) {
		status = take_option(&c, opt);
		if (status >= 0)
			return status;
	}
	return check_files(&c, argv + optind);
}

const struct cli_command check_command = {
	.name = "check",
	.summary = "report every error of files",
	.help =
"Usage: utf8check check [OPTION...] [FILE|-]...\n"
"Report every ill-formed sequence of each FILE (or standard input), as\n"
"FILE:LINE:COLUMN: byte OFFSET: REASON: BYTES\n"
"LINE and COLUMN count from 1, COLUMN in code points; OFFSET counts from 0.\n"
"\n"
"  -l, --list           print only the names of files that are invalid\n"
"  -q, --quiet          print nothing; the exit status is the answer\n"
"      --json           one JSON object a line for each FILE.  A name that is not\n"
"                       UTF-8 stands there with U+FFFD for what is ill-formed,\n"
"                       and exactly, in hex, as \"file_hex\"\n"
"  -m, --max-errors=N   print at most N errors a file; all are counted\n"
"  -j, --jobs=N         read with N threads at once: several files, or the parts\n"
"                       of a big one; by default as many as there are CPUs.\n"
"                       What is printed, and in which order, does not depend on\n"
"                       it\n"
"      --files0-from=F  check the files that F names, each name ended by NUL, as\n"
"                       'find -print0' does; '-' is standard input\n"
"      --profile=NAME   what is well-formed: rfc3629 (default), wtf8, cesu8,\n"
"                       mutf8, ucs2, rfc2279, extended\n"
"      --from=ENCODING  of FILE: utf-8 (default), utf-16le, utf-16be, utf-32le,\n"
"                       utf-32be, or auto: by byte order mark, else utf-8; or any\n"
"                       charset that 'iconv -l' lists: of such a one the OFFSET\n"
"                       of what --forbid, --bom and --normalized find is that in\n"
"                       UTF-8\n"
"      --bom=WHAT       byte order mark at the start: keep (default: may be), or\n"
"                       require, forbid\n"
"      --forbid=REASON,...  report these too: control (but not tab, line feed,\n"
"                       carriage return), bidi-control, default-ignorable,\n"
"                       noncharacter, unassigned, private-use\n"
"      --normalized=FORM  report, as not-normalized, each code point from which\n"
"                       on the text is not in the form nfc, nfd, nfkc, nfkd,\n"
"                       nfkc-casefold or nfd-casefold; the search goes on behind\n"
"                       it.  'filter --form' brings a text into a form\n"
"      --engine=ENGINE  auto, device or library\n"
"      --help           this text\n"
"\n"
"Exit status: 0 all valid, 1 some invalid, 2 a file could not be read.\n",
	.run = check_run,
};
