/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Many files, several at a time; the output is in the order of the files.
 */
#ifndef THREAD_FILE_BATCH_H
#define THREAD_FILE_BATCH_H

#include <sys/stat.h>
#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/say/ordered_output.h"

/* Files that a thread takes at once, at most. */
#define BATCH_FILES_MAX 64

/* What @try returns for a file that the thread did not process; else an exit code. */
enum {
	BATCH_LATER = -1,	/* the caller's thread processes it when its turn comes */
	BATCH_FULL = -2,	/* as BATCH_LATER: the ordered output is full */
};

/**
 * struct file_batch - how files are processed
 *
 * @names: their names.
 * @threads: how many work at a time, at least 1.
 * @out: where results go; NULL: to standard output, by stdio.
 * @context: the worker of the caller's thread.
 * @open: make a worker for a thread, which prints on this ordered output; NULL when
 *	there is no memory.
 * @close: free a worker.
 * @try: process a file.  Called in two ways:
 *	with @st: by any thread, for file number @i of its batch, a regular file.  Prints
 *	on the ordered output only.  Returns an exit code, or BATCH_LATER or
 *	BATCH_FULL: then what it printed is discarded;
 *	@st NULL, and @context as the worker: by the caller's thread, for any file, when
 *	its turn comes.  Returns an exit code.
 * @finish: by the caller's thread, for a file that a thread has processed.  Called twice:
 *	with @name: before the output of @try is printed.  Returns BATCH_LATER where the
 *	file has changed since @try: it is processed again; else 0;
 *	@name NULL: after the output is printed.  Ends the work on the file, and returns
 *	its exit code.
 *	NULL where no file depends on another.
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

/* How many ordered outputs exist at once. */
unsigned int file_batch_outputs(unsigned int threads);

/**
 * file_batch_run() - process all files
 * @m: how
 *
 * The output does not depend on the number of threads.  The caller's thread processes
 * a single file, and all files where there is no memory for threads.
 *
 * Return: the worst exit code.
 */
int file_batch_run(const struct file_batch *m);

#endif /* THREAD_FILE_BATCH_H */
