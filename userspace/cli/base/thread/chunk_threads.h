/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A big file, of which threads process chunks as separate texts, which are joined in
 * order to one text.
 */
#ifndef THREAD_CHUNK_THREADS_H
#define THREAD_CHUNK_THREADS_H

#include "base/thread/file_chunks.h"

/**
 * struct file_chunk - a chunk on its way
 *
 * @i: which chunk, from 0.
 * @buf: its bytes.
 * @got: how many.
 * @cut: where the text can be cut in them; all of them when it cannot.
 * @read_err: what reading came to after them.
 * @own: memory for what is made of it, all zero at first.
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
 * A thread calls @begin for a chunk.  The caller's thread calls @push, @end and @follow
 * for each chunk in order.  These return 0, or something else to end it all.
 *
 * @p: the file and its chunks.
 * @threads: how many threads may share it.
 * @size: bytes of memory for what is made of a chunk.
 * @room: bytes of room after the bytes of a chunk.
 * @context: for the calls.
 * @close: frees what that memory owns; or NULL.
 * @begin: works on the text from the cut on, as if it began there.  Not called for a
 *	chunk that cannot be cut.
 * @push: takes the bytes before the cut: they belong to the text of the chunk before.
 * @end: ends the text of the chunk before; not called for the first chunk.
 * @follow: the chunk, which @last is now, is next in the text.
 * @last: what was made of the chunk whose text has not ended yet.
 * @err: set to what the last call of these returned.
 * @read_err: set to what reading came to after the bytes that were joined.
 * @end_offset: set to how many bytes were joined.
 * @ended: set to whether the file ended there when it was read.
 * @next: the next chunk to read.
 */
struct chunk_threads {
	struct file_chunks *p;
	unsigned int threads;
	size_t size;
	size_t room;
	void *context;
	void (*close)(void *own);
	void (*begin)(void *context, struct file_chunk *t);
	int (*push)(void *context, const u8 *p, size_t n);
	int (*end)(void *context);
	int (*follow)(void *context, const struct file_chunk *t);
	void *last;
	int err;
	int read_err;
	u64 end_offset;
	bool ended;
	u64 next;
};

/**
 * chunk_threads_run() - read a file by threads, and join its chunks
 * @f: how; to be closed in any case
 *
 * After that the file stands where the last chunk that was joined ends.  It may have
 * grown, so there can be more.
 *
 * Return: 0; -EAGAIN when there is no memory: then nothing was joined.
 */
int chunk_threads_run(struct chunk_threads *f);
void chunk_threads_close(struct chunk_threads *f);

#endif /* THREAD_CHUNK_THREADS_H */
