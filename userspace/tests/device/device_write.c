// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sessions that are open for writing only: the answers of write, of close and of
 * the report, for good and for bad text.
 */
#include <signal.h>

#include "device.h"

static void good(void)
{
	int fd = session(O_WRONLY);
	struct utf8check_report r;

	CHECK_EQ(PUT(fd, "a\303\251\342\202\254\360\237\231\202\0"), 11);
	r = report(fd);
	CHECK_EQ(r.size, sizeof(r));
	CHECK_EQ(r.state, 0);
	CHECK_EQ(r.bytes_in, 11);
	CHECK_EQ(r.code_points, 5);
	CHECK_EQ(r.by_length[0], 2);
	CHECK_EQ(r.by_length[1], 1);
	CHECK_EQ(r.by_length[2], 1);
	CHECK_EQ(r.by_length[3], 1);
	CHECK_EQ(r.errors, 0);
	CHECK_EQ(r.first.reason, UTF8CHECK_REASON_NONE);
	CHECK_EQ(close(fd), 0);
}

/* Nothing is before the bad sequence: no short write, the write fails at once. */
static void bad_first_byte(void)
{
	int fd = session(O_WRONLY);
	struct utf8check_report r;

	CHECK_ERRNO(PUT(fd, "\300\257"), EILSEQ);
	r = report(fd);
	CHECK_EQ(r.state, UTF8CHECK_STATE_REJECTED);
	CHECK_EQ(r.first.offset, 0);
	CHECK_EQ(r.first.reason, UTF8CHECK_REASON_OVERLONG);
	CHECK_EQ(r.first.length, 1);
	CHECK_EQ(r.first.span, 2);
	CHECK_EQ(r.first.value, '/');
	CHECK_EQ(r.first.count, 2);
	CHECK(!memcmp(r.first.bytes, "\300\257\0\0\0\0\0", 8));
	CHECK_EQ(r.errors, 1);
	CHECK_EQ(r.by_reason[UTF8CHECK_REASON_OVERLONG], 1);
}

/* The good bytes before the error are taken; then nothing is taken until RESET. */
static void short_write(void)
{
	int fd = session(O_WRONLY);
	struct utf8check_report r;

	CHECK_EQ(PUT(fd, "abc\377def"), 3);
	CHECK_ERRNO(PUT(fd, "\377def"), EILSEQ);
	CHECK_ERRNO(PUT(fd, "good"), EILSEQ);
	r = report(fd);
	CHECK_EQ(r.bytes_in, 3);
	CHECK_EQ(r.code_points, 3);
	CHECK_EQ(r.errors, 1);
	CHECK_EQ(r.first.offset, 3);
	CHECK_EQ(r.first.reason, UTF8CHECK_REASON_INVALID_BYTE);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	r = report(fd);
	CHECK_EQ(r.state, 0);
	CHECK_EQ(r.bytes_in, 0);
	CHECK_EQ(r.errors, 0);
	CHECK_EQ(r.first.reason, 0);
	CHECK_EQ(PUT(fd, "good"), 4);
	CHECK_EQ(close(fd), 0);
}

static void across_writes(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(PUT(fd, "\360"), 1);
	CHECK_EQ(report(fd).pending, 1);
	CHECK_EQ(PUT(fd, "\237\231"), 2);
	CHECK_EQ(report(fd).pending, 3);
	CHECK_EQ(report(fd).bytes_in, 0);
	CHECK_EQ(PUT(fd, "\202z"), 2);
	CHECK_EQ(report(fd).pending, 0);
	CHECK_EQ(report(fd).code_points, 2);
	CHECK_EQ(close(fd), 0);
}

