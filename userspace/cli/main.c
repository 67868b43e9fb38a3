// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check [--engine=auto|device|library] COMMAND ...
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "version.h"

static const struct cli_command *const commands[] = {
	&check_command,
	&filter_command,
	&name_command,
	&path_command,
	&scan_command,
	&detect_command,
	&stats_command,
	&resync_command,
	&compare_command,
	&conformance_command,
	&bench_command,
	&module_command,
	&guard_command,
	NULL
};

static void print_help(void)
{
	const struct cli_command *const *c;

	puts("Usage: utf8check [--engine=ENGINE] COMMAND [OPTION...] [ARGUMENT...]\n"
	     "Judge and filter UTF-8, by the kernel module or in this process.\n"
	     "\n"
	     "Commands:");
	for (c = commands; *c; c++)
		printf("  %-12s %s\n", (*c)->name, (*c)->summary);
	puts("\n"
	     "Options:\n"
	     "      --engine=ENGINE  device: /dev/utf8check; library: this process;\n"
	     "                       auto (default): the device when it is there.\n"
	     "                       All give the same answers.\n"
	     "      --help           this text; 'utf8check COMMAND --help' says more\n"
	     "      --version        which version this is\n"
	     "\n"
	     "Exit status: 0 all well, 1 something invalid, 2 trouble (a file that cannot\n"
	     "be read, bad usage), 3 engines disagree.");
}

static void print_version(void)
{
	puts("utf8check " UTF8CHECK_RELEASE " (Unicode " UTF8CHECK_UNICODE ")");
}

static const struct cli_command *find_command(const char *word)
{
	const struct cli_command *const *c;

	for (c = commands; *c; c++)
		if (!strcmp((*c)->name, word))
			return *c;
	cli_complain("unknown command '%s'", word);
	return NULL;
}

static int run_command(struct cli *cli, int argc, char **argv)
{
	static char prefix[64];
	int status;

	cli->command = find_command(argv[0]);
	if (!cli->command)
		return cli_try_help();
	cli_command_name = cli->command->name;
	/* getopt's messages begin with argv[0]. */
	snprintf(prefix, sizeof(prefix), "utf8check: %s", cli_command_name);
	argv[0] = prefix;
	optind = 0;
	status = cli->command->run(cli, argc, argv);
	utf8check_close(cli->engine);
	return status;
}

static int parse(struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "version", no_argument, NULL, 'V' },
		CLI_OPTION_ENGINE,
		CLI_OPTION_HELP,
		{ }
	};
	int c, status;

	/* "+": what follows the command's word is the command's. */
	while ((c = getopt_long(argc, argv, "+", options, NULL)) != -1) {
		if (c == OPT_HELP || c == 'V') {
			if (c == 'V')
				print_version();
			else
				print_help();
			return CLI_WELL;
		}
		status = cli_common_option(cli, c);
		if (status >= 0)
			return status;
	}
	if (optind == argc) {
		cli_complain("no command given");
		return cli_try_help();
	}
	return run_command(cli, argc - optind, argv + optind);
}

/*
 * When a standard descriptor is closed, the next file opened would take its
 * place, and what is meant for the terminal would go into that file.
 */
static void occupy_standard_descriptors(void)
{
	int fd;

	for (fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			_exit(CLI_TROUBLE);
}

/* What was written to standard output counts only when it has arrived. */
static int close_output(void)
{
	int failed = ferror(stdout);

	errno = 0;
	if (!fclose(stdout) && !failed)
		return CLI_WELL;
	if (!cli_output_error)
		cli_output_error = errno;
	if (cli_output_error)
		fprintf(stderr, "utf8check: standard output: %s\n",
			strerror(cli_output_error));
	else
		fputs("utf8check: standard output: write error\n", stderr);
	return CLI_TROUBLE;
}

int main(int argc, char **argv)
{
	char program[] = "utf8check";
	struct cli cli = { .engine_choice = UTF8CHECK_ENGINE_AUTO };
	int status;

	occupy_standard_descriptors();
	/* A closed pipe is an error to report, as a full disk is. */
	signal(SIGPIPE, SIG_IGN);
	if (argc)
		argv[0] = program;
	status = parse(&cli, argc, argv);
	return cli_worse(status, close_output());
}
