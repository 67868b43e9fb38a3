// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The clock; a write to the device, and its cost elsewhere: to a file of tmpfs, to a pipe.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "bench.h"
#include "utf8check.h"

static int device, file, ends[2];
static clockid_t used_clock = CLOCK_THREAD_CPUTIME_ID;
double bench_excluded;

double bench_now(void)
{
	struct timespec t;

	clock_gettime(used_clock, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static size_t device_write(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return write(device, p, n);
}

static size_t file_write(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return pwrite(file, p, n, 0);
}

/* Now and then; it is no part of a write. */
static void empty_pipe(void)
{
	static u8 bytes[65536];
	double start = bench_now();

	while (read(ends[0], bytes, sizeof(bytes)) > 0)
		;
	bench_excluded += bench_now() - start;
}

static size_t pipe_write(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	size_t done = 0;
	ssize_t wrote;

	while (done < n) {
		wrote = write(ends[1], p + done, n - done);
		if (wrote > 0)
			done += wrote;
		else if (errno == EAGAIN)
			empty_pipe();
		else if (errno != EINTR)
			break;
	}
	return done;
}

/* Without the device the others say nothing. */
size_t device_find(struct contender *c)
{
	const char *given = getenv("UTF8CHECK_DEVICE");
	const char *path = given && *given ? given : UTF8CHECK_DEVICE_PATH;
	struct utf8check_version v = { .size = sizeof(v) };

	/* On User Mode Linux the time of a thread goes by ticks. */
	if (bench_now() == bench_now())
		used_clock = CLOCK_MONOTONIC;
	c[0] = (struct contender){ .name = "device" };
	device = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	/* It is the device only where it answers. */
	if (device < 0 || ioctl(device, UTF8CHECK_IOC_VERSION, &v)) {
		snprintf(c->absent, sizeof(c->absent), "%.60s: %.50s", path, strerror(errno));
		return 1;
	}
	c[0].run[WRITE] = device_write;
	c[1] = (struct contender){ .name = "tmpfs", .run[WRITE] = file_write };
	c[2] = (struct contender){ .name = "pipe", .run[WRITE] = pipe_write };
	file = open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) || fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) < 0)
		warn("a pipe of 1 MiB");
	return 3;
}
