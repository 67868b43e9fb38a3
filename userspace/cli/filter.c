// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check filter: a file through a stream.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "filter.h"
#include "report.h"
#include "workers.h"

#define CHUNK 65536
/* Every byte may become U+FFFD: then one chunk needs one push. */
#define ROOM (3 * CHUNK)

static u8 in_buf[CHUNK], out_buf[ROOM];

/* Trouble that the output has not told of already. */
int filter_trouble(const struct filter *f, int err)
{
	cli_complain_errno(err, "%s", f->in.name);
	return CLI_TROUBLE;
}

int filter_push(struct filter *f, const u8 *p, size_t n)
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
	return err ? filter_trouble(f, err) : CLI_WELL;
}

static int push_converted(void *context, const u8 *p, size_t n)
{
	return filter_push(context, p, n);
}

/* As push(), from a charset of iconv's. */
static int push_legacy(struct filter *f, const u8 *p, size_t n)
{
	int err = legacy_push(f->legacy, p, n);

	if (!err)
		return n ? CLI_WELL : filter_push(f, NULL, 0);
	if (err != -EILSEQ)
		return err;
	report_error(stderr, f->in.name, legacy_error(f->legacy));
	/* What is before the error comes out. */
	return cli_worse(CLI_INVALID, filter_push(f, NULL, 0));
}

int filter_rest(struct filter *f)
{
	int status = CLI_WELL;
	ssize_t got;

	do {
		got = input_read(&f->in, in_buf, sizeof(in_buf));
		if (got < 0)
			return filter_trouble(f, got);
		status = f->legacy ? push_legacy(f, in_buf, got) :
				     filter_push(f, in_buf, got);
	} while (got && !status);
	return status;
}

/* Of the whole text, where the stream saw only the end of it. */
static void add_before(const struct filter *f, struct utf8check_report *r)
{
	size_t i;

	r->bytes_in += f->start.offset;
	r->first.offset += f->start.offset;
	if (r->first.line == 1)
		r->first.column += f->start.column - 1;
	r->first.line += f->start.line - 1;
	if (f->before.errors)
		r->first = f->before.first;
	r->errors += f->before.errors;
	for (i = 0; i < U8C_ARRAY_SIZE(r->by_reason); i++)
		r->by_reason[i] += f->before.by_reason[i];
}

