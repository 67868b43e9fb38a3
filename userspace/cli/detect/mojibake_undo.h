/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake undone.
 */
#ifndef DETECT_MOJIBAKE_UNDO_H
#define DETECT_MOJIBAKE_UNDO_H

#include "io/input.h"
#include "detect/mojibake.h"
#include "io/output.h"

/**
 * undo_write() - write a text as it was before it was misread
 * @answer: what happened to it; nothing is bad
 * @in: the text, at its start
 * @out: where to
 *
 * Return: 0; -EILSEQ when the text is not the one that was looked at; another
 * negative errno; 1 when the output has told its trouble already.
 */
int undo_write(const struct mojibake_answer *answer, struct input *in,
	       struct output *out);

/**
 * undo_prepare() - see to it that a file can be read twice
 * @in: the file; one that cannot go back is copied into a temporary file
 * @start: set to where it is read from
 *
 * Return: 0 or a negative errno.
 */
int undo_prepare(struct input *in, off_t *start);

#endif /* DETECT_MOJIBAKE_UNDO_H */
