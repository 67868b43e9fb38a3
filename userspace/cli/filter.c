// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check filter: a file through a stream.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "config.h"
#include "input.h"
#include "output.h"
#include "report.h"

#define CHUNK 65536
/* Every byte may become U+FFFD: then one chunk needs one push. */
#define ROOM (3 * CHUNK)

/**
 * struct filter - one run of the command
 *
 * @cli: the command line.
 * @config: what the stream does.
 * @target: the value of --output, or NULL.
 * @in_place: --in-place was given.
 * @stream: the stream.
 * @in: what is read.
 * @out: where it goes.
 */
struct filter {
	struct cli *cli;
	struct utf8check_config config;
	const char *target;
	bool in_place;
	struct utf8check_stream *stream;
	struct input in;
	struct output out;
};

static u8 in_buf[CHUNK], out_buf[ROOM];

/* Trouble that the output has not told of already. */
static int trouble(const struct filter *f, int err)
{
	cli_complain_errno(err, "%s", f->in.name);
	return CLI_TROUBLE;
}

/* Push @n bytes, or finish when there is none. */
static int push(struct filter *f, const u8 *p, size_t n)
{
	size_t used, made;
	bool last = !n;
	int err;

	do {
		used = n;
		made = sizeof(out_buf);
		if (last)
			err = utf8check_stream_finish(f->stream, out_buf, &made);
		else
			err = utf8check_stream_push(f->stream, p, &used,
						    out_buf, &made);
		if (output_write(&f->out, out_buf, made))
			return CLI_TROUBLE;
		p += used;
		n -= used;
	} while (err == -ENOSPC);
	if (err == -EILSEQ)
		return CLI_INVALID;
	return err ? trouble(f, err) : CLI_WELL;
}

static int pump(struct filter *f)
{
	int status = CLI_WELL;
	ssize_t got;

	do {
		got = input_read(&f->in, in_buf, sizeof(in_buf));
		if (got < 0)
			return trouble(f, got);
		status = push(f, in_buf, got);
	} while (got && !status);
	return status;
}

/* A rejected text is invalid; so is one that was passed on with its errors. */
static int judge_report(struct filter *f)
{
	struct utf8check_report r;
	int err = utf8check_stream_report(f->stream, &r);

	if (err)
		return trouble(f, err);
	if (r.state & UTF8CHECK_REJECTED)
		report_error(stderr, f->in.name, &r.first);
	if (r.errors && (r.state & UTF8CHECK_REJECTED ||
			 f->config.action == UTF8CHECK_PASS))
		return CLI_INVALID;
	return CLI_WELL;
}

static int open_output(struct filter *f)
{
	if (f->in_place)
		return output_in_place(&f->out, &f->in);
	if (f->target)
		return output_file(&f->out, f->target, &f->in);
	return output_standard(&f->out, &f->in);
}

/* In place, only a text that came through whole replaces anything. */
static int settle_output(struct filter *f, int status)
{
	if (f->in_place && status) {
		output_abandon(&f->out);
		return status;
	}
	return output_commit(&f->out) ? CLI_TROUBLE : status;
}

static int filter_open_input(struct filter *f)
{
	int status;

	if (open_output(f))
		return CLI_TROUBLE;
	status = pump(f);
	if (status != CLI_TROUBLE)
		status = cli_worse(status, judge_report(f));
	return settle_output(f, status);
}

static int open_stream(struct filter *f)
{
	int err;

	if (cli_open_engine(f->cli))
		return CLI_TROUBLE;
	f->config.flags |= UTF8CHECK_POSITION;
	err = utf8check_stream_open(f->cli->engine, &f->config, 0, &f->stream);
	if (!err)
		return CLI_WELL;
	if (err == -EINVAL)
		cli_complain("these options make no sense together");
	else if (err == -EOPNOTSUPP)
		cli_complain("these options are not supported together yet");
	else
		cli_complain_errno(err, "engine %s",
				   utf8check_engine_name(f->cli->engine));
	return CLI_TROUBLE;
}

