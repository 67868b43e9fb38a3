/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The files that a command works on, one after the other.
 */
#ifndef OPTION_EACH_FILE_H
#define OPTION_EACH_FILE_H

#include "base/say/cli.h"
#include "base/file/input.h"

/**
 * each_file() - open each file that is named or chosen, and work on it
 * @words: as of file_list_open()
 * @run: works on an open file; returns an exit code
 * @context: for @run
 *
 * Return: the worst exit code.
 */
int each_file(char **words, int (*run)(void *context, struct input *in),
	      void *context);

/* Begin a JSON object about a file: {"file":NAME, see json_print_member(). */
void file_print_json(const char *name);

/* Begin a line about a file: NAME: as escaped_print() prints it. */
void file_print_name(const char *name);

#endif /* OPTION_EACH_FILE_H */
