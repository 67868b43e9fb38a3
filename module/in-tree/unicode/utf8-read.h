/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts that are read many bytes at a time.
 */
#ifndef UTF8_READ_H
#define UTF8_READ_H

#include "utf8n.h"

/* The most bytes that utf8_read() makes at once, and needs room for. */
#define UTF8_ROOM 16

/**
 * utf8_read() - the form of the next part of a text
 * @c: the cursor, never given to utf8byte()
 * @out: room for it
 * @room: its size, at least UTF8_ROOM
 * @made: set to the bytes written to @out
 *
 * Return: 1 where there may be more; 0 at the end; -1 where a code point is
 * ill-formed after what was written.
 */
int utf8_read(struct utf8cursor *c, u8 *out, size_t room, size_t *made);

/*
 * Passes what two texts begin with that becomes the same, up to a place in each where no run
 * of nonstarters continues.  Both cursors are new, and have the same map and form.
 * Return: true where nothing is left of either.
 */
bool utf8_skip_alike(struct utf8cursor *a, struct utf8cursor *b);

#endif /* UTF8_READ_H */
