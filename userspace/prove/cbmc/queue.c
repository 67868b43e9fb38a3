// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The queue of a session, by induction: from any sound state each call leads to a
 * sound state again, and every byte that waits stays where it was and in its order.
 * The ring has up to SIZE bytes.
 */
#include "kernel.h"
#include "any.h"
#include "module/utf8check_private.h"

/* As of a ring. */
#define SIZE_MIN 4096

static bool is_sound(const struct utf8check_queue *q)
{
	if (q->wrapped)
		return q->tail <= q->head && q->head < q->end && q->end <= q->ring->size &&
		       q->used == q->end - q->head + q->tail &&
		       q->room == q->head - q->tail;
	return q->head <= q->tail && q->tail <= q->ring->size &&
	       q->used == q->tail - q->head && q->room == q->ring->size - q->tail &&
	       q->room >= U8C_PIECE_MAX;
}

/* The offset of byte @k of those that wait. */
static u32 place(const struct utf8check_queue *q, u32 k)
{
	const u32 at = q->head + k;

	return q->wrapped && at >= q->end ? at - q->end : at;
}

static void look(const struct utf8check_queue *q)
{
	const u32 k = nondet_u64();
	const u32 readable = utf8check_queue_readable(q);

	__CPROVER_assert(readable <= q->used && !readable == !q->used, "readable");
	__CPROVER_assert((u64)q->head + readable <= q->ring->size, "what is read is in the ring");
	__CPROVER_assert((u64)q->tail + q->room <= q->ring->size, "the room is in the ring");
	__CPROVER_assume(k < q->used);
	__CPROVER_assert(k >= readable || place(q, k) == q->head + k, "readable in a piece");
	__CPROVER_assert(place(q, k) < q->tail || place(q, k) >= (u64)q->tail + q->room,
			 "no byte that waits is in the room");
}

static void write_some(struct utf8check_queue *q)
{
	const struct utf8check_queue before = *q;
	const u32 n = any_size(0, q->room);
	const u32 k = nondet_u64();

	utf8check_queue_wrote(q, n);
	__CPROVER_assert(is_sound(q), "sound after a write");
	__CPROVER_assert(q->used == before.used + n, "longer");
	__CPROVER_assume(k < q->used);
	__CPROVER_assert(place(q, k) == (k < before.used ? place(&before, k) :
					 before.tail + (k - before.used)), "written");
}

static void read_some(struct utf8check_queue *q)
{
	const struct utf8check_queue before = *q;
	const u32 n = any_size(0, utf8check_queue_readable(q));
	const u32 k = nondet_u64();

	utf8check_queue_read(q, n);
	__CPROVER_assert(is_sound(q), "sound after a read");
	__CPROVER_assert(q->used == before.used - n, "shorter");
	__CPROVER_assume(k < q->used);
	__CPROVER_assert(place(q, k) == place(&before, k + n), "read");
}

static void begin(void)
{
	struct utf8check_ring ring = { .size = any_size(SIZE_MIN, SIZE) };
	struct utf8check_queue q = { .ring = &ring };

	utf8check_queue_clear(&q);
	__CPROVER_assert(is_sound(&q) && !q.used && q.ring == &ring, "sound at the start");
}

static struct utf8check_queue any_queue(struct utf8check_ring *ring)
{
	struct utf8check_queue q;

	q.ring = ring;
	if (q.wrapped)
		__CPROVER_assume(q.tail <= q.head && q.head < q.end && q.end <= ring->size);
	else
		__CPROVER_assume(q.head <= q.tail && q.tail <= ring->size);
	/* The same terms as in the code are easier for the prover than sums that are equal. */
	q.used = q.wrapped ? q.end - q.head + q.tail : q.tail - q.head;
	q.room = (q.wrapped ? q.head : ring->size) - q.tail;
	__CPROVER_assume(is_sound(&q));
	return q;
}

int main(void)
{
	struct utf8check_ring ring = { .size = any_size(SIZE_MIN, SIZE) };
	struct utf8check_queue q = any_queue(&ring);

	switch (nondet_u64()) {
	case 0:
		begin();
		break;
	case 1:
		look(&q);
		break;
	case 2:
		write_some(&q);
		break;
	case 3:
		read_some(&q);
		break;
	default:
		utf8check_queue_clear(&q);
		__CPROVER_assert(is_sound(&q) && !q.used, "sound and empty");
	}
	return 0;
}
