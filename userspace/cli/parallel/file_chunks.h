/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A big file in pieces, for threads that share it.
 */
#ifndef PARALLEL_FILE_CHUNKS_H
#define PARALLEL_FILE_CHUNKS_H

#include "io/input.h"
#include "utf8check.h"
#include "core/u8c.h"

/**
 * struct pieces - a file that is read in pieces
 *
 * @in: the file.
 * @start: its offset where the text begins.
 * @length: bytes from there to its end, when it was opened.
 * @size: bytes of a piece, a multiple of four.
 * @coding: how the text is written.
 */
struct pieces {
	struct input *in;
	off_t start;
	u64 length;
	size_t size;
	struct u8c_coding coding;
};

/**
 * pieces_plan() - may threads share a file, and does that pay?
 * @p: filled
 * @in: the file
 * @engine: who judges
 * @config: what is done to the text
 *
 * Return: false where one thread has to read the text from end to end.
 */
bool pieces_plan(struct pieces *p, struct input *in,
		 const struct utf8check *engine,
		 const struct utf8check_config *config);

/*
 * Is a file of @length bytes big enough to share?  pieces_plan() asks this
 * first.
 */
bool pieces_are_worth(off_t length);

/* May a text be cut at all, with this engine and this configuration? */
bool pieces_may_be(const struct utf8check *engine,
		   const struct utf8check_config *config);

/* How many threads a file keeps busy; at most @most. */
unsigned int pieces_threads(const struct pieces *p, unsigned int most);

/*
 * Change the configuration for a stream that does not begin where the text
 * does.
 */
void pieces_configure(const struct pieces *p, struct utf8check_config *config);

/**
 * pieces_read() - all bytes of a piece
 * @p: the file
 * @i: which piece, from 0
 * @buf: room for @p->size bytes
 * @err: set to 0, or a negative errno when there are more bytes that cannot be
 *	read
 *
 * Return: how many; less than @p->size at the end of the file.
 */
size_t pieces_read(const struct pieces *p, u64 i, u8 *buf, int *err);

/**
 * pieces_cut() - where the text can be cut
 * @p: the file
 * @buf: the bytes of a piece
 * @n: how many
 *
 * Return: the first offset in the piece where a cut is safe; @n when there is
 * none.
 */
size_t pieces_cut(const struct pieces *p, const u8 *buf, size_t n);

#endif /* PARALLEL_FILE_CHUNKS_H */
