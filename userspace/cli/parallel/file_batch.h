/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Many files, several at a time; what is printed is in order.
 */
#ifndef PARALLEL_FILE_BATCH_H
#define PARALLEL_FILE_BATCH_H

#include <sys/stat.h>
#include "io/file_list.h"
#include "parallel/ordered_output.h"

/* Files that a thread takes at once, at most. */
#define MANY_BATCH 64

/* Beside exit codes, what a thread says of a file. */
enum {
	MANY_LATER = -1,	/* not by me: in its turn */
	MANY_FULL = -2,		/* there is no room on the sheet for more */
};

/**
 * struct many - what is done with files
 *
 * @names: their names.
 * @threads: how many work at a time; more than 1.
 * @context: for the calls.
 * @open: what a thread needs for files that are printed on this sheet; NULL when
 *	there is no memory.
 * @close: its end.
 * @try: do a regular file, whose stat(2) is known, the @i'th of those that are
 *	taken at once.  It is run by any thread and prints on the sheet only.
 *	Returns an exit code, or as above: what it printed is taken back then.
 * @stands: in its turn, is the file still what @try has seen?  If not it is done
 *	anew, by @later.  NULL where files do not depend on each other.
 * @settle: in its turn, behind what @try printed: the rest of the work.  Returns
 *	the exit code of it all.  Where there is @stands only.
 * @later: do a file in its turn, in the caller's thread.  Returns an exit code.
 * @print: print results in their turn.
 * @over: is it no use to go on?
 */
struct many {
	struct names *names;
	unsigned int threads;
	void *context;
	void *(*open)(void *context, struct sheet *sheet);
	void (*close)(void *worker);
	int (*try)(void *worker, size_t i, const char *name,
		   const struct stat *st);
	bool (*stands)(void *worker, size_t i, const char *name);
	int (*settle)(void *worker, size_t i);
	int (*later)(void *context, const char *name);
	void (*print)(void *context, const char *p, size_t n);
	bool (*over)(void *context);
};

/* How many sheets there are at once. */
unsigned int many_sheets(unsigned int threads);

/**
 * many_run() - do them all
 * @m: what
 *
 * What is printed is what one after the other would print.
 *
 * Return: the worst exit code; -EAGAIN when there are no threads or no memory
 * for them: then nothing was taken from the names.
 */
int many_run(const struct many *m);

#endif /* PARALLEL_FILE_BATCH_H */
