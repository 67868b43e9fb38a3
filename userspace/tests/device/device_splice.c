// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Bytes that come and go without a buffer of the caller's: splice, sendfile;
 * and calls that must not sleep (RWF_NOWAIT).
 */
#include <pthread.h>
#include <sys/sendfile.h>

#include "device.h"

static void make_pipe(int ends[2])
{
	CHECK_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
}

static void splice_in(void)
{
	int fd = session(O_RDWR), ends[2];

	make_pipe(ends);
	CHECK_EQ(PUT(ends[1], "a\342\202\254b"), 5);
	CHECK_EQ(splice(ends[0], NULL, fd, NULL, 100, 0), 5);
	EXPECT(fd, "a\342\202\254b");
}

/* The bad byte stays in the pipe: the bytes taken are the bytes counted. */
static void splice_in_bad(void)
{
	int fd = session(O_WRONLY), ends[2];
	char rest[8];

	make_pipe(ends);
	CHECK_EQ(PUT(ends[1], "abc\377d"), 5);
	CHECK_EQ(splice(ends[0], NULL, fd, NULL, 5, 0), 3);
	CHECK_EQ(report(fd).first.offset, 3);
	CHECK_ERRNO(splice(ends[0], NULL, fd, NULL, 2, 0), EILSEQ);
	CHECK_EQ(read(ends[0], rest, sizeof(rest)), 2);
	CHECK(!memcmp(rest, "\377d", 2));
}

/* Pieces of all sizes, small ones copied together, large ones judged where they are. */
static void splice_pieces(void)
{
	enum { N = 300000, BAD = 299990 };
	unsigned char *text = malloc(N);
	int fd = session(O_WRONLY), ends[2];
	size_t put = 0, taken = 0, size = 1;
	ssize_t n;

	CHECK_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC | O_DIRECT), 0);
	good_text(text, N, 7);
	text[BAD] = 0xff;
	do {
		size = size * 5 % 4099;
		n = write(ends[1], text + put, put + size < N ? size : N - put);
		put += n > 0 ? n : 0;
		n = splice(ends[0], NULL, fd, NULL, 1 + size * 3, 0);
		taken += n > 0 ? n : 0;
	} while (n > 0 || errno == EAGAIN);
	CHECK(n == -1 && errno == EILSEQ);
	CHECK_EQ(report(fd).first.offset, taken);
	CHECK(taken > BAD - 4 && taken <= BAD);
	CHECK_EQ(report(fd).first.bytes[0] == 0xff, taken == BAD);
}

static volatile bool spliced;

static void *change(void *p)
{
	volatile unsigned char *page = p;
	unsigned int i;

	for (i = 0; !spliced; i++)
		page[i * 61 % 4096] = "a\303\251\377\360"[i % 5];
	return NULL;
}

/* The pages of a pipe are still their owner's: each call ends all the same. */
static void splice_changing(void)
{
	unsigned char *page = aligned_alloc(4096, 4096);
	struct iovec v = { page, 4096 };
	long long judged;
	int ends[2], fd, i;
	pthread_t thread;
	ssize_t n;

	memset(page, 'a', 4096);
	spliced = false;
	CHECK_EQ(pthread_create(&thread, NULL, change, page), 0);
	for (i = 0; i < 200; i++) {
		make_pipe(ends);
		fd = CONFIGURED(O_WRONLY, .action = i % 2 ? UTF8CHECK_ACTION_PASS :
							    UTF8CHECK_ACTION_REJECT);
		CHECK_EQ(vmsplice(ends[1], &v, 1, 0), 4096);
		n = splice(ends[0], NULL, fd, NULL, 4096, 0);
		CHECK(n >= 0 || errno == EILSEQ);
		/* What is undecided is taken, but not yet judged. */
		judged = report(fd).bytes_in;
		CHECK(n < 0 ? judged == 0 : judged <= n && judged + 8 > n);
		close(fd);
		close(ends[0]);
		close(ends[1]);
	}
	spliced = true;
	CHECK_EQ(pthread_join(thread, NULL), 0);
}

static void splice_out(void)
{
	int fd = filter(0, UTF8CHECK_ACTION_REPLACE, 0), ends[2];
	char got[16];

	make_pipe(ends);
	CHECK_EQ(PUT(fd, "a\377b"), 3);
	CHECK_EQ(splice(fd, NULL, ends[1], NULL, 100, 0), 5);
	CHECK_EQ(read(ends[0], got, sizeof(got)), 5);
	CHECK(!memcmp(got, "a\357\277\275b", 5));
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(splice(fd, NULL, ends[1], NULL, 100, 0), 0);
}

static void splice_out_empty(void)
{
	int fd = session(O_RDWR | O_NONBLOCK), ends[2];

	make_pipe(ends);
	CHECK_ERRNO(splice(fd, NULL, ends[1], NULL, 100, 0), EAGAIN);
	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_EQ(splice(fd, NULL, ends[1], NULL, 100, 0), 1);
	CHECK_ERRNO(splice(fd, NULL, ends[1], NULL, 100, 0), EILSEQ);
}

