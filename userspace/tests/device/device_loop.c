// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Event loops: one thread that must never block, with RWF_NOWAIT for each call
 * and poll in between, from open to close.
 */
#include "device.h"

enum {
	TEXT = 300000,
	BIG_QUEUE = 1 << 20,
	SESSIONS = 200,
	SLACK = 256 * 1024,	/* left to a cgroup: less than BIG_QUEUE */
};

static void expect_ready(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	CHECK_EQ(poll(&p, 1, 0), 1);
	CHECK_EQ(p.revents, POLLOUT);
}

/* Polls for reading and writing, as event loops do, and does what is possible. */
static void loop(int fd, const unsigned char *text, unsigned char *out)
{
	size_t put = 0, got = 0;
	bool finished = false;
	ssize_t n;

	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN |
				    (put < TEXT ? POLLOUT : 0) };

		CHECK_EQ(poll(&p, 1, -1), 1);
		if (p.revents & POLLOUT) {
			n = put_nowait(fd, text + put, TEXT - put);
			CHECK(n > 0);
			put += n;
		}
		if (put == TEXT && !finished) {
			CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
			finished = true;
		}
		if (!(p.revents & POLLIN))
			continue;
		n = get_nowait(fd, out + got, TEXT - got + 1);
		CHECK(n >= 0);
		if (!n)
			break;
		got += n;
	}
	CHECK_EQ(got, TEXT);
}

static void from_open_to_close(uint32_t queue)
{
	unsigned char *text = malloc(TEXT), *out = malloc(TEXT + 1);
	int i;

	good_text(text, TEXT, 21);
	for (i = 0; i < 5; i++) {
		int fd = filter(0, UTF8CHECK_ACTION_REJECT, queue);

		loop(fd, text, out);
		CHECK(!memcmp(text, out, TEXT));
		CHECK_EQ(close(fd), 0);
	}
}

static void small_queue(void)
{
	from_open_to_close(65536);
}

static void big_queue(void)
{
	from_open_to_close(BIG_QUEUE);
}

/* It has no memory to wait for, whether poll was asked or not. */
static void first_write(void)
{
	int i;

	for (i = 0; i < SESSIONS; i++) {
		int fd = i % 2 ? session(O_WRONLY) :
				 filter(0, UTF8CHECK_ACTION_REPLACE, BIG_QUEUE);

		if (i % 4 > 1)
			expect_ready(fd);
		CHECK_EQ(put_nowait(fd, "a", 1), 1);
		CHECK_EQ(close(fd), 0);
	}
}

/* A write that must not block ends soon, however many bytes it has. */
static void short_write(void)
{
	size_t size = 8 << 20, put = 0;
	unsigned char *text = malloc(size);
	int fd = CONFIGURED(O_WRONLY, .form = UTF8CHECK_FORM_NFC,
			    .action = UTF8CHECK_ACTION_REPLACE), calls;
	ssize_t n;

	memset(text, 0xff, size);
	expect_ready(fd);
	for (calls = 0; calls < 10; calls++) {
		n = put_nowait(fd, text + put, size - put);
		CHECK(n > 0);
		put += n;
	}
	CHECK(put < size);
	CHECK_EQ(report(fd).bytes_in, put);
	CHECK_EQ(report(fd).errors, put);
}

/* Whether the kernel has killed for want of memory is in the file. */
static void show_events(void)
{
	if (system("sed 's/^/# memory.events: /' " GROUP "/memory.events"))
		puts("# no memory.events");
}

/* A session that is open has its memory: it works in a cgroup at its limit. */
static void *at_the_limit(void *arg)
{
	char most[32];
	int fd;

	join_group();
	fd = filter(0, UTF8CHECK_ACTION_REJECT, BIG_QUEUE);
	expect_ready(session(O_WRONLY));	/* so all code and stack is in memory */
	snprintf(most, sizeof(most), "%llu", number_in(GROUP "/memory.current") + SLACK);
	CHECK_EQ(put_text(GROUP "/memory.max", most), 0);
	expect_ready(fd);
	CHECK_EQ(put_nowait(fd, "a", 1), 1);
	EXPECT(fd, "a");
	return NULL;
}

static void cgroup(void)
{
	int status;

	make_memory_group();
	if (access(GROUP "/memory.max", F_OK))
		skip("no control of memory here");
	status = status_of(start(at_the_limit, NULL));
	if (status)
		show_events();
	rmdir(GROUP);
	CHECK_EQ(status, 0);
}

const struct check loop_checks[] = {
	{ "event loop: from open to close", small_queue },
	{ "event loop: a queue of 1 MiB", big_queue },
	{ "event loop: the first write", first_write },
	{ "event loop: a write ends soon", short_write },
	{ "event loop: in a cgroup at its limit", cgroup },
	{}
};
