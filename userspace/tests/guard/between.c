// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library tries two bad names in the folder BETWEEN after each step by
 * which a command brings a guard to its hooks, or takes it from there: one name by
 * open, one by mkdir.  The file BETWEEN_LOG gets a line for each step, "ERRNO ERRNO",
 * where 0 says that the name could be made.
 *
 * A step is a program that comes to its hook, and then each file that is closed,
 * removed or renamed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A step is looked at: what that does is no step. */
static bool looking;
/* The first program has come to its hook. */
static bool begun;

static int try_create(const char *name)
{
	int fd = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno;
	close(fd);
	unlinkat(AT_FDCWD, name, 0);
	return 0;
}

static int try_mkdir(const char *name)
{
	if (mkdir(name, 0700))
		return errno;
	unlinkat(AT_FDCWD, name, AT_REMOVEDIR);
	return 0;
}

static void look(void)
{
	const char *folder = getenv("BETWEEN"), *log = getenv("BETWEEN_LOG");
	int err = errno, to, created, made;
	char name[256];

	if (!folder || !log || looking)
		return;
	looking = true;
	snprintf(name, sizeof(name), "%s/between\xff", folder);
	created = try_create(name);
	made = try_mkdir(name);
	to = open(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
	dprintf(to, "%d %d\n", created, made);
	close(to);
	looking = false;
	errno = err;
}

/* libbpf makes its calls by this function. */
long syscall(long number, ...)
{
	long (*next)(long number, ...) = dlsym(RTLD_NEXT, "syscall");
	long arg[6], result;
	va_list args;
	int i;

	va_start(args, number);
	for (i = 0; i < 6; i++)
		arg[i] = va_arg(args, long);
	va_end(args);
	result = next(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
	if (number == SYS_bpf && result >= 0 &&
	    (arg[0] == BPF_RAW_TRACEPOINT_OPEN || arg[0] == BPF_LINK_CREATE)) {
		begun = true;
		look();
	}
	return result;
}

int close(int fd)
{
	int (*next)(int fd) = dlsym(RTLD_NEXT, "close");
	int result = next(fd);

	if (begun)
		look();
	return result;
}

int unlinkat(int folder, const char *name, int flags)
{
	int (*next)(int folder, const char *name, int flags) = dlsym(RTLD_NEXT, "unlinkat");
	int result = next(folder, name, flags);

	begun = true;
	look();
	return result;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
	      unsigned int flags)
{
	int (*next)(int from_folder, const char *from, int to_folder, const char *to,
		    unsigned int flags) = dlsym(RTLD_NEXT, "renameat2");
	int result = next(from_folder, from, to_folder, to, flags);

	look();
	return result;
}
