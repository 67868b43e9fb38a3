/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for names and paths.
 *
 * The core computes what a lax decoder would read; the reference lists every form
 * of the four characters, and looks whether it is there.  The core follows all
 * readings at once; the reference goes through them one by one.
 */
#ifndef U8C_REFERENCE_PATH_H
#define U8C_REFERENCE_PATH_H

#include "reference.h"

/* At most so many bytes of a text may have more than one reading. */
#define U8C_REF_FORKS 10

/**
 * u8c_ref_readable() - is there time for all readings of a text?
 * @p: the bytes
 * @n: how many
 *
 * Return: false when more than U8C_REF_FORKS bytes are not ASCII: each of them
 * doubles the number of readings and needs stack.
 */
bool u8c_ref_readable(const u8 *p, size_t n);

/**
 * u8c_ref_judge() - judge a name or a path, as u8c_name()
 * @p: the bytes
 * @n: how many
 * @path: it is a path
 * @refuse: one bit for each class that is refused
 * @v: the verdict; the question about ".." is answered where the
 *	text is u8c_ref_readable(), else left at no
 * @f: room for findings
 * @room: how many findings it holds
 */
void u8c_ref_judge(const u8 *p, size_t n, bool path, u64 refuse,
		   struct utf8check_verdict *v, struct utf8check_finding *f, size_t room);

/**
 * u8c_ref_hidden_dotdot() - as u8c_hidden_dotdot(), reading by reading
 * @p: the bytes
 * @n: how many; the text is u8c_ref_readable()
 * @offset: set when the answer is yes
 *
 * Return: true when some reading has a ".." that the bytes do not show.
 */
bool u8c_ref_hidden_dotdot(const u8 *p, size_t n, u64 *offset);

#endif /* U8C_REFERENCE_PATH_H */
