// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The files that a command works on.
 */
#include <errno.h>
#include <string.h>
#include "base/option/each_file.h"
#include "base/option/files.h"
#include "base/file/file_list.h"
#include "base/say/message.h"
#include "base/say/progress.h"

static int run_one(const struct file_name *name, int (*run)(void *, struct input *),
		   void *context)
{
	struct input in;
	int err;

	if (file_choice_is_list(name->text))
		return CLI_TROUBLE;
	err = input_open_found(&in, name->text, name->below);
	if (err)
		return file_choice_trouble(err, name->text);
	return input_finish(&in, run(context, &in));
}

int each_file(char **words, int (*run)(void *context, struct input *in),
	      void *context)
{
	struct file_list names;
	struct file_name name;
	int status = CLI_WELL;

	if (!file_list_open(&names, words, &file_choice))
		return CLI_TROUBLE;
	progress_begin(file_choice_bytes(words), false);
	while (!cli_output_failed() && file_list_next(&names, &name))
		status = cli_worse(status, run_one(&name, run, context));
	return file_list_close(&names) ? status : CLI_TROUBLE;
}
