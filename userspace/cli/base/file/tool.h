/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Another program, found by PATH, that reads or writes for this one.
 */
#ifndef FILE_TOOL_H
#define FILE_TOOL_H

#include <sys/types.h>

/* Its process, 0: none; and where what it writes is read. */
struct tool {
	pid_t pid;
	int fd;
};

/*
 * Start the program that @args begin with; NULL ends them.  It reads @from; -1: what is written
 * to @t->fd.  Return: 0 or a negative errno.
 */
int tool_start(struct tool *t, const char *const *args, int from);

/* Read no more, and wait for its end.  Return: its status, as of wait(2). */
int tool_end(struct tool *t);

#endif /* FILE_TOOL_H */
