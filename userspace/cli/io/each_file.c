// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The files that a command works on.
 */
#include <errno.h>
#include <string.h>
#include "io/each_file.h"
#include "print/escape.h"

int file_trouble(const struct input *in, int err)
{
	cli_complain_errno(err, "%s", in->name);
	return CLI_TROUBLE;
}

static int run_one(const char *name, int (*run)(void *, struct input *),
		   void *context)
{
	struct input in;
	int status, err = input_open(&in, name);

	if (err)
		return file_trouble(&in, err);
	status = run(context, &in);
	input_close(&in);
	return status;
}

int each_file(char **names, int (*run)(void *context, struct input *in),
	      void *context)
{
	char *standard_input[] = { "-", NULL };
	int status = CLI_WELL;

	if (!*names)
		names = standard_input;
	while (*names && !cli_output_failed())
		status = cli_worse(status, run_one(*names++, run, context));
	return status;
}

void file_print_json(const struct input *in)
{
	putchar('{');
	json_print_member(stdout, "file", in->name, strlen(in->name));
}

void file_print_name(const struct input *in)
{
	escaped_print(stdout, (const u8 *)in->name, strlen(in->name));
	putchar(':');
}
