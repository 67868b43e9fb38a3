// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sessions that are open for reading and writing: what comes out, the bounded
 * queue, and the end of the stream.
 */
#include "device.h"

static void reads_of_any_size(void)
{
	int fd = session(O_RDWR);
	char a[2], b[3];
	struct iovec v[] = { { a, 2 }, { NULL, 0 }, { b, 3 } };

	CHECK_EQ(PUT(fd, "\360\237\231\202xyz"), 7);
	CHECK_EQ(read(fd, a, 1), 1);
	CHECK_EQ((unsigned char)a[0], 0xf0);
	CHECK_EQ(read(fd, a, 0), 0);
	CHECK_EQ(readv(fd, v, 3), 5);
	CHECK(!memcmp(a, "\237\231", 2) && !memcmp(b, "\202xy", 3));
	EXPECT(fd, "z");
}

/* What was good before the error can be read, then the error. */
static void rejected(void)
{
	int fd = session(O_RDWR);
	char byte;

	CHECK_EQ(PUT(fd, "abc\377"), 3);
	EXPECT(fd, "abc");
	CHECK_ERRNO(read(fd, &byte, 1), EILSEQ);
	CHECK_ERRNO(read(fd, &byte, 1), EILSEQ);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "def"), 3);
	EXPECT(fd, "def");
}

static void finish(void)
{
	int fd = session(O_RDWR);
	char byte;

	CHECK_EQ(PUT(fd, "abc"), 3);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(report(fd).state, UTF8CHECK_STATE_FINISHED);
	CHECK_ERRNO(PUT(fd, "d"), EPIPE);
	EXPECT(fd, "abc");
	CHECK_EQ(read(fd, &byte, 1), 0);
	CHECK_EQ(read(fd, &byte, 1), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "d"), 1);
	EXPECT(fd, "d");
}

static void finish_unfinished(void)
{
	int fd = session(O_RDWR);
	char byte;

	CHECK_EQ(PUT(fd, "a\342\202"), 3);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_INCOMPLETE);
	CHECK_EQ(report(fd).first.offset, 1);
	CHECK_EQ(report(fd).first.length, 2);
	CHECK_EQ(report(fd).state, UTF8CHECK_STATE_REJECTED | UTF8CHECK_STATE_FINISHED);
	EXPECT(fd, "a");
	CHECK_ERRNO(read(fd, &byte, 1), EILSEQ);
	CHECK_EQ(close(fd), 0);		/* the error was reported before */
}

/* RESET drops output and what was pending, and keeps the configuration. */
static void reset(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REPLACE, 4096);
	struct utf8check_config c = { .size = sizeof(c) };
	char byte;

	CHECK_EQ(PUT(fd, "ab\377\342\202"), 5);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(report(fd).bytes_in, 0);
	CHECK_EQ(report(fd).bytes_out, 0);
	CHECK_EQ(report(fd).pending, 0);
	CHECK_EQ(report(fd).queued, 0);
	CHECK_ERRNO(read(fd, &byte, 1), EAGAIN);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.action, UTF8CHECK_ACTION_REPLACE);
	CHECK_EQ(c.queue, 4096);
	CHECK_EQ(PUT(fd, "\377"), 1);
	EXPECT(fd, "\357\277\275");
}

/* The last bytes of the ring may stay free: pieces of output are not torn. */
#define NEARLY_FULL (4096 - 256)

static void full_queue(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REPLACE, 4096);
	char block[4096];
	size_t taken;

	CHECK_ERRNO(read(fd, block, 1), EAGAIN);
	taken = fill(fd);
	CHECK(taken > NEARLY_FULL && taken <= 4096);
	CHECK_EQ(report(fd).queued, taken);
	CHECK_ERRNO(PUT(fd, "y"), EAGAIN);
	CHECK_EQ(read(fd, block, 100), 100);
	CHECK(fill(fd) > 0);
	CHECK(report(fd).queued <= 4096);
	while (read(fd, block, sizeof(block)) > 0)
		;
	CHECK(errno == EAGAIN);
	CHECK(fill(fd) > NEARLY_FULL);
	/* RESET gives back all room, also where the output has gone around the ring. */
	CHECK_EQ(read(fd, block, 2000), 2000);
	CHECK(fill(fd) > 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK(fill(fd) > NEARLY_FULL);
}

/* FINISH makes three bytes of a pending sequence, and there must be room for them. */
static void finish_without_room(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REPLACE, 4096);
	char block[4096];

	CHECK_EQ(PUT(fd, "\342"), 1);
	errno = 0;
	/*
	 * Filled after the pending sequence: that is an error now, and its output
	 * comes first.
	 */
	CHECK(fill(fd) > 0);
	if (write(fd, "\342", 1) == 1)
		CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EAGAIN);
	while (read(fd, block, sizeof(block)) > 0)
		;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
}