static int filter_file(struct filter *f, const char *name)
{
	int status = open_stream(f), err;

	if (status)
		return status;
	err = input_open(&f->in, name);
	if (err) {
		cli_complain_errno(err, "%s", name);
		status = CLI_TROUBLE;
	} else {
		status = filter_open_input(f);
		input_close(&f->in);
	}
	utf8check_stream_close(f->stream);
	return status;
}

enum { OPT_IN_PLACE = OPT_COMMAND, OPT_CONFIG };

static const struct option options[] = {
	{ "output", required_argument, NULL, 'o' },
	{ "in-place", no_argument, NULL, OPT_IN_PLACE },
	{ "profile", required_argument, NULL, OPT_CONFIG + CONFIG_PROFILE },
	{ "from", required_argument, NULL, OPT_CONFIG + CONFIG_FROM },
	{ "to", required_argument, NULL, OPT_CONFIG + CONFIG_TO },
	{ "on-error", required_argument, NULL, OPT_CONFIG + CONFIG_ON_ERROR },
	{ "form", required_argument, NULL, OPT_CONFIG + CONFIG_FORM },
	{ "bom", required_argument, NULL, OPT_CONFIG + CONFIG_BOM },
	{ "forbid", required_argument, NULL, OPT_CONFIG + CONFIG_FORBID },
	{ "stream-safe", no_argument, NULL, OPT_CONFIG + CONFIG_STREAM_SAFE },
	CLI_OPTION_ENGINE,
	CLI_OPTION_HELP,
	{ }
};

/* Return: -1 to go on, else the exit code. */
static int take_option(struct filter *f, int opt)
{
	if (opt == 'o')
		f->target = optarg;
	else if (opt == OPT_IN_PLACE)
		f->in_place = true;
	else if (opt < OPT_CONFIG)
		return cli_common_option(f->cli, opt);
	else if (!config_set(&f->config, opt - OPT_CONFIG, optarg))
		return CLI_TROUBLE;
	return -1;
}

static int filter_run(struct cli *cli, int argc, char **argv)
{
	struct filter f = { .cli = cli, .config.size = sizeof(f.config) };
	int opt, status;

	while ((opt = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
		status = take_option(&f, opt);
		if (status >= 0)
			return status;
	}
	if (f.in_place && f.target)
		cli_complain("--in-place and --output exclude each other");
	else if (f.in_place && optind == argc)
		cli_complain("--in-place needs a file");
	else if (argc - optind > 1)
		cli_complain("only one file at a time");
	else
		return filter_file(&f, optind < argc ? argv[optind] : "-");
	return cli_try_help();
}

const struct cli_command filter_command = {
	.name = "filter",
	.summary = "pass a file on, as far as it is well-formed or mended",
	.help =
"Usage: utf8check filter [OPTION...] [FILE|-]\n"
"Write FILE (or standard input) to standard output; what is done with an\n"
"ill-formed sequence is to be said by --on-error.\n"
"\n"
"  -o, --output=OUT      write to OUT\n"
"      --in-place        replace FILE: at once and with its mode and owner, or,\n"
"                        when anything is wrong, not at all\n"
"      --on-error=WHAT   reject (default): stop before it, say where, exit 1\n"
"                        replace: U+FFFD for each maximal subpart\n"
"                        drop: leave it out.  This can build '..' and '/' out\n"
"                        of harmless bytes: never use it on names\n"
"                        pass: let it through, exit 1\n"
"                        escape, shortest: not supported yet\n"
"      --profile=NAME    which sequences are well-formed: rfc3629 (default)\n"
"      --from=ENCODING   of FILE: utf-8 (default)\n"
"      --to=ENCODING     of the output: utf-8 (default)\n"
"      --form=FORM       normalization form: none (default)\n"
"      --bom=WHAT        byte order mark: keep (default)\n"
"      --forbid=REASON,...  refuse well-formed text of these kinds\n"
"      --stream-safe     apply the Stream-Safe Text Format\n"
"      --engine=ENGINE   auto, device or library\n"
"      --help            this text\n"
"\n"
"Other values of the last options are known, but not supported yet.\n"
"\n"
"Exit status: 0 the output is whole and well-formed, 1 FILE is invalid (reject,\n"
"pass), 2 trouble.\n",
	.run = filter_run,
};
