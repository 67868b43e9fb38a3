/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Compressed files, read as what is in them.
 *
 * A program of the system decompresses a file, which is its standard input: the program
 * gets no name.  Its output is read once, as a pipe is.  The program itself reports what
 * is wrong with the file.
 */
#ifndef FILE_DECOMPRESS_H
#define FILE_DECOMPRESS_H

#include "base/file/input.h"

/* Is that wanted, and how many bytes may come of a file? */
extern bool decompress_is_wanted;
extern u64 decompress_most;

/*
 * If the file, which was just opened, is compressed, start what decompresses it, which is
 * then read in its place.  Return: 0 or a negative errno.
 */
int decompress_begin(struct input *in);

#endif /* FILE_DECOMPRESS_H */