/* The record points back to a byte that an earlier write took. */
static void turned_bad_later(void)
{
	int fd = session(O_WRONLY);
	struct utf8check_report r;

	CHECK_EQ(PUT(fd, "a\342\202"), 3);
	CHECK_ERRNO(PUT(fd, "bcd"), EILSEQ);
	r = report(fd);
	CHECK_EQ(r.first.offset, 1);
	CHECK_EQ(r.first.length, 2);
	CHECK_EQ(r.first.reason, UTF8CHECK_REASON_TRUNCATED);
	CHECK_EQ(r.bytes_in, 1);
	CHECK_EQ(r.pending, 0);
}

static void close_unfinished(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(PUT(fd, "a\342\202"), 3);
	CHECK_ERRNO(close(fd), EILSEQ);
	CHECK_ERRNO(close(fd), EBADF);	/* the descriptor is closed all the same */
}

/* flush changes nothing: a shared descriptor may be closed many times. */
static void close_of_a_copy(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(PUT(fd, "a\342\202"), 3);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_EQ(report(fd).pending, 2);
	CHECK_EQ(PUT(fd, "\254"), 1);
	CHECK_EQ(close(dup(fd)), 0);
	CHECK_EQ(close(fd), 0);
}

/* Somebody who overlooks a short write gets the error from close. */
static void close_rejected(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_ERRNO(close(fd), EILSEQ);
	fd = session(O_WRONLY);
	CHECK_ERRNO(PUT(fd, "\377"), EILSEQ);
	CHECK_EQ(close(fd), 0);		/* the error was reported before */
	fd = session(O_WRONLY);
	CHECK_EQ(PUT(fd, "a\342"), 2);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_FINISH), EILSEQ);
	CHECK_EQ(close(fd), 0);		/* by FINISH */
}

/* A report that does not come to its caller has not told him. */
static void close_untold(void)
{
	struct utf8check_report *r = mmap(NULL, sizeof(*r), PROT_READ | PROT_WRITE,
					  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = session(O_WRONLY);

	CHECK(r != MAP_FAILED);
	r->size = sizeof(*r);
	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_EQ(mprotect(r, sizeof(*r), PROT_READ), 0);
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, r), EFAULT);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_EQ(mprotect(r, sizeof(*r), PROT_READ | PROT_WRITE), 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_GET_REPORT, r), 0);
	CHECK_EQ(close(fd), 0);
}

static void access_mode(void)
{
	int out = session(O_WRONLY), in = session(O_RDONLY);
	char byte;

	CHECK_ERRNO(read(out, &byte, 1), EBADF);
	CHECK_ERRNO(PUT(in, "a"), EBADF);
	CHECK_EQ(read(in, &byte, 1), 0);	/* nobody will write to the pipe */
	CHECK_EQ(events(in) & POLLIN, POLLIN);
	CHECK_EQ(close(in), 0);
}

static void empty_write(void)
{
	int fd = session(O_WRONLY);

	CHECK_EQ(write(fd, "", 0), 0);
	CHECK_EQ(PUT(fd, "\342"), 1);
	CHECK_EQ(write(fd, "", 0), 0);
	CHECK_EQ(report(fd).pending, 1);
	CHECK_EQ(report(fd).errors, 0);
}

static void no_position(void)
{
	int fd = session(O_RDWR);
	char byte = 'a';

	CHECK_ERRNO(lseek(fd, 0, SEEK_SET), ESPIPE);
	CHECK_ERRNO(lseek(fd, 0, SEEK_CUR), ESPIPE);
	CHECK_ERRNO(lseek(fd, 0, SEEK_END), ESPIPE);
	CHECK_ERRNO(pread(fd, &byte, 1, 0), ESPIPE);
	CHECK_ERRNO(pwrite(fd, &byte, 1, 0), ESPIPE);
	CHECK_EQ(report(fd).bytes_in, 0);
}

static void vectored(void)
{
	int fd = session(O_WRONLY);
	struct iovec v[] = {
		{ "a\342", 2 }, { "", 0 }, { "\202", 1 }, { "\254b", 2 },
		{ "\377c", 2 },
	};

	CHECK_EQ(writev(fd, v, 4), 5);
	CHECK_EQ(report(fd).code_points, 3);
	CHECK_EQ(writev(fd, v, 5), 5);
	CHECK_ERRNO(writev(fd, v, 4), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 10);
}

