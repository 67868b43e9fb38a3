// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many at once: sessions that must not mix, and users of one session.
 */
#include <pthread.h>

#include "device.h"

enum { MANY = 200, TEXT = 3000 };

/* Two hundred sessions of one process; each gets a few bytes in turn. */
static void sessions(void)
{
	static unsigned char text[MANY][TEXT], out[MANY][TEXT];
	size_t put, got;
	int fd[MANY], i;

	for (i = 0; i < MANY; i++) {
		fd[i] = session(O_RDWR);
		good_text(text[i], TEXT, i);
	}
	for (put = 0; put < TEXT; put += 100)
		for (i = 0; i < MANY; i++)
			CHECK_EQ(write(fd[i], text[i] + put, 100), 100);
	for (i = 0; i < MANY; i++) {
		CHECK_EQ(ioctl(fd[i], UTF8CHECK_IOC_FINISH), 0);
		got = read(fd[i], out[i], TEXT);
		CHECK_EQ(got, TEXT);
		CHECK(!memcmp(text[i], out[i], TEXT));
		CHECK_EQ(report(fd[i]).bytes_in, TEXT);
	}
}

/*
 * Session @arg: an error at a place that no other has; the record must have this
 * place.
 */
static void *one_of_many(void *arg)
{
	size_t number = (uintptr_t)arg;
	size_t bad = 100 + 13 * number;
	unsigned char text[TEXT];
	int fd = session(O_WRONLY);
	size_t put = 0;
	ssize_t n;

	memset(text, 'a' + number % 26, TEXT);
	text[bad] = 0xf5 + number % 11;
	while ((n = write(fd, text + put, 97)) > 0 && put < TEXT - 97)
		put += n;
	CHECK(n == -1 && errno == EILSEQ);
	/* The last byte of a write may wait for the next write. */
	CHECK(put == bad || put == bad + 1);
	CHECK_EQ(report(fd).first.offset, bad);
	CHECK_EQ(report(fd).first.bytes[0], text[bad]);
	CHECK_EQ(report(fd).errors, 1);
	return NULL;
}

static void processes(void)
{
	pid_t child[MANY];
	uintptr_t i;

	for (i = 0; i < MANY; i++)
		child[i] = start(one_of_many, (void *)i);
	for (i = 0; i < MANY; i++)
		CHECK_EQ(status_of(child[i]), 0);
}

struct shared {
	int fd;
	char letter;
};

static void *write_lines(void *arg)
{
	struct shared *s = arg;
	char line[64];
	int i;

	memset(line, s->letter, sizeof(line));
	line[63] = '\n';
	for (i = 0; i < 500; i++)
		CHECK_EQ(write(s->fd, line, sizeof(line)), sizeof(line));
	return NULL;
}

/* Threads that write to one session: each write is taken in one piece. */
static void threads(void)
{
	enum { THREADS = 8, N = THREADS * 500 * 64 };
	struct shared s[THREADS];
	pthread_t thread[THREADS];
	static char out[N];
	int fd = filter(0, UTF8CHECK_ACTION_REJECT, 1 << 20);
	size_t got = 0;
	int i, k;

	for (i = 0; i < THREADS; i++) {
		s[i] = (struct shared) { fd, 'a' + i };
		CHECK_EQ(pthread_create(&thread[i], NULL, write_lines, &s[i]),
			 0);
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	CHECK_EQ(report(fd).bytes_in, N);
	while (got < N)
		got += read(fd, out + got, N - got);
	for (i = 0; i < N; i += 64)
		for (k = 0; k < 63; k++)
			CHECK_EQ(out[i + k], out[i]);
}

static void *half(void *arg)
{
	struct shared *s = arg;

	CHECK_EQ(PUT(s->fd, "a\342\202"), 3);
	CHECK_ERRNO(close(s->fd), EILSEQ);
	return NULL;
}

/* A child begins a sequence and closes, the parent ends it. */
static void after_fork(void)
{
	struct shared s = { session(O_WRONLY), 0 };

	CHECK_EQ(status_of(start(half, &s)), 0);
	CHECK_EQ(report(s.fd).pending, 2);
	CHECK_EQ(PUT(s.fd, "\254"), 1);
	CHECK_EQ(close(s.fd), 0);
}

/* Offsets are 64 bits wide: an error after 4 GiB of good text. */
static void far_offset(void)
{
	static char block[1 << 20];
	int fd = session(O_WRONLY);
	int i;

	if (kernel_checks_itself())
		skip("4 GiB take minutes in a kernel that checks itself");
	for (i = 0; i < 4 << 10; i++)
		CHECK_EQ(write(fd, block, sizeof(block)), sizeof(block));
	CHECK_EQ(PUT(fd, "a\342\202z"), 1);
	CHECK_EQ(report(fd).first.offset, (4ULL << 30) + 1);
	CHECK_EQ(report(fd).bytes_in, (4ULL << 30) + 1);
}

/* The queues of 32 sessions are the caller's memory, and bounded. */
static void charged(void)
{
	enum { SESSIONS = 32, QUEUE = 1 << 20 };
	unsigned long long before, after, freed;
	int fd[SESSIONS], i;

	make_memory_group();
	join_group();
	before = number_in(GROUP "/memory.current");
	for (i = 0; i < SESSIONS; i++) {
		fd[i] = filter(0, UTF8CHECK_ACTION_REJECT, QUEUE);
		CHECK_EQ(PUT(fd[i], "a"), 1);
	}
	after = number_in(GROUP "/memory.current");
	CHECK(after - before >= SESSIONS * QUEUE);
	CHECK(after - before < 2 * SESSIONS * QUEUE);
	for (i = 0; i < SESSIONS; i++)
		close(fd[i]);
	freed = number_in(GROUP "/memory.current");
	CHECK(freed < before + SESSIONS * QUEUE / 2);
	put_text("/sys/fs/cgroup/cgroup.procs", "0");
	rmdir(GROUP);
}

const struct check many_checks[] = {
	{ "200 sessions at once do not mix", sessions },
	{ "200 processes at once do not mix", processes },
	{ "threads that share a session", threads },
	{ "a session that is shared after fork", after_fork },
	{ "an error after 4 GiB", far_offset },
	{ "memory is charged to the caller's cgroup", charged },
	{}
};
