/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The caller's bytes, where the core can judge them.
 */
#ifndef UTF8CHECK_STAGE_H
#define UTF8CHECK_STAGE_H

#include <linux/types.h>

struct iov_iter;

/**
 * utf8check_stage_next() - the next bytes of a write
 * @stage: room for UTF8CHECK_STAGE_SIZE bytes
 * @from: the write's bytes; moved on past those that are returned
 * @in_place: they may be judged where they are, though others may write there
 *	meanwhile
 * @n: set to how many there are, at most UTF8CHECK_STAGE_SIZE; 0 when the
 *	caller's memory cannot be read
 *
 * Return: the bytes, which stay there until the call of the caller returns.
 */
const u8 *utf8check_stage_next(u8 *stage, struct iov_iter *from, bool in_place, size_t *n);

#endif /* UTF8CHECK_STAGE_H */
