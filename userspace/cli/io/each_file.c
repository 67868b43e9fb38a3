// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The files that a command is about.
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

ssize_t input_fill(struct input *in, void *buf, size_t room)
{
	size_t have = 0;
	ssize_t got;

	do {
		got = input_read(in, (u8 *)buf + have, room - have);
		if (got < 0)
			return got;
		have += got;
	} while (got && have < room);
	return have;
}

void file_print_json(const struct input *in)
{
	const u8 *name = (const u8 *)in->name;

	fputs("{\"file\":", stdout);
	if (!text_json(stdout, name, strlen(in->name))) {
		fputs(",\"file_hex\":\"", stdout);
		text_hex(stdout, name, strlen(in->name));
		putchar('"');
	}
}

void file_print_name(const struct input *in)
{
	text_escaped(stdout, (const u8 *)in->name, strlen(in->name));
	putchar(':');
}
