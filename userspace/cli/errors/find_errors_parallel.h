/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every error of a big file, by several threads.
 */
#ifndef ERRORS_FIND_ERRORS_PARALLEL_H
#define ERRORS_FIND_ERRORS_PARALLEL_H

#include <errno.h>
#include "parallel/file_chunks.h"
#include "errors/error_stream.h"

/**
 * find_errors_parallel() - as find_errors(), with the same answer
 * @search: what is asked
 * @p: the file, as it was planned
 * @work: as for find_errors()
 *
 * Return: 0; a negative errno; -EAGAIN when there are no threads or no memory
 * for them: then nothing was read or found.
 */
int find_errors_parallel(struct error_search *search, struct file_chunks *p, u8 *work);

/* Read on from where the file is, to its end. */
int find_errors_in_rest(struct error_stream *s, struct input *in, u8 *work);

#endif /* ERRORS_FIND_ERRORS_PARALLEL_H */
