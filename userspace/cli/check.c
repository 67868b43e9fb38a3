// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check check: every error of every file.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "config.h"
#include "converted.h"
#include "judge.h"
#include "report.h"
#include "text.h"

enum style { STYLE_LINES, STYLE_JSON, STYLE_LIST, STYLE_QUIET };

/**
 * struct check - one run of the command
 *
 * @cli: the command line.
 * @style: what is printed.
 * @max_errors: how many errors of a file are printed; the others are counted.
 * @config: what is well-formed.
 * @charset: the value of --from where only iconv knows it, or NULL.
 * @name: the file at hand.
 * @shown: errors of it printed so far.
 */
struct check {
	struct cli *cli;
	enum style style;
	u64 max_errors;
	struct utf8check_config config;
	const char *charset;
	const char *name;
	u64 shown;
};

/* No later error matters once a file is known to be invalid. */
static bool one_is_enough(const struct check *c)
{
	return c->style == STYLE_LIST || c->style == STYLE_QUIET;
}

static bool found(void *context, const struct utf8check_error *e)
{
	struct check *c = context;

	if (one_is_enough(c))
		return false;
	if (c->shown < c->max_errors) {
		if (c->style == STYLE_JSON)
			report_error_json(stdout, e, c->shown == 0);
		else
			report_error(stdout, c->name, e);
		c->shown++;
	}
	return !cli_output_failed();
}

/*
 * The errors come first: they are written as they are found, so that a file
 * of any size needs no memory.
 */
static void begin_json(const struct check *c)
{
	const u8 *name = (const u8 *)c->name;

	fputs("{\"file\":", stdout);
	if (!text_json(stdout, name, strlen(c->name))) {
		fputs(",\"file_hex\":\"", stdout);
		text_hex(stdout, name, strlen(c->name));
		putchar('"');
	}
	fputs(",\"errors\":[", stdout);
}

static void end_json(const struct judge *j, int err)
{
	const char *valid = j->errors ? "false" : err ? "null" : "true";

	printf("],\"valid\":%s,\"bytes\":%" PRIu64 ",\"code_points\":%" PRIu64
	       ",\"error_count\":%" PRIu64, valid, j->bytes, j->code_points,
	       j->errors);
	/* Read up to here only. */
	if (err)
		printf(",\"trouble\":\"%s\"", strerror(-err));
	puts("}");
}

static void end_file(const struct check *c, const struct judge *j, int err)
{
	if (c->style == STYLE_JSON)
		end_json(j, err);
	else if (c->style == STYLE_LIST && j->errors)
		puts(c->name);
	else if (c->style == STYLE_LINES && j->errors > c->shown)
		cli_complain("%s: %" PRIu64 " errors, %" PRIu64 " shown",
			     c->name, j->errors, c->shown);
}

static ssize_t read_converted(void *source, struct input *in, void *buf,
			      size_t room)
{
	return converted_read(source, in, buf, room);
}

/*
 * As judge_input(), from a charset of iconv's.  The stream sees U+FFFD for what
 * is not of it: no code point of the file.
 */
static int judge_converted(struct check *c, struct judge *j, struct input *in)
{
	struct converted *source = converted_open(c->charset, &c->config, found,
						  c);
	int err;

	if (!source)
		return -ENOMEM;
	j->read = read_converted;
	j->source = source;
	err = judge_input(j, in);
	j->bytes = converted_bytes(source);
	j->code_points -= converted_errors(source);
	j->errors += converted_errors(source);
	converted_close(source);
	return err;
}

static int check_input(struct check *c, struct input *in)
{
	struct judge j = {
		.engine = c->cli->engine,
		.config = c->config,
		.places = !one_is_enough(c),
		.found = found,
		.context = c,
	};
	int err;

	c->shown = 0;
	if (c->style == STYLE_JSON)
		begin_json(c);
	err = c->charset ? judge_converted(c, &j, in) : judge_input(&j, in);
	end_file(c, &j, err);
	if (err) {
		cli_complain_errno(err, "%s", c->name);
		return CLI_TROUBLE;
	}
	return j.errors ? CLI_INVALID : CLI_WELL;
}

static int check_file(struct check *c, const char *name)
{
	struct input in;
	int status, err = input_open(&in, name);

	if (err) {
		cli_complain_errno(err, "%s", name);
		return CLI_TROUBLE;
	}
	c->name = name;
	status = check_input(c, &in);
	input_close(&in);
	return status;
}

/* Said once, before the first file. */
static bool source_makes_sense(struct check *c)
{
	struct converted *source;

	if (!config_makes_sense(&c->config))
		return false;
	if (!c->charset)
		return true;
	source = converted_open(c->charset, &c->config, found, c);
	converted_close(source);
	return source;
}

static int check_files(struct check *c, char **names)
{
	char *standard_input[] = { "-", NULL };
	int status;

	if (!source_makes_sense(c))
		return CLI_TROUBLE;
	status = cli_open_engine(c->cli);
	if (status)
		return status;
	if (!*names)
		names = standard_input;
	while (*names && !cli_output_failed())
		status = cli_worse(status, check_file(c, *names++));
	return status;
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

enum { OPT_JSON = OPT_COMMAND, OPT_CONFIG };

static const struct option options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "list", no_argument, NULL, 'l' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "max-errors", required_argument, NULL, 'm' },
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
		.config = {
			.size = sizeof(c.config),
			.flags = UTF8CHECK_NO_OUTPUT,
		},
	};
	int opt, status;

	while ((opt = getopt_long(argc, argv, "lqm:", options, NULL)) != -1) {
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