/* Many times around the queue; writes and reads have different sizes. */
static void long_way(void)
{
	enum { N = 300000 };
	unsigned char *in = malloc(N), *out = malloc(N);
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REJECT, 5000);
	size_t put = 0, got = 0;
	ssize_t n;

	good_text(in, N, 7);
	while (got < N) {
		n = write(fd, in + put, N - put < 1777 ? N - put : 1777);
		if (n > 0)
			put += n;
		n = read(fd, out + got, 1 + got % 1999);
		if (n > 0)
			got += n;
		else
			CHECK(errno == EAGAIN);
	}
	CHECK(!memcmp(in, out, N));
	CHECK_EQ(report(fd).bytes_out, N);
	CHECK_EQ(report(fd).queued, 0);
}

/* A session that is opened again by its name is another session. */
static void reopened(void)
{
	int a = session(O_RDWR), b;
	char path[32];

	CHECK_EQ(PUT(a, "secret"), 6);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", a);
	b = open(path, O_RDWR | O_NONBLOCK);
	CHECK(b >= 0);
	CHECK_ERRNO(read(b, path, 1), EAGAIN);
	CHECK_EQ(report(b).bytes_in, 0);
	EXPECT(a, "secret");
}

/* --- a character that is whole, for which there is no room -------------------- */

/* So many bytes are in the queue before the character: too few of 4096 are left. */
#define BEFORE 4000

/**
 * struct split - a character that comes in two writes
 *
 * @config: configuration of the session.
 * @unit: a letter in its encoding; BEFORE of them come first.
 * @start: the bytes of the first write.
 * @end: the bytes of the second write.
 * @want: what is read in the end.
 */
struct split {
	struct utf8check_config config;
	struct iovec unit;
	struct iovec start;
	struct iovec end;
	struct iovec want;
};

#define BYTES(literal) { literal, sizeof(literal) - 1 }

static char block[2 * BEFORE];

static const struct split splits[] = {
	{ { .from = UTF8CHECK_ENCODING_UTF8 }, BYTES("a"), BYTES("\303"), BYTES("\251"),
	  BYTES("\303\251") },
	{ { .from = UTF8CHECK_ENCODING_UTF8 }, BYTES("a"), BYTES("\360\237\231"),
	  BYTES("\202bc"), BYTES("\360\237\231\202bc") },
	{ { .from = UTF8CHECK_ENCODING_UTF16LE }, BYTES("a\0"), BYTES("\351"), BYTES("\0"),
	  BYTES("\303\251") },
	{ { .from = UTF8CHECK_ENCODING_UTF16BE }, BYTES("\0a"), BYTES("\330\075\336"),
	  BYTES("\102"), BYTES("\360\237\231\202") },
	{ { .action = UTF8CHECK_ACTION_REPLACE }, BYTES("a"), BYTES("\342\202"),
	  BYTES("x"), BYTES("\357\277\275x") },
	{ { .action = UTF8CHECK_ACTION_DROP }, BYTES("a"), BYTES("\342\202"), BYTES("x"),
	  BYTES("x") },
};

/* Writes all but the end of the character. */
static int before_end(const struct split *split)
{
	struct utf8check_config c = split->config;
	size_t unit = split->unit.iov_len, n = BEFORE * unit, i;
	int fd;

	c.queue = 4096;
	fd = configured(O_RDWR | O_NONBLOCK, c);
	for (i = 0; i < n; i++)
		block[i] = ((char *)split->unit.iov_base)[i % unit];
	CHECK_EQ(write(fd, block, n), n);
	CHECK_EQ(writev(fd, &split->start, 1), split->start.iov_len);
	CHECK_EQ(events(fd), POLLIN);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	return fd;
}

static void read_before(int fd)
{
	CHECK_EQ(read(fd, block, sizeof(block)), BEFORE);
}

static void expect_end(int fd, const struct split *split)
{
	CHECK_EQ(events(fd), POLLIN | POLLOUT);
	expect_output(fd, split->want.iov_base, split->want.iov_len);
	CHECK_EQ(report(fd).pending, 0);
	CHECK_EQ(report(fd).bytes_in, BEFORE * split->unit.iov_len +
		 split->start.iov_len + split->end.iov_len);
	CHECK_EQ(close(fd), 0);
}

struct last_write {
	int fd;
	const struct iovec *bytes;
};

static void *write_last(void *arg)
{
	const struct last_write *last = arg;

	CHECK_EQ(writev(last->fd, last->bytes, 1), last->bytes->iov_len);
	return NULL;
}