/* A page that can be read, and one after it that cannot. */
static char *last_bytes(size_t n)
{
	char *p = mmap(NULL, 2 * getpagesize(), PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	CHECK_EQ(mprotect(p + getpagesize(), getpagesize(), PROT_NONE), 0);
	memset(p, 'a', getpagesize());
	return p + getpagesize() - n;
}

static void bad_address(void)
{
	int fd = session(O_WRONLY);
	void *volatile nowhere = NULL;

	CHECK_ERRNO(write(fd, nowhere, 1), EFAULT);
	CHECK_ERRNO(write(fd, last_bytes(0), 10), EFAULT);
	CHECK_EQ(report(fd).bytes_in, 0);
	CHECK_EQ(write(fd, last_bytes(3), 10), 3);
	CHECK_EQ(report(fd).bytes_in, 3);
	CHECK_EQ(close(fd), 0);
}

/* An error that begins a part of a writev, a page or a piece of the work is told by the next. */
static void error_begins_a_part(void)
{
	enum { N = 1 << 18, PAGE = 4096 };
	char *text = malloc(N);
	struct iovec v[2];
	size_t at;
	int fd;

	memset(text, 'a', N);
	for (at = PAGE; at < N; at += PAGE) {
		fd = session(O_WRONLY);
		text[at] = 0xff;
		v[0] = (struct iovec){ text, at };
		v[1] = (struct iovec){ text + at, N - at };
		CHECK_EQ(writev(fd, v, 2), at);
		CHECK_ERRNO(close(dup(fd)), EILSEQ);
		CHECK_ERRNO(writev(fd, v + 1, 1), EILSEQ);
		CHECK_EQ(close(fd), 0);
		text[at] = 'a';
	}
}

/* Bytes are counted up to the error that ends the text, not up to one that was mended. */
static void mended_before(void)
{
	int fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_SHORTEST);

	CHECK_EQ(PUT(fd, "\300\257ab\377c"), 4);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_EQ(report(fd).first.offset, 0);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(fd, "\300\257"), 2);
	CHECK_EQ(PUT(fd, "abc\377"), 3);
	CHECK_ERRNO(close(dup(fd)), EILSEQ);
	CHECK_ERRNO(PUT(fd, "\377"), EILSEQ);
}

/* A big write is judged as a whole; nobody sees its pieces. */
static void big_write(void)
{
	const size_t n = 4 << 20;
	unsigned char *p = malloc(n);
	int fd = session(O_WRONLY);

	good_text(p, n, 1);
	CHECK_EQ(write(fd, p, n), n);
	CHECK_EQ(report(fd).bytes_in, n);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	memset(p, 'a', n);
	p[n - 7] = 0xed;
	p[n - 6] = 0xa0;
	CHECK_EQ(write(fd, p, n), n - 7);
	CHECK_EQ(report(fd).first.offset, n - 7);
	CHECK_EQ(report(fd).first.reason, UTF8CHECK_REASON_SURROGATE);
}

/* A long write is judged in parts: an error may begin in one and end in the next. */
static void error_across_parts(void)
{
	enum { MOST = 1 << 17 };
	unsigned char *p = malloc(MOST + 1);
	int fd = session(O_WRONLY);
	ssize_t end;

	for (end = 1024; end <= MOST; end *= 2) {
		memset(p, 'a', MOST + 1);
		p[end - 1] = 0xe2;
		CHECK_EQ(write(fd, p, MOST + 1), end - 1);
		CHECK_EQ(report(fd).first.offset, end - 1);
		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	}
	free(p);
}

struct endless {
	int fd;
	const char *bytes;
	size_t n;
	int begun[2];
};

static void *write_on(void *arg)
{
	struct endless *e = arg;

	CHECK_EQ(write(e->begun[1], "", 1), 1);
	while (write(e->fd, e->bytes, e->n) > 0)
		;
	return NULL;
}

