/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake undone.
 */
#ifndef DETECT_MOJIBAKE_UNDO_H
#define DETECT_MOJIBAKE_UNDO_H

#include "base/file/input.h"
#include "feature/detect/mojibake.h"
#include "base/file/output.h"

/**
 * mojibake_undo_write() - write a text as it was before it was misread
 * @answer: how the text was misread; nothing is bad.  Where it has no steps, places are
 *	mended, each listed on standard error
 * @in: the text, at its start
 * @out: where the text goes
 *
 * Return: 0; -EILSEQ when the text is not the one that was examined; another
 * negative errno; 1 when the output has printed a message already.
 */
int mojibake_undo_write(const struct mojibake_answer *answer, struct input *in,
	       struct output *out);

/**
 * mojibake_undo_leaves_some() - would a text be mojibake still after mojibake_undo_write()?
 * @m: knows the charsets of @answer; the text that it had is gone
 * @answer: how the text was misread; nothing is bad
 * @in: the text, at its start
 *
 * Return: 1 or 0; a negative errno, as of mojibake_undo_write().
 */
int mojibake_undo_leaves_some(struct mojibake *m, const struct mojibake_answer *answer,
			      struct input *in);

/**
 * mojibake_undo_prepare() - make sure that a file can be read twice
 * @in: the file; a file that cannot be read twice, as a pipe, is replaced by a
 *	temporary copy
 * @start: set to the offset from which it is read
 *
 * Return: 0 or a negative errno.
 */
int mojibake_undo_prepare(struct input *in, off_t *start);

/*
 * Undo the mojibake of a text of well-formed UTF-8; @to has room for 4 * @n bytes.  Return:
 * false where there is none, where undoing it is not exact, or without memory.  Only one
 * thread may call this.
 */
bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length);

#endif /* DETECT_MOJIBAKE_UNDO_H */
