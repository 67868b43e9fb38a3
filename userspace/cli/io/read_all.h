/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file of any kind, read into memory.
 */
#ifndef IO_READ_ALL_H
#define IO_READ_ALL_H

#include "core/u8c.h"

/**
 * struct whole - a file in memory
 *
 * @name: as the user gave it.
 * @p: its bytes; owned.
 * @n: how many.
 */
struct whole {
	const char *name;
	u8 *p;
	size_t n;
};

/**
 * whole_read() - read a file to its end
 * @w: filled; to be freed by whole_free() in any case
 * @name: as the user gave it; "-" is standard input
 *
 * Return: 0; a negative errno.
 */
int whole_read(struct whole *w, const char *name);
void whole_free(struct whole *w);

#endif /* IO_READ_ALL_H */
