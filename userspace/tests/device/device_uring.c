// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * io_uring on a session: one entry at a time.
 */
#include <sys/syscall.h>

#include "device_ring.h"

static void begin(struct ring *r, int op, int fd, void *p, size_t n)
{
	struct io_uring_sqe sqe = {
		.opcode = op, .fd = fd, .addr = (uintptr_t)p, .len = n,
		.off = (uint64_t)-1,
	};

	ring_put(r, &sqe);
	CHECK_EQ(ring_enter(r, 1), 1);
}

static int call(struct ring *r, int op, int fd, void *p, size_t n)
{
	begin(r, op, fd, p, n);
	return ring_complete(r);
}

static void read_and_write(void)
{
	int fd = session(O_RDWR);
	struct ring r;
	char got[16];

	ring_open(&r, 4);
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "a\342\202\254", 4), 4);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), 4);
	CHECK(!memcmp(got, "a\342\202\254", 4));
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "b\377", 2), 1);
	CHECK_EQ(call(&r, IORING_OP_WRITE, fd, "c", 1), -EILSEQ);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), 1);
	CHECK_EQ(call(&r, IORING_OP_READ, fd, got, sizeof(got)), -EILSEQ);
}

/* While a read waits, the caller can write. */
static void read_waits(void)
{
	int fd = session(O_RDWR);
	struct ring r;
	char got[16];

	ring_open(&r, 4);
	begin(&r, IORING_OP_READ, fd, got, sizeof(got));
	CHECK_EQ(PUT(fd, "xyz"), 3);
	CHECK_EQ(ring_complete(&r), 3);
	CHECK(!memcmp(got, "xyz", 3));
}

static void write_waits(void)
{
	int fd = full_session();
	static char page[4096];
	struct ring r;

	ring_open(&r, 4);
	begin(&r, IORING_OP_WRITE, fd, "xyz", 3);
	CHECK(read(fd, page, sizeof(page)) > 0);
	CHECK_EQ(ring_complete(&r), 3);
	EXPECT(fd, "xyz");
}

static void vectors(void)
{
	int fd = session(O_RDWR);
	struct iovec v[] = { { "\342\202", 2 }, { "\254", 1 } };
	struct ring r;

	ring_open(&r, 4);
	CHECK_EQ(call(&r, IORING_OP_WRITEV, fd, v, 2), 3);
	EXPECT(fd, "\342\202\254");
}

/* Returns what close says after a write, to which it is linked. */
static int write_and_close(const char *text, size_t n, unsigned int link, int written)
{
	int fd = session(O_WRONLY);
	struct io_uring_sqe write = {
		.opcode = IORING_OP_WRITE, .flags = link, .fd = fd,
		.addr = (uintptr_t)text, .len = n, .off = (uint64_t)-1,
	};
	struct io_uring_sqe close = { .opcode = IORING_OP_CLOSE, .fd = fd };
	struct ring r;

	ring_open(&r, 4);
	ring_put(&r, &write);
	ring_put(&r, &close);
	CHECK_EQ(ring_enter(&r, 2), 2);
	CHECK_EQ(ring_complete(&r), written);
	return ring_complete(&r);
}

/* A short write ends a link; a close that is made all the same says the error. */
static void links(void)
{
	CHECK_EQ(write_and_close("a", 1, IOSQE_IO_LINK, 1), 0);
	CHECK_EQ(write_and_close("a\377", 2, IOSQE_IO_LINK, 1), -ECANCELED);
	CHECK_EQ(write_and_close("a\377", 2, IOSQE_IO_HARDLINK, 1), -EILSEQ);
	CHECK_EQ(write_and_close("a\342", 2, IOSQE_IO_LINK, 2), -EILSEQ);
	CHECK_EQ(write_and_close("\377", 1, IOSQE_IO_HARDLINK, -EILSEQ), 0);
}

/* Returns what the close of a direct descriptor says after a write to it. */
static int write_directly(const char *text, size_t n, int written)
{
	struct io_uring_sqe open = {
		.opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = (uintptr_t)"/dev/utf8check",
		.open_flags = O_WRONLY, .file_index = 1
	};
	struct io_uring_sqe write = {
		.opcode = IORING_OP_WRITE, .flags = IOSQE_FIXED_FILE, .addr = (uintptr_t)text,
		.len = n, .off = (uint64_t)-1,
	};
	struct io_uring_sqe close = { .opcode = IORING_OP_CLOSE, .file_index = 1 };
	struct ring r;
	int none = -1;

	ring_open(&r, 4);
	if (syscall(__NR_io_uring_register, r.fd, IORING_REGISTER_FILES, &none, 1))
		skip("no direct descriptors: %s", strerror(errno));
	ring_put(&r, &open);
	CHECK_EQ(ring_enter(&r, 1), 1);
	CHECK_EQ(ring_complete(&r), 0);
	ring_put(&r, &write);
	CHECK_EQ(ring_enter(&r, 1), 1);
	CHECK_EQ(ring_complete(&r), written);
	ring_put(&r, &close);
	CHECK_EQ(ring_enter(&r, 1), 1);
	return ring_complete(&r);
}

/* The kernel asks the file nothing when such a descriptor is closed: only writes tell. */
static void direct_descriptors(void)
{
	CHECK_EQ(write_directly("a\377", 2, 1), 0);
	CHECK_EQ(write_directly("a\342", 2, 2), 0);
	CHECK_EQ(write_directly("\377", 1, -EILSEQ), 0);
}

const struct check uring_checks[] = {
	{ "io_uring: write and read", read_and_write },
	{ "io_uring: a read that waits", read_waits },
	{ "io_uring: a write that waits", write_waits },
	{ "io_uring: writev", vectors },
	{ "answers: io_uring, a close linked to a write", links },
	{ "answers: io_uring, the close of a direct descriptor is not heard", direct_descriptors },
	{}
};
