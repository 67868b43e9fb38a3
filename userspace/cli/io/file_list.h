/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names of the files that a command is to read.
 */
#ifndef IO_FILE_LIST_H
#define IO_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct names - names, one after the other
 *
 * @next: the next of the command line.
 * @list_name: of the file that lists them instead, for messages; NULL where the
 *	command line does.
 * @fd: that file, or -1.
 * @buf: what was read of it; owned.
 * @size: room there.
 * @at: where the next name begins.
 * @seen: up to here no name ends.
 * @have: bytes that were read.
 * @ended: there are no more.
 * @err: what reading the list came to.
 */
struct names {
	char **next;
	const char *list_name;
	int fd;
	char *buf;
	size_t size;
	size_t at;
	size_t seen;
	size_t have;
	bool ended;
	int err;
};

/**
 * names_open() - begin
 * @n: filled
 * @words: what the command line says, up to NULL; nothing: standard input
 * @list_name: a file that lists the names, each ended by NUL (the last one may
 *	be by the end); "-" is standard input; NULL when the words say it
 *
 * Return: false after a message.
 */
bool names_open(struct names *n, char **words, const char *list_name);

/*
 * The next name; NULL when there is none.  It stays as it is until the next
 * call of this or of names_ready().
 *
 * Before it waits for who makes the list, what was found so far goes out.
 */
const char *names_next(struct names *n);

/* Can the next name, or that there is none, be told without waiting? */
bool names_ready(struct names *n);

/* Is there only one? */
bool names_are_single(const struct names *n);

/* Return: false after a message when the list could not be read. */
bool names_close(struct names *n);

#endif /* IO_FILE_LIST_H */
