// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The ways to give a text to the device, each over and over, for ever.
 */
#include "device_ring.h"
#include "latency_loads.h"

#define ENTRIES 4096	/* of one submission */
#define ENTRY 64	/* bytes of each of them */
#define VECTORS 1024
#define PIPE 65536
#define NAME_SIZE 65536	/* longer names are not looked into */

/* All classes for which names and paths can be refused today. */
#define ALL_REFUSED (U8C_BIT(U8C_CLASSES) - 2)

static void take_records(int fd)
{
	struct utf8check_report r = {
		.size = sizeof(r),
		.list = (uintptr_t)back,
		.room = UTF8CHECK_RECORDS_MAX,
	};

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r), 0);
}

/* Makes a session go on after a call that took nothing. */
static void go_on(int fd, int error)
{
	if (error == EILSEQ)
		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	else if (error == EAGAIN)
		while (read(fd, back, LOAD_SIZE) > 0)
			;
	else if (error == ENOBUFS)
		take_records(fd);
	else
		CHECK_EQ(error, EINTR);
}

void by_write(int fd)
{
	for (;;)
		if (write(fd, text, LOAD_SIZE) <= 0)
			go_on(fd, errno);
}

void by_writev(int fd)
{
	struct iovec v[VECTORS];
	size_t i;

	for (i = 0; i < VECTORS; i++)
		v[i] = (struct iovec){ text + i * (LOAD_SIZE / VECTORS),
				       LOAD_SIZE / VECTORS };
	for (;;)
		if (writev(fd, v, VECTORS) <= 0)
			go_on(fd, errno);
}

void by_nowait(int fd)
{
	struct iovec v = { text, LOAD_SIZE };

	for (;;)
		if (pwritev2(fd, &v, 1, -1, RWF_NOWAIT) <= 0)
			go_on(fd, errno);
}

void by_splice(int fd)
{
	int ends[2];

	CHECK_EQ(pipe2(ends, O_NONBLOCK), 0);
	for (;;) {
		ssize_t n = write(ends[1], text, PIPE);

		CHECK(n > 0 || errno == EAGAIN);
		n = splice(ends[0], NULL, fd, NULL, PIPE, SPLICE_F_NONBLOCK);
		if (n <= 0)
			go_on(fd, errno);
	}
}

static void put_write(struct ring *r, int fd, size_t n)
{
	struct io_uring_sqe sqe = {
		.opcode = IORING_OP_WRITE, .fd = fd, .len = n,
		.addr = (uintptr_t)text, .off = (uint64_t)-1,
	};

	ring_put(r, &sqe);
}

void by_uring(int fd)
{
	struct ring r;

	ring_open(&r, 4);
	for (;;) {
		int got;

		put_write(&r, fd, LOAD_SIZE);
		CHECK_EQ(ring_enter(&r, 1), 1);
		got = ring_complete(&r);
		if (got <= 0)
			go_on(fd, -got);
	}
}

void by_many_entries(int fd)
{
	struct ring r;

	ring_open(&r, ENTRIES);
	for (;;) {
		int i, error = 0, put;

		for (i = 0; i < ENTRIES; i++)
			put_write(&r, fd, ENTRY);
		for (put = 0; put < ENTRIES; put += i) {
			i = ring_enter(&r, ENTRIES - put);
			CHECK(i > 0);
		}
		for (i = 0; i < ENTRIES; i++) {
			int got = ring_complete(&r);

			error = got < 0 ? -got : error;
		}
		if (error)
			go_on(fd, error);
	}
}

void by_check(int fd)
{
	struct utf8check_config config = { .size = sizeof(config) };

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &config), 0);
	for (;;) {
		struct utf8check_check c = {
			.size = sizeof(c), .buf = (uintptr_t)text,
			.len = LOAD_SIZE, .profile = config.profile,
		};

		CHECK(!ioctl(fd, UTF8CHECK_IOC_CHECK, &c) || errno == EILSEQ);
	}
}

/* Judges the longest name that is looked into, with all classes refused. */
static void judge(int fd, unsigned long call)
{
	for (;;) {
		struct utf8check_check_name c = {
			.size = sizeof(c), .buf = (uintptr_t)text,
			.len = NAME_SIZE, .findings = (uintptr_t)back,
			.room = LOAD_SIZE / sizeof(struct utf8check_finding),
			.policy.refuse = ALL_REFUSED,
		};

		CHECK(ioctl(fd, call, &c) == -1 && errno == EILSEQ);
		CHECK(c.verdict.findings);
	}
}

void by_name(int fd)
{
	judge(fd, UTF8CHECK_IOC_CHECK_NAME);
}

void by_path(int fd)
{
	judge(fd, UTF8CHECK_IOC_CHECK_PATH);
}
