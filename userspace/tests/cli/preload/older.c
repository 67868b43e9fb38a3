// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays a filesystem that has no O_TMPFILE, as NFS, vfat
 * and many that FUSE serves.  With STOP_WHERE_MADE in the environment the process stops where it has
 * made a new file.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/types.h>

typedef int openat_fn(int folder, const char *path, int flags, ...);

int openat64(int folder, const char *path, int flags, ...)
{
	openat_fn *real = dlsym(RTLD_NEXT, "openat64");
	mode_t mode;
	va_list args;
	int fd;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	if ((flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	fd = real(folder, path, flags, mode);
	if (fd >= 0 && (flags & O_EXCL) && getenv("STOP_WHERE_MADE"))
		raise(SIGSTOP);
	return fd;
}
