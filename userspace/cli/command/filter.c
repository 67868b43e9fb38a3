// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check filter: files through a stream.
 */
#include <errno.h>
#include <stdlib.h>
#include "option/stream_config.h"
#include "filter/filter.h"
#include "parallel/thread_pool.h"

/* One after the other. */
static int filter_each(struct filter *f, struct names *names)
{
	int status = CLI_WELL;
	const char *name;

	while (!f->out.failed && (name = names_next(names)))
		status = cli_worse(status, filter_file(f, name));
	return status;
}

static int filter_names(struct filter *f, struct names *names)
{
	int status = -EAGAIN;

	if (f->threads > 1 && !names_are_single(names))
		status = filter_many(f, names);
	if (status == -EAGAIN)
		status = filter_each(f, names);
	return status;
}

static int filter_files(struct filter *f, char **words)
{
	struct names names;
	int status;

	if (!config_makes_sense(&f->config) || cli_open_engine(f->cli) ||
	    !filter_makes_sense(f) || !names_open(&names, words, f->list))
		return CLI_TROUBLE;
	f->work = malloc(FILTER_ROOM);
	if (f->work) {
		status = filter_names(f, &names);
	} else {
		cli_complain_errno(-ENOMEM, "%s", f->cli->command->name);
		status = CLI_TROUBLE;
	}
	free(f->work);
	if (output_end())
		status = CLI_TROUBLE;
	return names_close(&names) ? status : CLI_TROUBLE;
}

enum { OPT_IN_PLACE = OPT_COMMAND, OPT_SUMMARY, OPT_FILES0, OPT_CONFIG };

static const struct option options[] = {
	{ "output", required_argument, NULL, 'o' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "in-place", no_argument, NULL, OPT_IN_PLACE },
	{ "summary", no_argument, NULL, OPT_SUMMARY },
	{ "files0-from", required_argument, NULL, OPT_FILES0 },
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
	else if (opt == OPT_FILES0)
		f->list = optarg;
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
	};
	int opt, status;

	while ((opt = getopt_long(argc, argv, "o:j:", options, NULL)) != -1) {
		status = take_option(&f, opt);
		if (status >= 0)
			return status;
	}
	if (f.in_place && f.target)
		cli_complain("--in-place and --output exclude each other");
	else if (f.in_place && optind == argc && !f.list)
		cli_complain("--in-place needs a file");
	else if (f.target && (argc - optind > 1 || f.list))
		cli_complain("--output takes one file only; of several, what comes out goes to standard output");
	else
		return filter_files(&f, argv + optind);
	return cli_try_help();
}

const struct cli_command filter_command = {
	.name = "filter",
	.summary = "pass a file on, as far as it is well-formed or mended",
	.help =
"Usage: utf8check filter [OPTION...] [FILE|-]...\n"
"Write each FILE (or standard input) to standard output, in another encoding or\n"
"profile on request; what is done with an ill-formed sequence, and with a code\n"
"point that the output cannot hold, is for --on-error to say.  Each FILE is a\n"
"text of its own: one that is rejected ends there, and the next one follows.\n"
"\n"
"  -o, --output=OUT      write to OUT, a single FILE\n"
"      --in-place        replace each FILE: at once and with its mode and owner,\n"
"                        or, when anything is wrong with it, not at all\n"
"      --files0-from=F   filter the files that F names, each name ended by NUL,\n"
"                        as 'find -print0' does; '-' is standard input\n"
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
"  -j, --jobs=N          work with N threads at once, on several files, or on the\n"
"                        parts of a big one; by default as many as there are\n"
"                        CPUs.  What is written does not depend on it\n"
"      --summary         print how many errors there were, by reason, on stderr\n"
"      --engine=ENGINE   auto, device or library\n"
"      --help            this text\n"
"\n"
"drop and shortest can build '..' and '/' out of bytes that looked harmless:\n"
"never use them on names, and check again what they have made.\n"
"\n"
"Exit status: 0 the output is whole and well-formed, 1 a FILE is invalid (reject,\n"
"shortest, pass), 2 trouble.\n",
	.run = filter_run,
};
