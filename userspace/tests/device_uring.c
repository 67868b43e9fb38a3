// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * io_uring on a session, by its system calls alone: one entry at a time.
 */
#include <sys/syscall.h>

#include <linux/io_uring.h>

#include "device.h"

/**
 * struct ring - an io_uring
 *
 * @fd: its file.
 * @p: what the kernel said of it.
 * @sq: the memory of the submission ring; also of the completion ring.
 * @sqes: the submission entries.
 */
struct ring {
	int fd;
	struct io_uring_params p;
	char *sq;
	struct io_uring_sqe *sqes;
};

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

static void ring_open(struct ring *r)
{
	memset(r, 0, sizeof(*r));
	r->fd = syscall(__NR_io_uring_setup, 4, &r->p);
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

static void submit(struct ring *r, const struct io_uring_sqe *sqe)
{
	unsigned int *tail = at(r, r->p.sq_off.tail);
	unsigned int slot = *tail & *at(r, r->p.sq_off.ring_mask);

	r->sqes[slot] = *sqe;
	at(r, r->p.sq_off.array)[slot] = slot;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
	CHECK_EQ(syscall(__NR_io_uring_enter, r->fd, 1, 0, 0, NULL, 0), 1);
}

static int complete(struct ring *r)
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

static void begin(struct ring *r, int op, int fd, void *p, size_t n)
{
	struct io_uring_sqe sqe = {
		.opcode = op, .fd = fd, .addr = (uintptr_t)p, .len = n,
		.off = (uint64_t)-1,
	};

	submit(r, &sqe);
}

static int call(struct ring *r, int op, int fd, void *p, size_t n)
{
	begin(r, op, fd, p, n);
	return complete(r);
}

static void read_and_write(void)
{
	int fd = session(O_RDWR);
	struct ring r;
	char got[16];

	ring_open(&r);
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "a\342\202\254", 4), 4);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), 4);
	CHECK(!memcmp(got, "a\342\202\254", 4));
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "b\377", 2), 1);
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "c", 1), -EILSEQ);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), 1);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), -EILSEQ);
}

/* A read that waits does not keep the caller from writing. */
static void read_waits(void)
{
	int fd = session(O_RDWR);
	struct ring r;
	char got[16];

	ring_open(&r);
	begin(&r, IORING_OP_READ, fd, got, sizeof(got));
	CHECK_EQ(PUT(fd, "xyz"), 3);
	CHECK_EQ(complete(&r), 3);
	CHECK(!memcmp(got, "xyz", 3));
}

static void write_waits(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_REJECT, 4096);
	static char page[4096];
	struct ring r;

	while (write(fd, page, sizeof(page)) > 0)
		;
	CHECK_EQ(fcntl(fd, F_SETFL, 0), 0);
	ring_open(&r);
	begin(&r, IORING_OP_WRITE, fd, "xyz", 3);
	CHECK(read(fd, page, sizeof(page)) > 0);
	CHECK_EQ(complete(&r), 3);
	EXPECT(fd, "xyz");
}

static void vectors(void)
{
	int fd = session(O_RDWR);
	struct iovec v[] = { { "\342\202", 2 }, { "\254", 1 } };
	struct ring r;

	ring_open(&r);
	CHECK_EQ(call(&r, IORING_OP_WRITEV, fd, v, 2), 3);
	EXPECT(fd, "\342\202\254");
}

const struct check uring_checks[] = {
	{ "io_uring: write and read", read_and_write },
	{ "io_uring: a read that waits", read_waits },
	{ "io_uring: a write that waits", write_waits },
	{ "io_uring: writev", vectors },
	{}
};
