// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Diagnostics, values of options, and the way to an engine.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "parallel/ordered_output.h"
#include "print/message.h"
#include "print/progress.h"

const char *cli_command_name;
u8 cli_engine_choice = UTF8CHECK_ENGINE_AUTO;

/* Where this thread prints; NULL for the two standard streams. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *s)
{
	ordered = s;
}

int cli_output_error;

void cli_flush(void)
{
	if (fflush(stdout) && !cli_output_error)
		cli_output_error = errno;
}

FILE *cli_begin_message(void)
{
	if (ordered) {
		ordered_output_part(ordered, ORDERED_DIAGNOSTIC, 0);
		return ordered->to;
	}
	progress_hide();
	cli_flush();
	return stderr;
}

void cli_end_message(void)
{
	if (ordered)
		ordered_output_part(ordered, ORDERED_RESULT, 0);
}

static void complain(FILE *to, const char *format, va_list args)
{
	fputs("utf8check: ", to);
	if (cli_command_name)
		fprintf(to, "%s: ", cli_command_name);
	message_print(to, format, args);
}

void cli_complain(const char *format, ...)
{
	FILE *to = cli_begin_message();
	va_list args;

	va_start(args, format);
	complain(to, format, args);
	va_end(args);
	fputc('\n', to);
	cli_end_message();
}

void cli_complain_errno(int err, const char *format, ...)
{
	FILE *to = cli_begin_message();
	va_list args;

	va_start(args, format);
	complain(to, format, args);
	va_end(args);
	fprintf(to, ": %s\n", strerror(-err));
	cli_end_message();
}

int cli_failed(int err, const char *name)
{
	cli_complain_errno(err, "%s", name);
	return err;
}

int cli_try_help(void)
{
	fprintf(stderr, "Try 'utf8check %s%s--help' for more information.\n",
		cli_command_name ? cli_command_name : "",
		cli_command_name ? " " : "");
	return CLI_TROUBLE;
}

int cli_choose(const char *option, const char *word,
	       const char *(*name)(unsigned int))
{
	char known[512] = "";
	size_t n = 0;
	unsigned int i;

	for (i = 0; name(i); i++)
		if (!strcmp(name(i), word))
			return i;
	for (i = 0; name(i) && n < sizeof(known); i++)
		n += snprintf(known + n, sizeof(known) - n, i ? ", %s" : "%s",
			      name(i));
	cli_complain("%s: unknown value '%s'; known: %s", option, word, known);
	return -1;
}

static void explain_open_error(int which, int err)
{
	const char *path = secure_getenv("UTF8CHECK_DEVICE");

	if (!path || !*path)
		path = UTF8CHECK_DEVICE_PATH;
	if (err == -ENOPROTOOPT)
		cli_complain("UTF8CHECK_IMPL=%s: there is no such implementation",
			     getenv("UTF8CHECK_IMPL"));
	else if (which == UTF8CHECK_ENGINE_DEVICE && err == -ENOENT)
		cli_complain("%s: not there; load the module with 'utf8check module load' or use --engine=library",
			     path);
	else if (which == UTF8CHECK_ENGINE_DEVICE && err == -ENODEV)
		cli_complain("%s: not a utf8check device", path);
	else
		cli_complain_errno(err, "%s", path);
}

bool cli_number(const char *word, int base, u64 most, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, base);
	return *word >= '0' && *word <= '9' && !*end && !errno &&
	       *number <= most;
}

int cli_open(int which, struct utf8check **engine)
{
	int err = utf8check_open(which, engine);

	if (!err)
		return CLI_WELL;
	explain_open_error(which, err);
	return CLI_TROUBLE;
}

int cli_open_engine(struct cli *cli)
{
	if (cli_engine_choice == CLI_ENGINE_BOTH) {
		cli_complain("--engine=both: only 'conformance' compares engines");
		return CLI_TROUBLE;
	}
	return cli_open(cli_engine_choice, &cli->engine);
}