/* A write of a gigabyte stops where SIGKILL meets it. */
static void killed(void)
{
	struct endless e = { .fd = session(O_WRONLY), .n = 1 << 30 };
	pid_t child;
	char byte;

	e.bytes = mmap(NULL, e.n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
		       MAP_NORESERVE, -1, 0);
	CHECK(e.bytes != MAP_FAILED);
	CHECK_EQ(pipe(e.begun), 0);
	child = start(write_on, &e);
	CHECK_EQ(read(e.begun[0], &byte, 1), 1);
	wait_until_busy(child);
	CHECK_EQ(kill(child, SIGKILL), 0);
	CHECK_EQ(status_of(child), 256);
	CHECK(report(e.fd).bytes_in % e.n != 0);
	CHECK_EQ(PUT(e.fd, "still good"), 10);
}

static void *read_on(void *arg)
{
	struct endless *e = arg;
	char out[8192];

	while (read(e->fd, out, sizeof(out)) > 0)
		;
	return NULL;
}

/* The same while another process reads what comes out. */
static void killed_while_read(void)
{
	struct endless e = { .fd = filter(0, UTF8CHECK_ACTION_REJECT, 65536),
			     .n = 1 << 30 };
	pid_t writer, reader;

	e.bytes = mmap(NULL, e.n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
		       MAP_NORESERVE, -1, 0);
	CHECK(e.bytes != MAP_FAILED);
	CHECK_EQ(pipe(e.begun), 0);
	reader = start(read_on, &e);
	writer = start(write_on, &e);
	while (report(e.fd).bytes_out < 1 << 20)
		usleep(1000);
	CHECK_EQ(kill(writer, SIGKILL), 0);
	CHECK_EQ(status_of(writer), 256);
	CHECK(report(e.fd).bytes_in < e.n);
	CHECK_EQ(kill(reader, SIGKILL), 0);
	CHECK_EQ(status_of(reader), 256);
}

static int put_undecided(const char *text, size_t n)
{
	int fd = CONFIGURED(O_WRONLY, .from = UTF8CHECK_ENCODING_AUTO);

	CHECK_EQ(write(fd, text, n), n);
	return fd;
}

/* The bytes could begin a mark of UTF-32: FINISH decides that, close does not. */
static void close_undecided(void)
{
	static const struct iovec texts[] = {
		{ "\377\376", 2 }, { "\0", 1 }, { "\0\0", 2 },
	};
	size_t i;
	int fd;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		fd = put_undecided(texts[i].iov_base, texts[i].iov_len);
		CHECK_EQ(report(fd).pending, texts[i].iov_len);
		CHECK_ERRNO(close(fd), EILSEQ);
		fd = put_undecided(texts[i].iov_base, texts[i].iov_len);
		CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
		CHECK_EQ(close(fd), 0);
	}
}

const struct check write_checks[] = {
	{ "good text", good },
	{ "bad first byte", bad_first_byte },
	{ "short write, then EILSEQ until RESET", short_write },
	{ "a sequence across writes", across_writes },
	{ "a sequence that turns bad in a later write", turned_bad_later },
	{ "close while a sequence is unfinished", close_unfinished },
	{ "close while the encoding is undecided", close_undecided },
	{ "close of a copy changes nothing", close_of_a_copy },
	{ "close of a rejected session", close_rejected },
	{ "close after a report that did not come", close_untold },
	{ "access modes", access_mode },
	{ "writes of nothing", empty_write },
	{ "no position: ESPIPE", no_position },
	{ "writev", vectored },
	{ "answers: an error after one that was mended", mended_before },
	{ "answers: writev, an error that begins a part", error_begins_a_part },
	{ "bad addresses", bad_address },
	{ "a write of 4 MiB", big_write },
	{ "an error across the parts of a write", error_across_parts },
	{ "a huge write is killed", killed },
	{ "a huge write is killed while it is read", killed_while_read },
	{}
};
