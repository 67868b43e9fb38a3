// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The device, and the cost of the same write elsewhere: to a file of tmpfs, to a
 * pipe.
 *
 * A session is what each new user of the device pays: open, one question, close.
 *
 * A pipe must be emptied now and then; that is not part of a write.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "bench.h"
#include "utf8check.h"

#define MEMORY_FOLDER "/dev/shm"
#define PIPE_BYTES (1 << 20)

static int device, file, ends[2];

static void say_errno(struct contender *c, const char *what)
{
	snprintf(c->absent, sizeof(c->absent), "%.60s: %.50s", what,
		 strerror(errno));
}

static const char *bench_device_path(void)
{
	const char *given = secure_getenv("UTF8CHECK_DEVICE");

	return given && *given ? given : UTF8CHECK_DEVICE_PATH;
}

static int open_device(void)
{
	return open(bench_device_path(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static bool asked(int fd)
{
	struct utf8check_version v = { .size = sizeof(v) };

	return !ioctl(fd, UTF8CHECK_IOC_VERSION, &v);
}

static size_t device_write(const u8 *p, size_t n, const struct work *w)
{
	return write(device, p, n);
}

static size_t session(const u8 *p, size_t n, const struct work *w)
{
	int fd = open_device();
	bool well = fd >= 0 && asked(fd);

	if (fd >= 0)
		close(fd);
	return well;
}

void device_find(struct contender *c)
{
	c->ours = true;
	device = open_device();
	if (device < 0) {
		say_errno(c, bench_device_path());
	} else if (!asked(device)) {
		say_errno(c, bench_device_path());
		close(device);
	} else {
		c->run[DEVICE] = device_write;
		c->run[SESSION] = session;
	}
}

static size_t file_write(const u8 *p, size_t n, const struct work *w)
{
	return pwrite(file, p, n, 0);
}

void tmpfs_find(struct contender *c)
{
	file = open(MEMORY_FOLDER, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (file < 0)
		say_errno(c, MEMORY_FOLDER);
	else
		c->run[DEVICE] = file_write;
}

static void drain(void)
{
	static u8 bytes[65536];
	double start = bench_now();

	while (read(ends[0], bytes, sizeof(bytes)) > 0)
		;
	bench_excluded += bench_now() - start;
}

static size_t pipe_write(const u8 *p, size_t n, const struct work *w)
{
	size_t done = 0;
	ssize_t wrote;

	while (done < n) {
		wrote = write(ends[1], p + done, n - done);
		if (wrote > 0)
			done += wrote;
		else if (errno == EAGAIN)
			drain();
		else if (errno != EINTR)
			break;
	}
	return done;
}

void pipe_find(struct contender *c)
{
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
		say_errno(c, "pipe");
		return;
	}
	fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
	c->run[DEVICE] = pipe_write;
}
