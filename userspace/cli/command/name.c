// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check name, utf8check path: verdicts on names.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "print/hex.h"
#include "option/name_policy.h"
#include "print/verdict.h"

enum source { SOURCE_ARGUMENTS, SOURCE_NUL, SOURCE_LINES };

/**
 * struct names - one run of the command
 *
 * @cli: the command line.
 * @path: paths, not names.
 * @json: print JSON.
 * @hex: what is given is hex.
 * @source: where it comes from.
 * @options: what is refused, as the options say it.
 * @policy: the same, as the engine takes it.
 * @findings: room for findings, owned.
 * @room: how many it holds.
 */
struct names {
	struct cli *cli;
	bool path;
	bool json;
	bool hex;
	enum source source;
	struct policy options;
	struct utf8check_policy policy;
	struct utf8check_finding *findings;
	size_t room;
};

static int ask(struct names *n, const u8 *p, size_t len,
	       struct utf8check_verdict *v)
{
	if (n->path)
		return utf8check_path(n->cli->engine, p, len, &n->policy, v,
				      n->findings, n->room);
	return utf8check_name(n->cli->engine, p, len, &n->policy, v,
			      n->findings, n->room);
}

/* Asks again when there were more findings than room. */
static int ask_all(struct names *n, const u8 *p, size_t len,
		   struct utf8check_verdict *v)
{
	int err = ask(n, p, len, v);

	if ((err && err != -EILSEQ) || v->findings <= n->room)
		return err;
	free(n->findings);
	n->room = 0;
	n->findings = calloc(v->findings, sizeof(*n->findings));
	if (!n->findings)
		return -ENOMEM;
	n->room = v->findings;
	return ask(n, p, len, v);
}

static int judge_one(struct names *n, const u8 *p, size_t len)
{
	struct utf8check_verdict v;
	int err = ask_all(n, p, len, &v);

	if (err && err != -EILSEQ) {
		cli_complain_errno(err, "engine %s",
				   utf8check_engine_name(n->cli->engine));
		return CLI_TROUBLE;
	}
	if (n->json)
		verdict_print_json(p, len, &v, n->findings);
	else
		verdict_print(p, len, &v, n->findings);
	return v.ok ? CLI_WELL : CLI_INVALID;
}

/* @text is a name, or its hex, which is decoded in its place. */
static int judge_text(struct names *n, char *text, size_t len,
		      const char *where, u64 number)
{
	if (n->hex && !hex_decode((u8 *)text, text, &len)) {
		cli_complain("%s %" PRIu64 ": not hexadecimal", where, number);
		return CLI_TROUBLE;
	}
	return judge_one(n, (u8 *)text, len);
}

static int judge_arguments(struct names *n, char **strings)
{
	int status = CLI_WELL;
	u64 number = 0;

	for (; *strings && !cli_output_failed(); strings++)
		status = cli_worse(status, judge_text(n, *strings,
						      strlen(*strings),
						      "argument", ++number));
	return status;
}

static int judge_input_names(struct names *n)
{
	int status = CLI_WELL, end = n->source == SOURCE_NUL ? '\0' : '\n';
	char *line = NULL;
	size_t size = 0;
	u64 number = 0;
	ssize_t len;

	while (!cli_output_failed() &&
	       (len = getdelim(&line, &size, end, stdin)) >= 0) {
		if (len && line[len - 1] == end)
			len--;
		status = cli_worse(status, judge_text(n, line, len,
						      "line", ++number));
	}
	free(line);
	if (!ferror(stdin))
		return status;
	cli_complain_errno(-errno, "standard input");
	return CLI_TROUBLE;
}

static int judge_names(struct names *n, char **strings)
{
	int status = cli_open_engine(n->cli);

	if (status)
		return status;
	policy_find(&n->options, n->path, &n->policy);
	if (n->source == SOURCE_ARGUMENTS)
		status = judge_arguments(n, strings);
	else
		status = judge_input_names(n);
	free(n->findings);
	return status;
}

enum { OPT_JSON = OPT_COMMAND, OPT_LINES, OPT_HEX, OPT_POLICY };

static const struct option options[] = {
	{ "null", no_argument, NULL, '0' },
	{ "lines", no_argument, NULL, OPT_LINES },
	{ "hex", no_argument, NULL, OPT_HEX },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "policy", required_argument, NULL, OPT_POLICY + POLICY_NAME },
	{ "refuse", required_argument, NULL, OPT_POLICY + POLICY_REFUSE },
	{ "not-first", required_argument, NULL, OPT_POLICY + POLICY_NOT_FIRST },
	{ "not-inside", required_argument, NULL,
	  OPT_POLICY + POLICY_NOT_INSIDE },
	{ "not-last", required_argument, NULL, OPT_POLICY + POLICY_NOT_LAST },
	CLI_OPTION_ENGINE,
	CLI_OPTION_HELP,
	{ }
};

