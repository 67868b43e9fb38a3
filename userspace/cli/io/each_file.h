/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The files that a command is about, one after the other.
 */
#ifndef IO_EACH_FILE_H
#define IO_EACH_FILE_H

#include "cli.h"
#include "io/input.h"

/**
 * each_file() - run a command on each file named, or on standard input
 * @names: the names, ended by NULL; none at all means "-"
 * @run: does it with an open file; returns an exit code
 * @context: for @run
 *
 * Return: the worst exit code.
 */
int each_file(char **names, int (*run)(void *context, struct input *in),
		 void *context);

/**
 * input_fill() - the next bytes, as many as there is room for
 * @in: the file
 * @buf: room
 * @room: bytes of it
 *
 * Return: how many; less than @room only at the end; a negative errno.
 */
ssize_t input_fill(struct input *in, void *buf, size_t room);

/* A message that says why; returns CLI_TROUBLE. */
int file_trouble(const struct input *in, int err);

/* {"file":NAME and, where that is not UTF-8, ,"file_hex":HEX */
void file_print_json(const struct input *in);

/* NAME: on one line, safe for a terminal. */
void file_print_name(const struct input *in);

#endif /* IO_EACH_FILE_H */
