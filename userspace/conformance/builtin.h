/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors that are part of the command: all files of userspace/data/vectors.
 */
#ifndef BUILTIN_H
#define BUILTIN_H

extern const char builtin_vectors[];
extern const char builtin_vectors_end[];

#endif /* BUILTIN_H */
