/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output that waits to be read: a ring of bytes that always has its free room
 * in one piece, so that the core can write into it.
 */
#ifndef UTF8CHECK_QUEUE_H
#define UTF8CHECK_QUEUE_H

#include <linux/types.h>

/**
 * struct utf8check_queue - a bounded queue of bytes
 *
 * All calls are serialized by the session's lock.  @used and @room may also be
 * read without it, for poll; @room, after utf8check_queue_is_there().
 *
 * @data: the ring; NULL until utf8check_queue_alloc().
 * @size: its bytes.
 * @head: offset of the first byte to read.
 * @tail: offset of the first free byte.
 * @end: where the bytes before @size end, while @wrapped.
 * @used: bytes waiting.
 * @room: bytes that fit at @tail.
 * @wrapped: the bytes go on at offset 0 after @end.
 */
struct utf8check_queue {
	u8 *data;
	u32 size;
	u32 head;
	u32 tail;
	u32 end;
	u32 used;
	u32 room;
	bool wrapped;
};

/**
 * utf8check_queue_alloc() - give an empty queue its memory
 * @q: the queue, zeroed
 * @size: bytes, at least 4096
 * @gfp: how to allocate; with __GFP_ACCOUNT, as the caller's cgroup pays.
 *	Without __GFP_DIRECT_RECLAIM the memory must be in one piece.
 *
 * Context: May sleep if @gfp does.
 * Return: 0 or -ENOMEM.
 */
int utf8check_queue_alloc(struct utf8check_queue *q, u32 size, gfp_t gfp);
void utf8check_queue_free(struct utf8check_queue *q);
void utf8check_queue_clear(struct utf8check_queue *q);

/* Does it have its memory?  Then @q->room can be read too, without the lock. */
bool utf8check_queue_is_there(const struct utf8check_queue *q);

/* @n bytes, at most @q->room, were written at @q->data + @q->tail. */
void utf8check_queue_wrote(struct utf8check_queue *q, u32 n);

/* Bytes that can be read at @q->data + @q->head, 0 when the queue is empty. */
u32 utf8check_queue_readable(const struct utf8check_queue *q);

/* @n bytes, at most utf8check_queue_readable(), were read. */
void utf8check_queue_read(struct utf8check_queue *q, u32 n);

#endif /* UTF8CHECK_QUEUE_H */
