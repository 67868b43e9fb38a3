/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text that is judged for itself: bytes of a file, or in memory.
 */
#ifndef PART_PART_SOURCE_H
#define PART_PART_SOURCE_H

#include <errno.h>
#include "base/types.h"
#include "base/file/input.h"

/* Bytes that are read at once. */
#define PART_CHUNK (1 << 18)

/* The file has become shorter, or its size was never known. */
#define PART_SHORT (-ENODATA)

/* Bytes at an offset.  Return: 0; a negative errno; PART_SHORT. */
int part_read_exactly(const struct input *in, u8 *to, u64 offset, size_t n);

/**
 * struct part_source - a text
 *
 * @in: the file, or NULL.
 * @work: PART_CHUNK bytes for what is read.
 * @memory: the text, where @in is NULL.
 * @offset: of the next byte in the file.
 * @left: how many bytes there are from there on.
 */
struct part_source {
	struct input *in;
	u8 *work;
	const u8 *memory;
	u64 offset;
	u64 left;
};

/**
 * part_source_next() - the next bytes
 * @s: the text
 * @p: set to them
 *
 * Return: how many; 0 at the end; a negative errno; PART_SHORT.
 */
ssize_t part_source_next(struct part_source *s, const u8 **p);

#endif /* PART_PART_SOURCE_H */
