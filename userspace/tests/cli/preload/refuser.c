// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Preloaded, this library plays a security module that lets a device be opened
 * and refuses its calls: every ioctl(2) fails with the errno REFUSE.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>

int ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	errno = atoi(getenv("REFUSE"));
	return -1;
}
