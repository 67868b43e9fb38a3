/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * io_uring, an entry at a time.
 */
#ifndef RING_H
#define RING_H

#include <errno.h>
#include <linux/io_uring.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RING_ENTRIES 1	/* of a ring, for io_uring_setup() */

/* Submits an entry to a ring that @p is of, and waits.  Return: the entry's result. */
static inline int ring_do(struct io_uring_params *p, int ring,
			  const struct io_uring_sqe *sqe)
{
	size_t size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
	char *rings = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring,
			   IORING_OFF_SQ_RING);
	struct io_uring_sqe *entries = mmap(NULL, sizeof(*sqe) * p->sq_entries,
					    PROT_READ | PROT_WRITE, MAP_SHARED,
					    ring, IORING_OFF_SQES);
	const struct io_uring_cqe *done = (void *)(rings + p->cq_off.cqes);
	uint32_t *tail = (void *)(rings + p->sq_off.tail);
	uint32_t *head = (void *)(rings + p->cq_off.head), at;

	if (rings == MAP_FAILED || entries == MAP_FAILED)
		return -ENOMEM;
	entries[0] = *sqe;
	((uint32_t *)(rings + p->sq_off.array))[0] = 0;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
	if (syscall(__NR_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS,
		    NULL, 0) != 1)
		return -errno;
	at = *head & (p->cq_entries - 1);
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return done[at].res;
}

#endif /* RING_H */
