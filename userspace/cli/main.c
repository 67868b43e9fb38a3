// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check [--engine=auto|device|library] COMMAND ...
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/option/options.h"
#include "command/commands.h"
#include "utf8check.h"
#include "version.h"

static const struct cli_command help_command;

static const struct cli_command *const commands[] = {
	&check_command,
	&filter_command,
	&name_command,
	&path_command,
	&scan_command,
	&detect_command,
	&stats_command,
	&merge_command,
	&explain_command,
	&conformance_command,
	&module_command,
	&guard_command,
	&help_command,
	NULL
};

static void list_commands(void)
{
	for (const struct cli_command *const *c = commands; *c; c++)
		printf("  %-12s %s\n", (*c)->name, (*c)->summary);
	puts("\nOptions:");
}

static void print_version(void)
{
	puts("utf8check " UTF8CHECK_RELEASE " (Unicode " UTF8CHECK_UNICODE ")");
}

/* What stands before the word of a command. */
static const struct cli_command no_command = {
	.usage =
"Usage: utf8check [--engine=ENGINE] COMMAND [OPTION...] [ARGUMENT...]\n"
"Judge, mend and convert UTF-8, by the kernel module or in this process.\n"
"\n"
"Commands:\n",
	.list = list_commands,
	.options = (const struct cli_option[]){
		{ "version", 'V', .print = print_version,
		  .doc = "which version this is" },
		{ }
	},
	.engine =
"device: /dev/utf8check; library: this process; auto (default): the device when it is there.  "
"All give the same answers.",
	.notes =
"\n"
"'utf8check COMMAND --help' says more of a command, 'man utf8check-COMMAND' all.\n"
"\n"
"Exit status: 0 all well, 1 something invalid, 2 trouble (a file that cannot\n"
"be read, bad usage), 3 engines disagree.\n",
};

static const char *command_name(unsigned int i)
{
	return i < ARRAY_SIZE(commands) - 1 ? commands[i]->name : NULL;
}

/* Return: the exit code. */
static int refuse_command(const char *word)
{
	const char *near = near_word(word, command_name), *instead = old_word(word);

	if (instead)
		return cli_give_up("%s: %s", word, instead);
	if (near)
		return cli_misused("unknown command '%s'; did you mean '%s'?", word, near);
	if (!access(word, F_OK))
		return cli_misused("unknown command '%s'; to check that file: utf8check check '%s'",
				   word, word);
	return cli_misused("unknown command '%s'", word);
}

static const struct cli_command *find_command(const char *word)
{
	for (const struct cli_command *const *c = commands; *c; c++)
		if (!strcmp((*c)->name, word))
			return *c;
	return NULL;
}

static int help_run(int count, char **words)
{
	const struct cli_command *command = &no_command;

	if (count > 1)
		return cli_misused("'%s': help takes one command only", words[1]);
	if (count)
		command = find_command(words[0]);
	if (!command)
		return refuse_command(words[0]);
	options_print_help(command);
	return CLI_WELL;
}

static const struct cli_command help_command = {
	.name = "help",
	.summary = "print the help of a command",
	.usage =
"Usage: utf8check help [COMMAND]\n"
"Print what 'utf8check COMMAND --help' prints, or the list of commands.\n"
"\n",
	.notes =
"\n"
"Exit status: 0, or 2 where there is no such command.\n",
	.run = help_run,
};

static int run_command(int argc, char **argv)
{
	const struct cli_command *command = find_command(argv[0]);
	int status;

	if (!command)
		return refuse_command(argv[0]);
	cli_command_name = command->name;
	status = options_parse(command, argc, argv, "");
	if (status < 0)
		status = command->run(argc - optind, argv + optind);
	utf8check_close(cli_engine);
	return status;
}

static int run_chosen_command(int argc, char **argv)
{
	/* What follows the word of the command belongs to the command. */
	int status = options_parse(&no_command, argc, argv, "+");

	if (status >= 0)
		return status;
	if (optind < argc)
		return run_command(argc - optind, argv + optind);
	return cli_misused("no command given");
}

/*
 * "utf8check --complete WORD...", for the completion of a shell: what the last word, which may
 * be empty, may become.
 */
static int complete(char **words)
{
	const struct cli_command *command = NULL, *const *c;
	/* No other word is between the command and the last word. */
	bool is_first = false;

	for (; words[0] && words[1]; words++) {
		is_first = !command;
		if (!command)
			command = find_command(*words);
	}
	if (*words && (**words == '-' || (command && command != &help_command)))
		options_complete(command ? command : &no_command, is_first, *words);
	else
		for (c = commands; *c; c++)
			printf("%s\t%s\n", (*c)->name, (*c)->summary);
	return CLI_WELL;
}

/*
 * When a standard descriptor is closed, the next file that is opened takes its
 * number, and output for the terminal would go into that file.
 * Each is opened for the wrong direction on purpose, so that its use is an error.
 */
static void occupy_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			_exit(CLI_TROUBLE);
}

/* Writing to standard output can fail as late as when it is closed. */
static int close_output(void)
{
	const bool failed = ferror(stdout);

	progress_hide();
	if ((fflush(stdout) || close(fileno(stdout))) && !cli_output_error)
		cli_output_error = errno;
	if (!failed && !cli_output_error)
		return CLI_WELL;
	cli_complain_why(cli_output_error ? strerror(cli_output_error) : "write error",
			 "standard output");
	return CLI_TROUBLE;
}

int main(int argc, char **argv)
{
	static char message[BUFSIZ];
	int status;

	occupy_standard_descriptors();
	/* A message is one write: those of several processes do not mix. */
	setvbuf(stderr, message, _IOLBF, sizeof(message));
	cli_command_line = argv;
	if (argc > 1 && !strcmp(argv[1], "--complete"))
		status = complete(argv + 2);
	else
		status = run_chosen_command(argc, argv);
	return cli_worse(status, close_output());
}
