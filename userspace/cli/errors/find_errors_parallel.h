/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every error of a big file, by several threads.
 */
#ifndef ERRORS_FIND_ERRORS_PARALLEL_H
#define ERRORS_FIND_ERRORS_PARALLEL_H

#include <errno.h>
#include "parallel/file_chunks.h"
#include "errors/many_streams.h"

/**
 * judge_pieces() - as judge_input(), with the same answer
 * @j: what is asked
 * @p: the file, as it was planned
 *
 * Return: 0; a negative errno; -EAGAIN when there are no threads or no memory
 * for them: then nothing was read or found.
 */
int judge_pieces(struct judge *j, struct pieces *p);

/* Read on from where the file is, and judge it to its end. */
int judge_rest(struct run *r, struct input *in);

#endif /* ERRORS_FIND_ERRORS_PARALLEL_H */
