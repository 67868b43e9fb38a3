/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Many files, several at a time; what is printed is in order.
 */
#ifndef THREAD_FILE_BATCH_H
#define THREAD_FILE_BATCH_H

#include <sys/stat.h>
#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/say/ordered_output.h"

/* Files that a thread takes at once, at most. */
#define BATCH_FILES_MAX 64

/*
 * What a thread says of a file that it did not do; else it says an exit code.
 */
enum {
	BATCH_LATER = -1,	/* do it in its turn, in the caller's thread */
	BATCH_FULL = -2,	/* as BATCH_LATER: the ordered output is full */
};

/**
 * struct file_batch - what is done with files
 *
 * @names: their names.
 * @threads: how many work at a time, at least 1.
 * @out: where results go; NULL: to standard output, by stdio.
 * @context: what the caller's thread works with.
 * @open: make what another thread works with, for files that are printed on this
 *	ordered output; NULL when there is no memory.
 * @close: free that.
 * @try: do a regular file, whose stat(2) is known and which is number @i of its
 *	batch.  Any thread may run this call, which prints on the ordered output only.
 *	Returns an exit code, or BATCH_LATER or BATCH_FULL: then all that it
 *	printed is taken back.  With @context as the worker, and without @st: do any
 *	file in its turn, in the caller's thread; returns an exit code.
 * @finish: in its turn, before what @try printed is printed: BATCH_LATER where the
 *	file is not what @try has seen, and is done again; else 0.  Then, after what was
 *	printed, and without @name: do the rest of the work, and return the exit code
 *	of all of it.  NULL where files do not depend on each other.
 */
struct file_batch {
	struct file_list *names;
	unsigned int threads;
	struct output *out;
	void *context;
	void *(*open)(void *context, struct ordered_output *ordered);
	void (*close)(void *worker);
	int (*try)(void *worker, size_t i, const struct file_name *name, const struct stat *st);
	int (*finish)(void *worker, size_t i, const char *name);
};

/* How many ordered outputs there are at once. */
unsigned int file_batch_outputs(unsigned int threads);

/**
 * file_batch_run() - do all files
 * @m: what is done
 *
 * What is printed does not depend on the number of threads.  A single file, and
 * all files where there is no memory for threads, are done in the caller's thread.
 *
 * Return: the worst exit code.
 */
int file_batch_run(const struct file_batch *m);

#endif /* THREAD_FILE_BATCH_H */
