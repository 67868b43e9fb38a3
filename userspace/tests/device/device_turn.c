// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A write that takes long, and what others can do with its session meanwhile.
 */
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>

#include "device.h"

#define BLOCK (1 << 20)
#define BLOCKS 1024

/* 'a' and a gigabyte of bytes that make no output: no queue ever stops it. */
static void *write_long(void *arg)
{
	const int fd = *(const int *)arg;
	struct iovec parts[BLOCKS];
	char *block = malloc(BLOCK);
	size_t i;
	ssize_t n;

	CHECK(block);
	memset(block, 0377, BLOCK);
	for (i = 0; i < BLOCKS; i++)
		parts[i] = (struct iovec) { block, BLOCK };
	CHECK_EQ(PUT(fd, "a"), 1);
	n = writev(fd, parts, BLOCKS);
	CHECK(n > 0 && n < (ssize_t)BLOCK * BLOCKS);
	return NULL;
}

/* Starts it; returns when it is on its way. */
static pid_t begin(int *fd)
{
	pid_t writer = start(write_long, fd);

	while (report(*fd).bytes_in < 2)
		usleep(1000);
	return writer;
}

/* Neither output nor a report waits for the end of the write, and a RESET ends it. */
static void others_get_between(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_DROP, 4096);
	pid_t writer = begin(&fd);
	uint64_t before;

	CHECK_EQ(events(fd), POLLIN);
	EXPECT(fd, "a");
	before = report(fd).bytes_in;
	while (report(fd).bytes_in == before)
		usleep(1000);
	CHECK_ERRNO(read(fd, &before, 1), EAGAIN);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(status_of(writer), 0);
	CHECK_EQ(report(fd).bytes_in, 0);
}

/* While a write holds the I/O lock there is no room for others; its release is an event. */
static void turn_is_an_event(void)
{
	struct epoll_event e = { .events = EPOLLOUT | EPOLLET };
	int fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_DROP), poller = epoll_create1(0);
	pid_t writer;

	writer = begin(&fd);
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e), 0);
	CHECK_ERRNO(put_nowait(fd, "b", 1), EAGAIN);
	/* Not before: the parts of the write do not release the I/O lock. */
	CHECK_EQ(epoll_wait(poller, &e, 1, 100), 0);
	kill(writer, SIGKILL);
	CHECK_EQ(status_of(writer), 256);
	CHECK_EQ(epoll_wait(poller, &e, 1, -1), 1);
	CHECK_EQ(e.events, EPOLLOUT);
	CHECK_EQ(put_nowait(fd, "b", 1), 1);
}

#define WRITERS 4
#define WRITES 3
#define CHARACTERS 500000

/* An odd number of bytes comes first, so that each part ends amid a character. */
static void *write_characters(void *arg)
{
	const int fd = *(const int *)arg;
	static char text[1 + 2 * CHARACTERS] = "a";
	size_t i;

	for (i = 1; i < sizeof(text); i++)
		text[i] = "\251\303"[i % 2];
	for (i = 0; i < WRITES; i++)
		CHECK_EQ(write(fd, text, sizeof(text)), sizeof(text));
	return NULL;
}

/* By a form, which takes long. */
static void writes_stay_whole(void)
{
	int fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_PASS, .form = UTF8CHECK_FORM_NFD), i;
	pid_t writers[WRITERS];

	for (i = 0; i < WRITERS; i++)
		writers[i] = start(write_characters, &fd);
	for (i = 0; i < WRITERS; i++)
		CHECK_EQ(status_of(writers[i]), 0);
	CHECK_EQ(report(fd).errors, 0);
	CHECK_EQ(report(fd).code_points, WRITERS * WRITES * (1 + CHARACTERS));
}

#define READERS 4
#define BYTES 20000

/* @arg: the session, then how many bytes all readers have read. */
static void *read_to_the_end(void *arg)
{
	unsigned int *total = arg;
	char buf[7];
	ssize_t n;

	while ((n = read(*total, buf, sizeof(buf))) > 0)
		__atomic_add_fetch(total + 1, n, __ATOMIC_RELAXED);
	CHECK_EQ(n, 0);
	return NULL;
}

/* Who finds the output gone when it holds the I/O lock waits on: that is not the end. */
static void readers_share(void)
{
	unsigned int *total = shared_memory(4096);
	int fd = session(O_RDWR), i;
	pid_t readers[READERS];

	total[0] = fd;
	for (i = 0; i < READERS; i++)
		readers[i] = start(read_to_the_end, total);
	for (i = 0; i < BYTES; i++)
		CHECK_EQ(PUT(fd, "a"), 1);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	for (i = 0; i < READERS; i++)
		CHECK_EQ(status_of(readers[i]), 0);
	CHECK_EQ(total[1], BYTES);
}

/*
 * Up to a z.  Until then there may be nothing, or the error, and nothing else.
 * @arg: the session, then how often it was told of an error.
 */
static void *read_without_waiting(void *arg)
{
	unsigned int *told = arg;
	char buf[16] = "";
	ssize_t n;

	do {
		n = read(*told, buf, sizeof(buf));
		CHECK(n > 0 || errno == EAGAIN || errno == EILSEQ || errno == ECANCELED);
		if (n < 0 && errno == EILSEQ)
			__atomic_add_fetch(told + 1, 1, __ATOMIC_RELAXED);
	} while (n < 1 || buf[n - 1] != 'z');
	return NULL;
}

/* The output before an error and the error appear at once. */
static void reader_meets_rejection(void)
{
	unsigned int *told = shared_memory(4096);
	int fd = session(O_RDWR | O_NONBLOCK), i;
	unsigned int before;
	pid_t reader;

	*told = fd;
	reader = start(read_without_waiting, told);
	for (i = 0; i < 500; i++) {
		before = __atomic_load_n(told + 1, __ATOMIC_RELAXED);
		CHECK_EQ(PUT(fd, "abc\377"), 3);
		while (__atomic_load_n(told + 1, __ATOMIC_RELAXED) == before)
			sched_yield();
		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	}
	CHECK_EQ(PUT(fd, "z"), 1);
	CHECK_EQ(status_of(reader), 0);
}

const struct check turn_checks[] = {
	{ "others get between the parts of a long write", others_get_between },
	{ "a write that met another's is told when it may go on", turn_is_an_event },
	{ "readers who share a session read each byte once, up to the end", readers_share },
	{ "a reader that does not wait meets a rejection", reader_meets_rejection },
	{ "writes do not come amid each other's bytes", writes_stay_whole },
	{}
};