/* A whole text through two pipes, more than any of the buffers holds. */
static void splice_through(void)
{
	enum { N = 500000 };
	unsigned char *text = malloc(N), *out = malloc(N);
	int fd = session(O_RDWR | O_NONBLOCK), in[2], end[2];
	size_t put = 0, got = 0;
	ssize_t n;

	make_pipe(in);
	make_pipe(end);
	good_text(text, N, 11);
	while (got < N) {
		n = write(in[1], text + put, N - put);
		put += n > 0 ? n : 0;
		splice(in[0], NULL, fd, NULL, 30000, SPLICE_F_NONBLOCK);
		splice(fd, NULL, end[1], NULL, 20000, SPLICE_F_NONBLOCK);
		n = read(end[0], out + got, N - got);
		got += n > 0 ? n : 0;
	}
	CHECK(!memcmp(text, out, N));
	CHECK_EQ(report(fd).bytes_in, N);
	CHECK_EQ(report(fd).queued, 0);
}

static int temporary_file(const void *p, size_t n)
{
	FILE *f = tmpfile();

	CHECK(f);
	CHECK_EQ(write(fileno(f), p, n), n);
	CHECK_EQ(lseek(fileno(f), 0, SEEK_SET), 0);
	return fileno(f);
}

static void sendfile_in(void)
{
	enum { N = 200000 };
	unsigned char *text = malloc(N);
	int fd = session(O_WRONLY), file;
	size_t sent = 0;
	ssize_t n;

	good_text(text, N, 5);
	file = temporary_file(text, N);
	while ((n = sendfile(fd, file, NULL, N)) > 0)
		sent += n;
	CHECK_EQ(n, 0);
	CHECK_EQ(sent, N);
	CHECK_EQ(report(fd).bytes_in, N);
	CHECK_EQ(close(fd), 0);
}

/*
 * All good bytes are taken, in any number of calls, and then the call fails, as
 * write does.
 */
static void sendfile_bad(void)
{
	enum { N = 100000 };
	unsigned char *text = malloc(N);
	int fd = session(O_WRONLY), file;
	size_t sent = 0;
	ssize_t n;

	memset(text, 'a', N);
	text[N - 10] = 0xc0;
	file = temporary_file(text, N);
	while ((n = sendfile(fd, file, NULL, N)) > 0)
		sent += n;
	CHECK(n == -1 && errno == EILSEQ);
	CHECK_EQ(sent, N - 10);
	CHECK_EQ(report(fd).first.offset, N - 10);
}

/*
 * sendfile drops the error of each piece but the first, so that its caller learns of it from
 * close alone: also where the error begins a page of the file, or a piece of 64 KiB.
 */
static void sendfile_unheard(void)
{
	enum { N = 300000, PAGE = 4096 };
	unsigned char *text = malloc(N);
	int fd, file, around;
	size_t page;

	memset(text, 'a', N);
	for (page = PAGE; page < N; page += PAGE) {
		for (around = -1; around <= 1; around++) {
			text[page + around] = 0xff;
			file = temporary_file(text, N);
			fd = session(O_WRONLY);
			CHECK_EQ(sendfile(fd, file, NULL, N), page + around);
			CHECK_ERRNO(close(fd), EILSEQ);
			close(file);
			text[page + around] = 'a';
		}
	}
}

/* A splice may have been made for others, so its error is said by close too. */
static void splice_unheard(void)
{
	int fd = session(O_WRONLY), ends[2];

	make_pipe(ends);
	CHECK_EQ(PUT(ends[1], "a\377"), 2);
	CHECK_EQ(splice(ends[0], NULL, fd, NULL, 2, 0), 1);
	CHECK_ERRNO(splice(ends[0], NULL, fd, NULL, 1, 0), EILSEQ);
	CHECK_ERRNO(close(fd), EILSEQ);
}

/* That of a splice out of the session as well. */
static void splice_out_unheard(void)
{
	int fd = session(O_RDWR), ends[2];

	make_pipe(ends);
	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_EQ(splice(fd, NULL, ends[1], NULL, 2, 0), 1);
	CHECK_ERRNO(splice(fd, NULL, ends[1], NULL, 2, 0), EILSEQ);
	CHECK_ERRNO(close(fd), EILSEQ);
}

/* Only between regular files. */
static void copy_into(void)
{
	int fd = session(O_RDWR), file = temporary_file("a\377", 2);

	CHECK_ERRNO(copy_file_range(file, NULL, fd, NULL, 2, 0), EINVAL);
	CHECK_ERRNO(copy_file_range(fd, NULL, file, NULL, 2, 0), EINVAL);
	CHECK_EQ(close(fd), 0);
}

/* sendfile wants a place to read from, which a session does not have. */
static void sendfile_out(void)
{
	int fd = session(O_RDWR), ends[2];
	ssize_t n;

	make_pipe(ends);
	CHECK_EQ(PUT(fd, "abc"), 3);
	errno = 0;
	n = sendfile(ends[1], fd, NULL, 3);
	if (n == 3)
		return;
	CHECK(n == -1 && errno == EINVAL);
	EXPECT(fd, "abc");	/* nothing was lost */
}

