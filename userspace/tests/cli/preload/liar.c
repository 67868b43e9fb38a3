// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A device that finds every name good: preloaded, it stands in for ioctl(2) of
 * whatever UTF8CHECK_DEVICE names, so that `conformance --engine=both` has two
 * engines that disagree.
 */
#include <stdarg.h>
#include <linux/utf8check.h>

int ioctl(int fd, unsigned long request, ...);

int ioctl(int fd, unsigned long request, ...)
{
	void *argument;
	va_list args;

	(void)fd;
	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (request == UTF8CHECK_IOC_CHECK_NAME)
		((struct utf8check_check_name *)argument)->verdict.ok = 1;
	return 0;
}
