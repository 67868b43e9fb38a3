// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays another process that writes to a file: when the bytes
 * before CHANGE_AT were read, it puts three bytes of no text there in the file CHANGE_FILE.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

typedef ssize_t read_fn(int fd, void *buf, size_t n, off_t offset);

read_fn pread, pread64;

static void rewrite_file(off_t at)
{
	static int changed;
	int fd;

	if (changed++)
		return;
	fd = open(getenv("CHANGE_FILE"), O_WRONLY | O_CLOEXEC);
	if (fd < 0 || pwrite(fd, "\200\200\200", 3, at) != 3 || close(fd))
		abort();
}

ssize_t pread(int fd, void *buf, size_t n, off_t offset)
{
	read_fn *real = dlsym(RTLD_NEXT, "pread");
	off_t at = atol(getenv("CHANGE_AT"));
	ssize_t got = real(fd, buf, n, offset);

	if (offset + (off_t)n == at)
		rewrite_file(at);
	return got;
}

ssize_t pread64(int fd, void *buf, size_t n, off_t offset)
{
	return pread(fd, buf, n, offset);
}
