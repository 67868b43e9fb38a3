// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The opinion of /dev/utf8check, by system calls only: about a string as one
 * buffer (CHECK), and about the same string written in pieces.  RESET comes
 * between two strings, so one session sees all strings.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/utf8check.h>
#include "decoders.h"

static int rejecting, replacing;

static void must(int ret, const char *what)
{
	if (ret < 0)
		trouble(what);
}

static int open_device(int mode, unsigned int action)
{
	const char *path = getenv("UTF8CHECK_DEVICE") ?: "/dev/utf8check";
	struct utf8check_config c = { .size = sizeof(c), .action = action };
	int fd = open(path, mode | O_CLOEXEC | O_NONBLOCK);

	must(fd, path);
	must(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c), "SET_CONFIG");
	return fd;
}

static void start(void)
{
	rejecting = open_device(O_WRONLY, UTF8CHECK_ACTION_REJECT);
	replacing = open_device(O_RDWR, UTF8CHECK_ACTION_REPLACE);
}

/* Reads what waits.  Return: 1 when more may come, 0 at the end. */
static int drain(struct opinion *o)
{
	ssize_t n;

	do {
		n = read(replacing, o->output + o->length,
			 OUTPUT_MAX - o->length);
		if (n > 0)
			o->length += n;
	} while (n > 0 && o->length < OUTPUT_MAX);
	if (n < 0 && errno != EAGAIN)
		trouble("read");
	return n < 0;
}

static void replace(const uint8_t *p, size_t n, uint64_t *random,
		    struct opinion *o)
{
	o->length = 0;
	must(ioctl(replacing, UTF8CHECK_IOC_RESET), "RESET");
	while (n) {
		size_t piece = random ? random_piece(random, n) : n;
		ssize_t used = write(replacing, p, piece);

		if (used < 0 && errno != EAGAIN)
			trouble("write");
		if (used < 0 || (random && !random_below(random, 4)))
			drain(o);
		if (used > 0) {
			p += used;
			n -= used;
		}
	}
	while (ioctl(replacing, UTF8CHECK_IOC_FINISH) < 0) {
		if (errno != EAGAIN)
			trouble("FINISH");
		drain(o);
	}
	if (drain(o)) {
		errno = EPROTO;
		trouble("no end of the output after FINISH");
	}
}

static void judge_whole(const uint8_t *p, size_t n, uint64_t *random,
			struct opinion *o)
{
	struct utf8check_check c = {
		.size = sizeof(c), .buf = (uintptr_t)p, .len = n,
	};
	int bad = ioctl(rejecting, UTF8CHECK_IOC_CHECK, &c) < 0;

	(void)random;
	if (bad && errno != EILSEQ)
		trouble("CHECK");
	o->offset = bad ? c.error.offset : NO_ERROR;
	replace(p, n, NULL, o);
}

/* Return: whether a write, or FINISH, failed with EILSEQ. */
static int is_rejected(const uint8_t *p, size_t n, uint64_t *random)
{
	while (n) {
		ssize_t used = write(rejecting, p, random_piece(random, n));

		if (used < 0 && errno == EILSEQ)
			return 1;
		must(used, "write");
		p += used;
		n -= used;
	}
	if (ioctl(rejecting, UTF8CHECK_IOC_FINISH) == 0)
		return 0;
	if (errno != EILSEQ)
		trouble("FINISH");
	return 1;
}

static uint32_t reject(const uint8_t *p, size_t n, uint64_t *random)
{
	struct utf8check_report r = { .size = sizeof(r) };
	int bad;

	must(ioctl(rejecting, UTF8CHECK_IOC_RESET), "RESET");
	bad = is_rejected(p, n, random);
	must(ioctl(rejecting, UTF8CHECK_IOC_GET_REPORT, &r), "GET_REPORT");
	if (bad != !!(r.state & UTF8CHECK_STATE_REJECTED) || bad != !!r.first.reason) {
		errno = EPROTO;
		trouble("the report does not say what the write said");
	}
	return bad ? r.first.offset : NO_ERROR;
}

static void judge_split(const uint8_t *p, size_t n, uint64_t *random,
			struct opinion *o)
{
	o->offset = reject(p, n, random);
	replace(p, n, random, o);
}

const struct decider device_whole = {
	.name = "device-whole",
	.start = start, .judge = judge_whole,
};

const struct decider device_split = {
	.name = "device-split",
	.start = start, .judge = judge_split,
};
