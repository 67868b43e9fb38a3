// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Diagnostics, values of options, and the way to an engine.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/cli.h"
#include "base/say/ordered_output.h"
#include "base/say/escape.h"
#include "base/say/progress.h"

const char *cli_command_name;
u8 cli_engine_choice = UTF8CHECK_ENGINE_AUTO;
struct utf8check *cli_engine;

/* Where this thread prints; NULL for the two standard streams. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *s)
{
	ordered = s;
}

/* What messages are about; @file NULL: nothing particular. */
static struct {
	const char *file;
	unsigned int line;
} place;

void cli_set_place(const char *file, unsigned int line)
{
	place.file = file;
	place.line = line;
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

/* @why follows the message, after a colon; or NULL. */
static void complain(const char *why, const char *format, va_list args)
{
	FILE *to = cli_begin_message();

	fputs("utf8check: ", to);
	if (cli_command_name)
		fprintf(to, "%s: ", cli_command_name);
	if (place.file) {
		escaped_print_part(to, (const u8 *)place.file,
				   strlen(place.file));
		fprintf(to, ":%u: ", place.line);
	}
	message_print(to, format, args);
	if (why)
		fprintf(to, ": %s", why);
	fputc('\n', to);
	cli_end_message();
}

void cli_complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	complain(NULL, format, args);
	va_end(args);
}

void cli_complain_errno(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	complain(strerror(-err), format, args);
	va_end(args);
}

int cli_failed(int err, const char *name)
{
	cli_complain_errno(err, "%s", name);
	return err;
}

int cli_trouble(int err, const char *name)
{
	cli_failed(err, name);
	return CLI_TROUBLE;
}

int cli_engine_trouble(int err)
{
	cli_complain_errno(err, "engine %s", utf8check_engine_name(cli_engine));
	return CLI_TROUBLE;
}

int cli_try_help(void)
{
	fprintf(stderr, "Try 'utf8check %s%s--help' for more information.\n",
		cli_command_name ? cli_command_name : "",
		cli_command_name ? " " : "");
	return CLI_TROUBLE;
}

void cli_unknown(const char *option, const char *word,
		 const char *(*name)(unsigned int), const char *more)
{
	char known[1024] = "";
	size_t n = 0;
	unsigned int i;

	for (i = 0; name(i) && n < sizeof(known); i++)
		n += snprintf(known + n, sizeof(known) - n, i ? ", %s" : "%s",
			      name(i));
	cli_complain("%s: unknown value '%s'; known: %s%s", option, word, known, more);
}

int cli_choose(const char *option, const char *word,
	       const char *(*name)(unsigned int))
{
	unsigned int i;

	for (i = 0; name(i); i++)
		if (!strcmp(name(i), word))
			return i;
	cli_unknown(option, word, name, "");
	return -1;
}

int cli_open(int which, struct utf8check **engine)
{
	const char *path = secure_getenv("UTF8CHECK_DEVICE");
	int err = utf8check_open(which, engine);

	if (!err)
		return CLI_WELL;
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
		cli_failed(err, path);
	return CLI_TROUBLE;
}

bool cli_number(const char *word, int base, u64 most, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, base);
	return *word >= '0' && *word <= '9' && !*end && !errno &&
	       *number <= most;
}

int cli_open_engine(void)
{
	if (cli_engine_choice == CLI_ENGINE_BOTH) {
		cli_complain("--engine=both: only 'conformance' compares engines");
		return CLI_TROUBLE;
	}
	return cli_open(cli_engine_choice, &cli_engine);
}
