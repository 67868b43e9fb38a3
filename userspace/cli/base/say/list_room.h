/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A list in memory that grows.
 */
#ifndef SAY_LIST_ROOM_H
#define SAY_LIST_ROOM_H

#include <stdlib.h>

/**
 * list_room() - make room for one more in a list
 * @list: the list, which got all its room here; NULL where @count is 0
 * @count: how many there are
 * @size: bytes of one
 *
 * There is room for the next power of two.
 *
 * Return: the list from now on; NULL without memory: then the old one stays.
 */
static inline void *list_room(void *list, size_t count, size_t size)
{
	return count & (count - 1) ? list : reallocarray(list, count ? 2 * count : 1, size);
}

#endif /* SAY_LIST_ROOM_H */
