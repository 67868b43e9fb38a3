/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A big file in chunks, for threads that share it.
 */
#ifndef THREAD_FILE_CHUNKS_H
#define THREAD_FILE_CHUNKS_H

#include "base/file/input.h"
#include "utf8check.h"
#include "base/types.h"
#include "base/thread/safe_cut.h"

/**
 * struct file_chunks - a file that is read in chunks
 *
 * @in: the file.
 * @start: its offset where the text begins.
 * @length: bytes from there to its end, when it was opened.
 * @size: bytes of a chunk, a multiple of four.
 * @rule: where it can be cut.
 */
struct file_chunks {
	struct input *in;
	off_t start;
	u64 length;
	size_t size;
	struct cut_rule rule;
};

/**
 * file_chunks_plan() - may threads share a file, and does that pay?
 * @p: filled
 * @in: the file
 * @engine: the engine that judges; NULL: this process
 * @config: what is done to the text
 *
 * Return: false where one thread has to read the text from end to end.
 */
bool file_chunks_plan(struct file_chunks *p, struct input *in,
		 const struct utf8check *engine,
		 const struct utf8check_config *config);

/*
 * Is a file of @length bytes big enough to share?  file_chunks_plan() asks this
 * first.
 */
bool file_chunks_are_worth(off_t length);

/* May a text be cut at all, with this engine and this configuration? */
bool file_chunks_may_be(const struct utf8check *engine,
		   const struct utf8check_config *config);

/* How many threads a file keeps busy; at most @most. */
unsigned int file_chunks_threads(const struct file_chunks *p, unsigned int most);

/*
 * Change the configuration for a stream that does not begin where the text
 * does.
 */
void file_chunks_configure(const struct file_chunks *p, struct utf8check_config *config);

/**
 * file_chunks_read() - all bytes of a chunk
 * @p: the file
 * @i: which chunk, from 0
 * @buf: room for @p->size bytes
 * @err: set to 0, or a negative errno when there are more bytes that cannot be
 *	read
 *
 * Return: how many; less than @p->size at the end of the file.
 */
size_t file_chunks_read(const struct file_chunks *p, u64 i, u8 *buf, int *err);

/**
 * file_chunks_cut() - where the text can be cut
 * @p: the file
 * @buf: the bytes of a chunk
 * @n: how many
 *
 * Return: the first offset in the chunk where a cut is safe; @n when there is
 * none, or none near its start.
 */
size_t file_chunks_cut(const struct file_chunks *p, const u8 *buf, size_t n);

#endif /* THREAD_FILE_CHUNKS_H */
