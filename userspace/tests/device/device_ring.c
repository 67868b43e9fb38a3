// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * io_uring by its system calls, without a library.
 */
#include <sys/syscall.h>

#include "device_ring.h"

static unsigned int *at(struct ring *r, uint32_t offset)
{
	return (unsigned int *)(r->sq + offset);
}

static void *map(const struct ring *r, size_t size, off_t offset)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_POPULATE, r->fd, offset);

	CHECK(p != MAP_FAILED);
	return p;
}

void ring_open(struct ring *r, unsigned int entries)
{
	memset(r, 0, sizeof(*r));
	r->fd = syscall(__NR_io_uring_setup, entries, &r->p);
	if (r->fd < 0)
		skip("io_uring: %s", strerror(errno));
	if (!(r->p.features & IORING_FEAT_SINGLE_MMAP))
		skip("io_uring is too old");
	r->sq = map(r, r->p.cq_off.cqes +
		    r->p.cq_entries * sizeof(struct io_uring_cqe),
		    IORING_OFF_SQ_RING);
	r->sqes = map(r, r->p.sq_entries * sizeof(struct io_uring_sqe),
		      IORING_OFF_SQES);
}

void ring_put(struct ring *r, const struct io_uring_sqe *sqe)
{
	unsigned int *tail = at(r, r->p.sq_off.tail);
	unsigned int slot = *tail & *at(r, r->p.sq_off.ring_mask);

	r->sqes[slot] = *sqe;
	at(r, r->p.sq_off.array)[slot] = slot;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
}

int ring_enter(struct ring *r, unsigned int entries)
{
	return syscall(__NR_io_uring_enter, r->fd, entries, 0, 0, NULL, 0);
}

int ring_complete(struct ring *r)
{
	struct io_uring_cqe *cqes = (void *)(r->sq + r->p.cq_off.cqes);
	unsigned int *head = at(r, r->p.cq_off.head);
	int result;

	while (__atomic_load_n(at(r, r->p.cq_off.tail), __ATOMIC_ACQUIRE) ==
	       *head)
		CHECK_EQ(syscall(__NR_io_uring_enter, r->fd, 0, 1,
				 IORING_ENTER_GETEVENTS, NULL, 0), 0);
	result = cqes[*head & *at(r, r->p.cq_off.ring_mask)].res;
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return result;
}