static void writer_ends_character(void)
{
	size_t i;
	pid_t writer;

	for (i = 0; i < sizeof(splits) / sizeof(splits[0]); i++) {
		const struct split *split = &splits[i];
		struct last_write last = { before_end(split), &split->end };

		CHECK_EQ(fcntl(last.fd, F_SETFL, 0), 0);
		writer = start(write_last, &last);
		wait_until_asleep(writer, writer);
		read_before(last.fd);
		CHECK_EQ(status_of(writer), 0);
		expect_end(last.fd, split);
	}
}

static void character_without_room(void)
{
	size_t i;

	for (i = 0; i < sizeof(splits) / sizeof(splits[0]); i++) {
		const struct split *split = &splits[i];
		int fd = before_end(split);
		ssize_t n = writev(fd, &split->end, 1);
		char *end = split->end.iov_base;
		size_t left;

		/* The bytes of the character are taken; more bytes may be taken. */
		CHECK(n >= 1);
		left = split->end.iov_len - n;
		/* All that a whole one lacks is room. */
		if (split->config.action == UTF8CHECK_ACTION_REJECT)
			CHECK_EQ(close(dup(fd)), 0);
		read_before(fd);
		CHECK_EQ(events(fd) & POLLIN, POLLIN);
		CHECK_EQ(write(fd, end + n, left), left);
		expect_end(fd, split);
	}
}

static void *write_in_vain(void *arg)
{
	const struct last_write *last = arg;

	CHECK_ERRNO(writev(last->fd, last->bytes, 1), EILSEQ);
	return NULL;
}

/* A read makes room; only then does the writer find the error. */
static void writer_meets_error(void)
{
	static const struct split split = {
		{ .form = UTF8CHECK_FORM_NFC }, BYTES("a"), BYTES("\342\202"),
		BYTES("xy"), BYTES("a"),
	};
	struct last_write last = { before_end(&split), &split.end };
	pid_t writer;

	CHECK_EQ(fcntl(last.fd, F_SETFL, 0), 0);
	writer = start(write_in_vain, &last);
	wait_until_asleep(writer, writer);
	CHECK_EQ(read(last.fd, block, sizeof(block)), BEFORE - 1);
	CHECK_EQ(status_of(writer), 0);
	CHECK_EQ(report(last.fd).first.offset, BEFORE);
}

/* The letter that NFC holds back has no room; so the error after it has to wait. */
static void error_without_room(void)
{
	const struct split split = {
		{ .form = UTF8CHECK_FORM_NFC }, BYTES("a"), BYTES("\342\202"),
		BYTES("x"), BYTES("a"),
	};
	char byte;
	int fd;

	fd = before_end(&split);
	CHECK_EQ(PUT(fd, "x"), 1);
	CHECK_EQ(report(fd).errors, 0);
	CHECK_EQ(read(fd, block, sizeof(block)), BEFORE - 1);
	CHECK_EQ(events(fd) & (POLLIN | POLLERR), POLLIN | POLLERR);
	CHECK_EQ(report(fd).state, UTF8CHECK_STATE_REJECTED);
	CHECK_EQ(report(fd).pending, 0);
	CHECK_EQ(report(fd).first.offset, BEFORE);
	CHECK_EQ(report(fd).first.length, 2);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_TRUNCATED);
	EXPECT(fd, "a");
	CHECK_ERRNO(read(fd, &byte, 1), EILSEQ);
	CHECK_ERRNO(PUT(fd, "y"), EILSEQ);

	/* If no call reports the error, close does. */
	fd = before_end(&split);
	CHECK_EQ(PUT(fd, "x"), 1);
	CHECK_EQ(read(fd, block, sizeof(block)), BEFORE - 1);
	CHECK_ERRNO(close(fd), EILSEQ);
}

/* A caller that waits for room must not wait for ever. */
static void rejected_without_room(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REJECT, 4096);

	memset(block, 'a', BEFORE);
	block[BEFORE] = '\377';
	CHECK_EQ(write(fd, block, BEFORE + 1), BEFORE);
	CHECK_EQ(events(fd), POLLIN | POLLOUT | POLLERR);
}

const struct check filter_checks[] = {
	{ "filter: reads of any size, readv", reads_of_any_size },
	{ "filter: rejected", rejected },
	{ "FINISH, drain, 0; then EPIPE", finish },
	{ "FINISH while a sequence is unfinished", finish_unfinished },
	{ "RESET", reset },
	{ "a full queue: EAGAIN", full_queue },
	{ "FINISH without room: EAGAIN", finish_without_room },
	{ "a blocked writer ends a character", writer_ends_character },
	{ "a character without room, O_NONBLOCK", character_without_room },
	{ "an error after output without room", error_without_room },
	{ "a blocked writer meets an error before its bytes", writer_meets_error },
	{ "poll: rejected without room", rejected_without_room },
	{ "round and round the queue", long_way },
	{ "opened again it is another session", reopened },
	{}
};