/* A rejected text is invalid; so is one that was passed on with its errors. */
static int judge_report(struct filter *f)
{
	struct utf8check_report r;
	int err = utf8check_stream_report(f->stream, &r);

	if (err)
		return filter_trouble(f, err);
	add_before(f, &r);
	if (r.state & UTF8CHECK_REJECTED)
		report_rejection(stderr, f->in.name, &r);
	if (f->legacy)
		legacy_report(f->legacy, &r);
	if (f->summary)
		report_summary(stderr, f->in.name, &r);
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

static int pump(struct filter *f)
{
	struct pieces p;
	int status = -EAGAIN;

	if (f->threads > 1 && !f->legacy &&
	    pieces_plan(&p, &f->in, f->cli->engine, &f->config))
		status = filter_pieces(f, &p);
	return status == -EAGAIN ? filter_rest(f) : status;
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

	if (!config_makes_sense(&f->config) || cli_open_engine(f->cli))
		return CLI_TROUBLE;
	if (f->charset) {
		f->legacy = legacy_open(f->charset, &f->config, push_converted,
					f);
		if (!f->legacy)
			return CLI_TROUBLE;
	}
	f->config.flags |= UTF8CHECK_POSITION;
	err = utf8check_stream_open(f->cli->engine, &f->config, 0, &f->stream);
	if (!err)
		return CLI_WELL;
	if (err == -EINVAL)
		cli_complain("these options make no sense together");
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
	legacy_close(f->legacy);
	return status;
}

enum { OPT_IN_PLACE = OPT_COMMAND, OPT_SUMMARY, OPT_CONFIG };

static const struct option options[] = {
	{ "output", required_argument, NULL, 'o' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "in-place", no_argument, NULL, OPT_IN_PLACE },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	{ "profile", required_argument, NULL, OPT_CONFIG + CONFIG_PROFILE },
	{ "from", required_argument, NULL, OPT_CONFIG + CONFIG_FROM },
	{ "to", required_argument, NULL, OPT_CONFIG + CONFIG_TO },
	{ "to-profile", required_argument, NULL,
	  OPT_CONFIG + CONFIG_TO_PROFILE },
	{ "on-error", required_argument, NULL, OPT_CONFIG + CONFIG_ON_ERROR },
	{ "unescape", no_argument, NULL, OPT_CONFIG + CONFIG_UNESCAPE },
	{ "form", required_argument, NULL, OPT_CONFIG + CONFIG_FORM },
	{ "bom", required_argument, NULL, OPT_CONFIG + CONFIG_BOM },
	{ "forbid", required_argument, NULL, OPT_CONFIG + CONFIG_FORBID },
	{ "stream-safe", no_argument, NULL, OPT_CONFIG + CONFIG_STREAM_SAFE },
	CLI_OPTION_ENGINE,
	CLI_OPTION_HELP,
	{ }
};

static bool take_config(struct filter *f, enum config_item item)
{
	const char *word = optarg;

	if (item == CONFIG_FROM) {
		enum legacy_choice whose = legacy_choose(&word);

		f->charset = whose == LEGACY_ICONV ? word : NULL;
		f->config.from = UTF8CHECK_UTF8;
		if (whose != LEGACY_CORE)
			return whose == LEGACY_ICONV;
	}
	return config_set(&f->config, item, word);
}

/* Return: -1 to go on, else the exit code. */
static int take_option(struct filter *f, int opt)
{
	if (opt == 'o')
		f->target = optarg;
	else if (opt == 'j')
		return cli_set_jobs(optarg, &f->threads) ? -1 : CLI_TROUBLE;
	else if (opt == OPT_IN_PLACE)
		f->in_place = true;
	else if (opt == OPT_SUMMARY)
		f->summary = true;
	else if (opt < OPT_CONFIG)
		return cli_common_option(f->cli, opt);
	else if (!take_config(f, opt - OPT_CONFIG))
		return CLI_TROUBLE;
	return -1;
}

static int filter_run(struct cli *cli, int argc, char **argv)
{
	struct filter f = {
		.cli = cli,
		.config.size = sizeof(f.config),
		.threads = workers_cpus(),
		.start = { .line = 1, .column = 1 },
	};
	int opt, status;

	while ((opt = getopt_long(argc, argv, "o:j:", options, NULL)) != -1) {
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
"Write FILE (or standard input) to standard output, in another encoding or\n"
"profile on request; what is done with an ill-formed sequence, and with a code\n"
"point that the output cannot hold, is for --on-error to say.\n"
"\n"
"  -o, --output=OUT      write to OUT\n"
"      --in-place        replace FILE: at once and with its mode and owner, or,\n"
"                        when anything is wrong, not at all\n"
"      --on-error=WHAT   reject (default): stop before it, say where, exit 1\n"
"                        replace: U+FFFD for each maximal subpart\n"
"                        drop: leave it out\n"
"                        escape: each byte as \\xHH, and \\\\ for each backslash\n"
"                        shortest: the code point that an overlong form or a\n"
"                        pair of surrogates names; what names none is rejected\n"
"                        pass: let it through, exit 1\n"
"      --unescape        undo --on-error=escape\n"
"      --from=ENCODING   of FILE: utf-8 (default), utf-16le, utf-16be, utf-32le,\n"
"                        utf-32be, or auto: by byte order mark, else utf-8; or\n"
"                        any charset that 'iconv -l' lists.  Of such a one\n"
"                        --on-error can be reject, replace, drop or escape, and\n"
"                        the offset of what --forbid finds is that in UTF-8\n"
"      --profile=NAME    what is well-formed in FILE: rfc3629 (default), wtf8,\n"
"                        cesu8, mutf8, ucs2, rfc2279, extended\n"
"      --to=ENCODING     of the output: utf-8 (default), utf-16le ...; or a\n"
"                        profile: UTF-8 in that profile.  Without it the output\n"
"                        is UTF-8 by RFC 3629, whatever FILE is\n"
"      --to-profile=NAME which code points the output may hold: rfc3629 (default)\n"
"                        ...; with --to=utf-16le, wtf8 allows lone surrogates\n"
"      --bom=WHAT        byte order mark at the start: keep (default), strip,\n"
"                        add, require, forbid\n"
"      --forbid=REASON,...  take these for errors too: control (but not tab, line\n"
"                        feed, carriage return), bidi-control, default-ignorable,\n"
"                        noncharacter, unassigned, private-use\n"
"      --form=FORM       bring it into a normalization form: nfc, nfd, nfkc,\n"
"                        nfkd; nfkc-casefold or nfd-casefold, where case does not\n"
"                        count; none (default).  More than 1,024 combining marks\n"
"                        in a row are an error, combining-run\n"
"      --stream-safe     the Stream-Safe Text Format: U+034F after 30 combining\n"
"                        marks in a row\n"
"  -j, --jobs=N          work on a big FILE with N threads at once; by default as\n"
"                        many as there are CPUs.  What is written does not\n"
"                        depend on it\n"
"      --summary         print how many errors there were, by reason, on stderr\n"
"      --engine=ENGINE   auto, device or library\n"
"      --help            this text\n"
"\n"
"drop and shortest can build '..' and '/' out of bytes that looked harmless:\n"
"never use them on names, and check again what they have made.\n"
"\n"
"Exit status: 0 the output is whole and well-formed, 1 FILE is invalid (reject,\n"
"shortest, pass), 2 trouble.\n",
	.run = filter_run,
};
