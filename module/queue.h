/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output that waits to be read: a ring of bytes that always has its free room
 * in one piece, so that the core can write into it.
 */
#ifndef UTF8CHECK_QUEUE_H
#define UTF8CHECK_QUEUE_H

#include <linux/refcount.h>
#include <linux/types.h>

/**
 * struct utf8check_ring - the memory of a queue
 *
 * A reader copies out of it without the session's lock, and SET_CONFIG can give the
 * queue another one meanwhile: each holds a reference.
 *
 * @users: references.
 * @size: bytes of @data.
 * @data: the bytes.
 */
struct utf8check_ring {
	refcount_t users;
	u32 size;
	u8 *data;
};

/**
 * struct utf8check_queue - a bounded queue of bytes
 *
 * All calls are serialized by the session's lock.  @used and @room may also be
 * read without it, for poll; @room, after utf8check_queue_is_there().
 *
 * @ring: the memory; NULL until utf8check_queue_set().
 * @size: its bytes.
 * @head: offset of the first byte to read.
 * @tail: offset of the first free byte.
 * @end: where the bytes before @size end, while @wrapped.
 * @used: bytes waiting.
 * @room: bytes that fit at @tail.
 * @wrapped: the bytes go on at offset 0 after @end.
 */
struct utf8check_queue {
	struct utf8check_ring *ring;
	u32 size;
	u32 head;
	u32 tail;
	u32 end;
	u32 used;
	u32 room;
	bool wrapped;
};

/*
 * Gives an empty queue @ring, of at least 4096 bytes, and the reference to it.
 * Return: the ring that it had, or NULL; the caller drops its reference.
 */
struct utf8check_ring *utf8check_queue_set(struct utf8check_queue *q,
					   struct utf8check_ring *ring);
void utf8check_queue_clear(struct utf8check_queue *q);

/* Does it have its memory?  Then @q->room can be read too, without the lock. */
bool utf8check_queue_is_there(const struct utf8check_queue *q);

/* @n bytes, at most @q->room, were written at @q->tail. */
void utf8check_queue_wrote(struct utf8check_queue *q, u32 n);

/* Bytes that can be read at @q->head, 0 when the queue is empty. */
u32 utf8check_queue_readable(const struct utf8check_queue *q);

/* @n bytes, at most utf8check_queue_readable(), were read. */
void utf8check_queue_read(struct utf8check_queue *q, u32 n);

#endif /* UTF8CHECK_QUEUE_H */
