/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A big file whose pieces are texts of their own to threads, and are joined in
 * order to one text.
 */
#ifndef PARALLEL_FILE_PARTS_H
#define PARALLEL_FILE_PARTS_H

#include "parallel/file_chunks.h"

/**
 * struct file_part - a piece on its way
 *
 * @i: which piece, from 0.
 * @buf: its bytes.
 * @got: how many.
 * @cut: where the text can be cut in them; all of them when it cannot.
 * @read_err: what reading came to after them.
 * @own: what @open of struct file_parts gave, or another from there.
 */
struct file_part {
	u64 i;
	u8 *buf;
	size_t got;
	size_t cut;
	int read_err;
	void *own;
};

/**
 * struct file_parts - how a file is shared
 *
 * @p: its pieces.
 * @threads: how many threads may share it.
 * @context: for the calls.
 * @open: memory for what is made of a part; NULL when there is none.
 * @close: frees it; NULL is allowed.
 * @begin: a thread calls it: the text from the cut on, as if it began there.  Not
 *	called for a part that cannot be cut.
 * @join: the caller's thread calls it for each part in order: the bytes before
 *	the cut belong to the text before.  Return: false to end it all.
 * @end: set to how many bytes were joined.
 * @ended: set to whether the file ended there when it was read.
 */
struct file_parts {
	struct pieces *p;
	unsigned int threads;
	void *context;
	void *(*open)(void *context);
	void (*close)(void *own);
	void (*begin)(void *context, struct file_part *t);
	bool (*join)(void *context, struct file_part *t);
	u64 end;
	bool ended;
};

/**
 * file_parts_run() - read a file by threads, and join its parts
 * @f: how
 *
 * After that the file stands where the last part that was joined ends.  It may have
 * grown, so there can be more.
 *
 * Return: 0; -EAGAIN when there are no threads or no memory for them: then nothing
 * was joined.
 */
int file_parts_run(struct file_parts *f);

#endif /* PARALLEL_FILE_PARTS_H */
