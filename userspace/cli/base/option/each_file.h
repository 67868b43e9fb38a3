/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The files that a command works on, one after the other.
 */
#ifndef OPTION_EACH_FILE_H
#define OPTION_EACH_FILE_H

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

#endif /* OPTION_EACH_FILE_H */
