/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A big file whose chunks are texts of their own to threads, and are joined in
 * order to one text.
 */
#ifndef PARALLEL_CHUNK_THREADS_H
#define PARALLEL_CHUNK_THREADS_H

#include "parallel/file_chunks.h"

/**
 * struct file_chunk - a chunk on its way
 *
 * @i: which chunk, from 0.
 * @buf: its bytes.
 * @got: how many.
 * @cut: where the text can be cut in them; all of them when it cannot.
 * @read_err: what reading came to after them.
 * @own: what @open of struct chunk_threads gave, or another from there.
 */
struct file_chunk {
	u64 i;
	u8 *buf;
	size_t got;
	size_t cut;
	int read_err;
	void *own;
};

/**
 * struct chunk_threads - how a file is shared
 *
 * @p: its chunks.
 * @threads: how many threads may share it.
 * @context: for the calls.
 * @open: memory for what is made of a chunk; NULL when there is none.
 * @close: frees it; NULL is allowed.
 * @begin: a thread calls it: the text from the cut on, as if it began there.  Not
 *	called for a chunk that cannot be cut.
 * @join: the caller's thread calls it for each chunk in order: the bytes before
 *	the cut belong to the text before.  Return: false to end it all.
 * @end: set to how many bytes were joined.
 * @ended: set to whether the file ended there when it was read.
 */
struct chunk_threads {
	struct file_chunks *p;
	unsigned int threads;
	void *context;
	void *(*open)(void *context);
	void (*close)(void *own);
	void (*begin)(void *context, struct file_chunk *t);
	bool (*join)(void *context, struct file_chunk *t);
	u64 end;
	bool ended;
};

/**
 * chunk_threads_run() - read a file by threads, and join its chunks
 * @f: how
 *
 * After that the file stands where the last chunk that was joined ends.  It may have
 * grown, so there can be more.
 *
 * Return: 0; -EAGAIN when there are no threads or no memory for them: then nothing
 * was joined.
 */
int chunk_threads_run(struct chunk_threads *f);

#endif /* PARALLEL_CHUNK_THREADS_H */