/* Return: -1 to go on, else the exit code. */
static int take_option(struct names *n, int opt)
{
	switch (opt) {
	case '0':
		n->source = SOURCE_NUL;
		return -1;
	case OPT_LINES:
		n->source = SOURCE_LINES;
		return -1;
	case OPT_HEX:
		n->hex = true;
		return -1;
	case OPT_JSON:
		n->json = true;
		return -1;
	}
	if (opt < OPT_POLICY)
		return cli_common_option(n->cli, opt);
	return policy_set(&n->options, opt - OPT_POLICY, optarg) ? -1 :
								   CLI_TROUBLE;
}

static int names_run(struct names *n, int argc, char **argv)
{
	int opt, status;

	while ((opt = getopt_long(argc, argv, "0", options, NULL)) != -1) {
		status = take_option(n, opt);
		if (status >= 0)
			return status;
	}
	if (n->hex && n->source == SOURCE_ARGUMENTS && optind == argc)
		n->source = SOURCE_LINES;
	if (n->source == SOURCE_ARGUMENTS && optind == argc)
		cli_complain("nothing to judge: give a STRING, -0, --lines or --hex");
	else if (n->source != SOURCE_ARGUMENTS && optind < argc)
		cli_complain("%s: strings and standard input exclude each other",
			     argv[optind]);
	else
		return judge_names(n, argv + optind);
	return cli_try_help();
}

static int name_run(struct cli *cli, int argc, char **argv)
{
	struct names n = { .cli = cli };

	return names_run(&n, argc, argv);
}

static int path_run(struct cli *cli, int argc, char **argv)
{
	struct names n = { .cli = cli, .path = true };

	return names_run(&n, argc, argv);
}

#define HELP(word, what) \
"Usage: utf8check " word " [OPTION...] STRING...\n" \
"       utf8check " word " [OPTION...] -0|--lines|--hex\n" \
"Judge " what ": what the bytes hold,\n" \
"and what another decoder would read there.  Prints STRING: ok|refused: PRIMARY\n" \
"[CLASSES], then what was found at which byte.  Control characters and\n" \
"ill-formed bytes are printed as \\xHH, a backslash as \\\\, and an empty\n" \
"STRING as ''.\n" \
"\n" \
"  -0, --null           read from standard input, each ended by a NUL\n" \
"      --lines          read from standard input, one a line\n" \
"      --hex            STRINGs are hexadecimal; without any, read them from\n" \
"                       standard input, one a line\n" \
"      --json           print one JSON object a line\n" \
"      --policy=NAME    what is refused:\n" \
"                       default    what deceives a decoder, and what the kernel\n" \
"                                  refuses (of names '.' and '..' too)\n" \
"                       linux      only what the kernel refuses\n" \
"                       posix      default, and all but A-Z a-z 0-9 . _ -, and a\n" \
"                                  leading dash\n" \
"                       safe       default, and control, bidi-control,\n" \
"                                  leading-dash, trailing-space\n" \
"                       strict     safe, and unassigned, noncharacter,\n" \
"                                  private-use\n" \
"                       no-dotdot  default, and '..' in a path\n" \
"      --refuse=CLASS,...  refuse these classes too: any that is printed, and\n" \
"                       control, bidi-control, default-ignorable, noncharacter,\n" \
"                       unassigned, private-use, leading-dash, leading-space,\n" \
"                       trailing-space, trailing-dot; compat-danger,\n" \
"                       ignorable-danger and translit-danger are printed, but\n" \
"                       refused by no policy\n" \
"      --not-first=BYTES, --not-inside=BYTES, --not-last=BYTES\n" \
"                       refuse a component that begins with one of BYTES, holds\n" \
"                       one between its first and last byte, or ends with one:\n" \
"                       ASCII characters, \\xHH, \\\\ for a backslash\n" \
"      --engine=ENGINE  auto, device or library\n" \
"      --help           this text\n" \
"\n" \
"Exit status: 0 all may pass, 1 some are refused, 2 trouble.\n"

const struct cli_command name_command = {
	.name = "name",
	.summary = "judge file names",
	.help = HELP("name", "names of single files"),
	.run = name_run,
};

const struct cli_command path_command = {
	.name = "path",
	.summary = "judge paths",
	.help = HELP("path", "paths: components parted by slashes"),
	.run = path_run,
};
