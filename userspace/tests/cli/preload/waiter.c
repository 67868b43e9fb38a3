// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays a disk that never answers: who reads the file whose
 * inode is WAIT_INODE waits for ever.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t read(int fd, void *buf, size_t n)
{
	struct stat st;

	if (!fstat(fd, &st) && st.st_ino == strtoul(getenv("WAIT_INODE"), NULL, 10))
		pause();
	return syscall(SYS_read, fd, buf, n);
}
