/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file of any kind, read into memory.
 */
#ifndef FILE_READ_ALL_H
#define FILE_READ_ALL_H

#include "core/u8c.h"

/**
 * struct file_bytes - a whole file in memory
 *
 * @name: as the user gave it.
 * @p: its bytes; owned.
 * @n: how many.
 */
struct file_bytes {
	const char *name;
	u8 *p;
	size_t n;
};

/**
 * read_all() - read a file to its end
 * @file: filled; its @p is to be freed in any case
 * @name: as the user gave it; "-" is standard input
 *
 * Return: 0; a negative errno.
 */
int read_all(struct file_bytes *file, const char *name);

#endif /* FILE_READ_ALL_H */