static void nowait(void)
{
	int fd = filter(0, UTF8CHECK_ACTION_REJECT, 4096);
	static char page[4096];

	CHECK_ERRNO(get_nowait(fd, page, sizeof(page)), EAGAIN);
	CHECK_EQ(put_nowait(fd, "a", 1), 1);
	CHECK_EQ(put_nowait(fd, "a", 1), 1);
	CHECK_EQ(get_nowait(fd, page, sizeof(page)), 2);
	while (put_nowait(fd, page, sizeof(page)) > 0)
		;
	CHECK(errno == EAGAIN);
	CHECK(report(fd).queued > 4000);
}

/* A session whose queue is full, and a pipe with text for it. */
static int full_with_pipe(int ends[2])
{
	CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
	CHECK_EQ(PUT(ends[1], "text"), 4);
	return full_session();
}

/* What must not wait does not: by the flag, and by O_NONBLOCK of the pipe. */
static void splice_without_waiting(void)
{
	int ends[2], fd = full_with_pipe(ends), empty = session(O_RDWR);

	CHECK_ERRNO(splice(ends[0], NULL, fd, NULL, 4, SPLICE_F_NONBLOCK), EAGAIN);
	CHECK_EQ(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
	CHECK_ERRNO(splice(ends[0], NULL, fd, NULL, 4, 0), EAGAIN);
	CHECK_ERRNO(splice(empty, NULL, ends[1], NULL, 4, SPLICE_F_NONBLOCK), EAGAIN);
	CHECK_EQ(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
	CHECK_ERRNO(splice(empty, NULL, ends[1], NULL, 4, 0), EAGAIN);
}

static void *splice_text(void *arg)
{
	int *fds = arg;

	CHECK_EQ(splice(fds[1], NULL, fds[0], NULL, 4, 0), 4);
	return NULL;
}

/* A splice that waits for room leaves the pipe to others. */
static void splice_waits_alone(void)
{
	int fds[3], fd = full_with_pipe(fds + 1);
	char text[4096];
	pid_t pid;

	fds[0] = fd;
	pid = start(splice_text, fds);
	wait_until_asleep(pid, pid);
	CHECK_EQ(PUT(fds[2], "more"), 4);
	CHECK_EQ(fcntl(fds[1], F_SETPIPE_SZ, 8192), 8192);
	CHECK(read(fd, text, sizeof(text)) > 0);
	CHECK_EQ(status_of(pid), 0);
	EXPECT(fd, "text");
	CHECK_EQ(read(fds[1], text, sizeof(text)), 4);
}

/* RESET ends it, as it ends a write. */
static void splice_is_reset(void)
{
	int fds[3], fd = full_with_pipe(fds + 1);
	pid_t pid = fork();

	if (!pid) {
		CHECK_ERRNO(splice(fds[1], NULL, fd, NULL, 4, 0), ECANCELED);
		_exit(0);
	}
	wait_until_asleep(pid, pid);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(status_of(pid), 0);
	CHECK_EQ(report(fd).bytes_in, 0);
}

/* An error that begins in one buffer of the pipe and is seen in the next one. */
static void splice_error_across(void)
{
	int fd = session(O_WRONLY), ends[2];

	CHECK_EQ(pipe2(ends, O_CLOEXEC | O_DIRECT), 0);
	CHECK_EQ(PUT(ends[1], "ab\342\202"), 4);
	CHECK_EQ(PUT(ends[1], "c"), 1);
	CHECK_EQ(splice(ends[0], NULL, fd, NULL, 100, 0), 2);
	CHECK_EQ(report(fd).first.offset, 2);
	CHECK_ERRNO(splice(ends[0], NULL, fd, NULL, 100, 0), EILSEQ);
}

const struct check splice_checks[] = {
	{ "splice into the device", splice_in },
	{ "splice into the device, bad text", splice_in_bad },
	{ "splice into the device, in pieces", splice_pieces },
	{ "splice into the device, changing pages", splice_changing },
	{ "splice out of the device", splice_out },
	{ "splice out of an empty session", splice_out_empty },
	{ "splice through the device", splice_through },
	{ "splice that must not wait", splice_without_waiting },
	{ "splice that waits for room keeps nobody from the pipe", splice_waits_alone },
	{ "splice that waits for room and RESET", splice_is_reset },
	{ "splice of an error that begins in another buffer", splice_error_across },
	{ "sendfile into the device", sendfile_in },
	{ "sendfile into the device, bad text", sendfile_bad },
	{ "answers: sendfile drops an error, and close says it", sendfile_unheard },
	{ "answers: splice", splice_unheard },
	{ "answers: splice out of a rejected session", splice_out_unheard },
	{ "answers: copy_file_range", copy_into },
	{ "sendfile out of the device", sendfile_out },
	{ "RWF_NOWAIT", nowait },
	{}
};
