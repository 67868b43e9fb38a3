// SPDX-License-Identifier: GPL-2.0-only
/*
 * A ring whose free room is one piece.
 *
 * Where the last bytes of the ring are fewer than a piece of the core's output, they stay
 * unused, and the piece is written at the start.
 */
#include <linux/compiler.h>

#include "core/stream/stream.h"
#include "utf8check_private.h"

static void update_room(struct utf8check_queue *q)
{
	const u32 size = q->ring->size;

	if (!q->used) {
		q->head = 0;
		q->tail = 0;
		q->wrapped = false;
	}
	if (!q->wrapped && size - q->tail < U8C_PIECE_MAX) {
		q->end = q->tail;
		q->tail = 0;
		q->wrapped = true;
	}
	WRITE_ONCE(q->room, (q->wrapped ? q->head : size) - q->tail);
}

void utf8check_queue_clear(struct utf8check_queue *q)
{
	WRITE_ONCE(q->used, 0);
	update_room(q);
}

void utf8check_queue_wrote(struct utf8check_queue *q, u32 n)
{
	q->tail += n;
	WRITE_ONCE(q->used, q->used + n);
	update_room(q);
}

u32 utf8check_queue_readable(const struct utf8check_queue *q)
{
	return (q->wrapped ? q->end : q->tail) - q->head;
}

void utf8check_queue_read(struct utf8check_queue *q, u32 n)
{
	q->head += n;
	WRITE_ONCE(q->used, q->used - n);
	if (q->wrapped && q->head == q->end) {
		q->head = 0;
		q->wrapped = false;
	}
	update_room(q);
}
