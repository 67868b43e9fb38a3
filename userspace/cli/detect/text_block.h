/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Well-formed text that is counted 64 bytes at a time.
 */
#ifndef DETECT_TEXT_BLOCK_H
#define DETECT_TEXT_BLOCK_H

#include "detect/text_stats.h"

/* Bytes that text_block_count() needs: a block, and what it reads after it. */
#define TEXT_BLOCK_NEEDS 72

/**
 * text_block_count() - count a block of a text
 * @t: the counts; a run has begun, and the last code point was no CR
 * @p: TEXT_BLOCK_NEEDS bytes of well-formed text, from the start of a sequence
 *
 * Return: how many bytes were counted, whole sequences; 0 when there is a CR
 * without LF: then nothing is counted.
 */
size_t text_block_count(struct text_stats *t, const u8 *p);

#endif /* DETECT_TEXT_BLOCK_H */
