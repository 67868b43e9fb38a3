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
 * @q: the query; its implementation is not used
 *
 * The question about ".." is answered where the text is u8c_ref_readable(), else
 * left at no.
 */
void u8c_ref_judge(const struct u8c_name_query *q);

/* Judges as u8c_name_classes() does, without the question about "..". */
void u8c_ref_judge_classes(const struct u8c_name_query *q);

#endif /* U8C_REFERENCE_PATH_H */
