/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for names and paths.
 *
 * The core computes what a lax decoder would read; the reference lists every form
 * of the four characters, and looks whether it is there.
 */
#ifndef U8C_REFERENCE_PATH_H
#define U8C_REFERENCE_PATH_H

#include "reference.h"

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

#endif /* U8C_REFERENCE_PATH_H */
