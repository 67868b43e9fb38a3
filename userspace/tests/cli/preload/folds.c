// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A library for LD_PRELOAD: a filesystem that takes two names for one.  The name "é"
 * (composed) leads to the file whose name is decomposed, and renameat2() finds it
 * there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *stored(const char *name)
{
	return strcmp(name, "\xc3\xa9") ? name : "e\xcc\x81";
}

int fstatat(int fd, const char *name, struct stat *st, int flags)
{
	return syscall(SYS_newfstatat, fd, stored(name), st, flags);
}

int fstatat64(int fd, const char *name, struct stat64 *st, int flags)
{
	return syscall(SYS_newfstatat, fd, stored(name), st, flags);
}

int unlinkat(int fd, const char *name, int flags)
{
	return syscall(SYS_unlinkat, fd, stored(name), flags);
}

int renameat2(int fd, const char *from, int to_fd, const char *to,
	      unsigned int flags)
{
	if (!strcmp(stored(from), stored(to))) {
		errno = getenv("FOLDS_LINK") ? EINVAL : EEXIST;
		return -1;
	}
	return syscall(SYS_renameat2, fd, from, to_fd, to, flags);
}
